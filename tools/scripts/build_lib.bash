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

# Prints the packages for a purpose that are not installed, on one line. Nothing where there is no
# dpkg to ask.
missing_packages() {
    local package missing=()
    command -v dpkg-query >/dev/null || return 0
    for package in $(list_packages "$1"); do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            missing+=("$package")
    done
    printf '%s' "${missing[*]}"
}

# Whether the packages for a purpose were found installed when the list was the same as now.
packages_are_known() {
    local stamp="$root/build/.packages-$1"
    [[ -f $stamp && $(<"$stamp") == "$(list_packages "$1")" ]]
}

# Makes sure that the packages for a purpose are installed. Asks dpkg only when the list differs
# from the one that was found installed last time.
need_packages() {
    local -a missing
    packages_are_known "$1" && return
    command -v dpkg-query >/dev/null ||
        say "this is no Debian system: the packages of tools/packages.txt are taken as installed"
    read -ra missing <<<"$(missing_packages "$1")"
    if ((${#missing[@]})); then install_packages "${missing[@]}"; fi
    mkdir -p "$root/build"
    list_packages "$1" >"$root/build/.packages-$1"
}

# Prints what packages cost, "75 MB to download", if the lists of apt are there to tell.
cost_of_packages() {
    apt-get -qq --print-uris -y --no-install-recommends install "$@" 2>/dev/null </dev/null |
        awk '{ bytes += $3 } END { if (bytes > 0) printf "%.0f MB to download", bytes / 1e6 }' ||
        true
}

# Sets as_root to what must stand before a command of root. Ends the script if there is no way, or
# if sudo wants a password and no terminal is there to type it in; then it says once what to type.
become_root() { # PACKAGE...
    as_root=()
    ((EUID != 0)) || return 0
    local line="apt-get update && sudo apt-get install --no-install-recommends $*"
    command -v sudo >/dev/null ||
        die "packages are missing, and there is no sudo to install them; as root, type:
    ${line/sudo /}"
    as_root=(sudo)
    sudo -n true 2>/dev/null && return
    if { : >/dev/tty; } 2>/dev/null; then return; fi
    die "packages are missing, and there is no terminal where sudo could ask for your password. Type:
    sudo $line
and start this again."
}

install_packages() {
    local -a as_root
    local cost
    become_root "$@"
    cost=$(cost_of_packages "$@")
    say "installing $# packages${cost:+, $cost}: $*"
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
        set -o pipefail
        cd "$root"
        cmake --preset "$preset"
        if [[ -t 2 ]]; then # ninja keeps one line up to date
            cmake --build "build/$preset" -j "$jobs" ${1+--target "$@"}
        else
            NINJA_STATUS='[%f/%t] ' \
                cmake --build "build/$preset" -j "$jobs" ${1+--target "$@"} 2>&1 | show_progress
        fi
    ) </dev/null >&2 || die "the build of preset $preset failed"
}

# Where there is no terminal: of the lines of ninja one for every tenth of the work, and one for
# every half minute in which nothing is said; all other lines as they are.
show_progress() {
    local line status parts=0 of=0 tenth=0 said=$SECONDS
    while true; do
        status=0
        IFS= read -r -t "${progress_seconds:-30}" line || status=$?
        if ((status > 128)); then
            say "still building: $parts of $of parts done after $(minutes_of "$SECONDS")"
        elif ((status)); then
            return 0
        elif [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
            parts=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]}
            ((parts * 10 / of > tenth || SECONDS >= said + ${progress_seconds:-30})) || continue
            tenth=$((parts * 10 / of))
            say "built $parts of $of parts after $(minutes_of "$SECONDS")"
        else
            printf '%s\n' "$line"
            continue
        fi
        said=$SECONDS
    done
}

# minutes_of SECONDS: "45 s", "2:05 min".
minutes_of() {
    if (($1 < 60)); then printf '%d s' "$1"; else printf '%d:%02d min' $(($1 / 60)) $(($1 % 60)); fi
}

# Prints its header comment, from the second line of the script to the first that is no comment.
print_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }
