"""What the scripts that compare with other programs share: finding programs, and printing tables."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/bin/ratatosk"
EXIT_FAILED = 1
EXIT_INPUT_OUTPUT = 3


def say(message):
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr, flush=True)


def die(message, code=EXIT_INPUT_OUTPUT):
    say(message)
    sys.exit(code)


def find_program(name):
    """Debian keeps games where PATH often does not lead."""
    places = os.environ.get("PATH", "").split(os.pathsep) + ["/usr/games", "/usr/local/games"]
    return shutil.which(name, path=os.pathsep.join(places))


def need_program(name, package, install):
    """The path of a program to compare with; its package is installed only when asked for."""
    if not find_program(name) and install:
        library = ROOT / "tools/scripts/build_lib.bash"
        script = 'source "$1"; install_packages "$2"'
        subprocess.run(["bash", "-c", script, "bench", library, package], check=False)
    found = find_program(name)
    if not found:
        die(f"{name} is missing: install the Debian package {package}, or use --install")
    return found


def need_ratatosk(given):
    """The program to measure: the one that was named, or the release build, brought up to date."""
    if given:
        return given
    built = subprocess.run([ROOT / "tools/run", "--version"], stdout=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        die("ratatosk cannot be built")
    return PROGRAM


def warn_of_load():
    load = os.getloadavg()[0]
    if load > 0.5:
        say(f"the machine is busy (load {load:.1f}): the figures will be too low, the ratios rough")


def print_table(rows):
    """The first row is the head; the first column is flushed left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
