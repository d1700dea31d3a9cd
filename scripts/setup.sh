# shellcheck shell=bash
# Sourced by the scripts of this folder: installs what is missing and builds. On a terminal it asks
# before it installs and shows what it does; else it is quiet unless something fails. Messages go to
# stderr.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# What the program needs; the tests need more.
packages=(gcc libc6-dev meson ninja-build pkg-config libxxhash-dev liblmdb-dev libcairo2-dev libgmp-dev esbuild libmicrohttpd-dev zlib1g-dev libjansson-dev libzstd-dev)

say() {
    printf '%s\n' "$*" >&2
}

# Runs a command and shows what it printed only if it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        cat "$log" >&2
        say "failed ($status): $*"
    fi
    rm -f "$log"
    return "$status"
}

missing_packages() {
    local name
    for name in "${packages[@]}"; do
        case " $1 " in
        *" $name "*) ;;
        *) printf '%s\n' "$name" ;;
        esac
    done
}

on_terminal() {
    [ -t 0 ] && [ -t 2 ]
}

# Is it wanted to install these? Where nobody can be asked, only root installs.
may_install() {
    local answer
    if on_terminal; then
        printf '%s: to be installed by apt-get%s: %s. Go on? [y/N] ' "$(basename "$0")" \
            "$([ "$(id -u)" -eq 0 ] || printf ' and sudo')" "$*" >&2
        read -r answer || answer=
        case $answer in
        [yY] | [yY][eE][sS]) return 0 ;;
        esac
    elif [ "$(id -u)" -eq 0 ]; then
        return 0
    fi
    say "$(basename "$0"): install first: apt-get install $*"
    return 1
}

# Has install_packages() installed something?
installed_now=

# Debian's packages; elsewhere meson says what it does not find.
install_packages() {
    local installed missing as_root=()
    command -v dpkg-query >/dev/null || return 0
    installed=$(dpkg-query -W -f '${db:Status-Status}=${Package}\n' "${packages[@]}" 2>/dev/null |
        sed -n 's/^installed=//p' | tr '\n' ' ') || true
    mapfile -t missing < <(missing_packages "$installed")
    [ "${#missing[@]}" -gt 0 ] || return 0
    may_install "${missing[@]}" || return 1
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "not root and no sudo; install first: apt-get install ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    installed_now=yes
    quietly "${as_root[@]}" apt-get update || return 1
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

# Builds what is out of date. Says so; on a terminal ninja shows how far it is.
run_ninja() {
    local dir=$1 target=$2 takes=$3
    if ninja -C "$dir" -n "$target" 2>/dev/null | grep -q 'no work to do'; then
        return 0
    fi
    say "building$takes..."
    if [ -t 2 ]; then
        ninja -C "$dir" "$target" >&2 </dev/null
    else
        quietly ninja -C "$dir" "$target"
    fi
}

# The program is built without the tests; a folder made so gets them when they are wanted.
with_tests() {
    local dir=$1
    shift
    case " $* " in
    *" -Dtests=enabled "*) ;;
    *) return 0 ;;
    esac
    if grep -q '^tests *= *disabled' "$dir/meson-private/cmd_line.txt" 2>/dev/null; then
        say "configuring $dir for the tests"
        quietly meson setup --reconfigure "$dir" -Dtests=enabled
    fi
}

# build DIR TARGET MESON-OPTION...: configures DIR under the root if need be and builds TARGET. One
# at a time, so that two first calls do not meet.
build() {
    (
        dir=$1 target=$2 takes=
        shift 2
        cd "$root" || exit 1
        flock 9 || exit 1
        install_packages || exit 1
        if [ ! -f "$dir/build.ninja" ]; then
            say "configuring $dir"
            quietly meson setup "$dir" "$@" || exit 1
            [ "$target" = all ] || takes=" (about a minute)"
            installed_now=
        fi
        with_tests "$dir" "$@" || exit 1
        if [ -n "$installed_now" ]; then
            # What was configured without it may be built with it.
            quietly meson setup --reconfigure "$dir" || exit 1
        fi
        run_ninja "$dir" "$target" "$takes" || exit 1
    ) 9<"$root"
}

# take_program ARGUMENT...: sets 'program' to what --solve names, as other scripts have it, else to that of this folder,
# which it builds; 'rest' to the other arguments. One that is not there is refused, and nothing is built.
take_program() {
    program=
    rest=()
    while [ $# -gt 0 ]; do
        case $1 in
        --solve | --solve=*)
            local name=${1#--solve=}
            if [ "$1" = --solve ]; then
                name=${2-}
                [ $# -eq 1 ] || shift
            fi
            if ! program=$(type -P -- "$name"); then
                say "$(basename "$0"): --solve: '$name': no program there: wanted one; scripts/solve builds it"
                exit 2
            fi
            ;;
        *) rest+=("$1") ;;
        esac
        shift
    done
    if [ -z "$program" ]; then
        program=$root/build/solver/cli/solve
        build build solver/cli/solve --buildtype=release -Dtests=disabled || exit 1
    fi
}
