# Sourced by tools/run, tools/test and tools/scripts/*: packages, builds, messages. All that these
# functions print goes to stderr, because stdout belongs to the program that is run in the end.
# They never read stdin, because that too belongs to the program.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
jobs=${RATATOSK_JOBS:-$(nproc)}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { # MESSAGE...: ends the script with the exit code for input and output
    say "$@"
    exit 3
}

# Prints the packages of tools/packages.txt for one purpose: run, or test (which includes run).
list_packages() {
    local package purpose _
    while read -r package purpose _; do
        [[ -z $package || $package == \#* ]] && continue
        [[ $purpose == run || $1 == test ]] && printf '%s\n' "$package"
    done <"$root/tools/packages.txt"
    return 0
}

# Makes sure that the packages for a purpose are installed. Asks dpkg only when the list differs
# from the one that was found installed last time.
need_packages() {
    local purpose=$1 stamp="$root/build/.packages-$1" wanted package missing=()
    wanted=$(list_packages "$purpose")
    [[ -f $stamp && $(<"$stamp") == "$wanted" ]] && return
    if ! command -v dpkg-query >/dev/null; then
        say "this is no Debian system: the packages of tools/packages.txt are taken as installed"
        return
    fi
    for package in $wanted; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            missing+=("$package")
    done
    if ((${#missing[@]})); then install_packages "${missing[@]}"; fi
    printf '%s\n' "$wanted" >"$stamp"
}

install_packages() {
    local -a as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die "packages are missing, and there is neither root nor sudo to install them: $*"
        as_root=(sudo)
    fi
    say "installing packages: $*"
    # An update that fails is no reason to give up: the lists at hand may be good enough.
    "${as_root[@]}" apt-get -q update </dev/null >&2 || say "apt-get update failed; going on"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends "$@" </dev/null >&2 ||
        die "apt-get could not install: $*"
}

# Takes the lock on the build folder; another script that builds has it until it is done. It is
# held until release_build_lock, or until the script ends.
take_build_lock() {
    mkdir -p "$root/build" 2>/dev/null && [[ -w $root/build ]] ||
        die "cannot write to $root/build, where the build must go"
    exec {build_lock}>"$root/build/.lock"
    flock -n "$build_lock" && return
    say "waiting for another build to finish"
    flock "$build_lock"
}
release_build_lock() { exec {build_lock}>&-; }

# build PRESET [TARGET...]: configures and builds; ends the script if that fails.
build() {
    local preset=$1
    shift
    say "building preset $preset"
    (
        cd "$root"
        cmake --preset "$preset"
        cmake --build "build/$preset" -j "$jobs" ${1+--target "$@"}
    ) </dev/null >&2 || die "the build of preset $preset failed"
}

# Prints its header comment, from the second line of the script to the first that is no comment.
print_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }
