# shellcheck shell=bash
# Sourced by the scripts of this folder: installs what is missing and builds, quietly unless
# something fails. Messages go to stderr.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

packages=(gcc libc6-dev meson ninja-build pkg-config libxxhash-dev liblmdb-dev libjansson-dev
    libcmocka-dev)

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

# Debian's packages; elsewhere meson says what it does not find.
install_packages() {
    local installed missing as_root=()
    command -v dpkg-query >/dev/null || return 0
    installed=$(dpkg-query -W -f '${db:Status-Status}=${Package}\n' "${packages[@]}" 2>/dev/null |
        sed -n 's/^installed=//p' | tr '\n' ' ') || true
    mapfile -t missing < <(missing_packages "$installed")
    [ "${#missing[@]}" -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "not root and no sudo; install first: ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
        [ -t 0 ] || as_root=(sudo -n)
    fi
    say "installing ${missing[*]}"
    quietly "${as_root[@]}" apt-get update || return 1
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

# build DIR TARGET MESON-OPTION...: configures DIR under the root if need be and builds TARGET. One
# at a time, so that two first calls do not meet.
build() {
    (
        dir=$1 target=$2
        shift 2
        cd "$root" || exit 1
        flock 9 || exit 1
        install_packages || exit 1
        if [ ! -f "$dir/build.ninja" ]; then
            say "configuring $dir"
            quietly meson setup "$dir" "$@" || exit 1
        fi
        quietly ninja -C "$dir" "$target" || exit 1
    ) 9<"$root"
}
