# shellcheck shell=sh
# The distribution's package manager: apt-get, dnf or pacman.
# Uses: say, fail, confirm. Sets: nothing.

# Prints its name; nothing where there is none of the three.
package_manager() {
    for manager in apt-get dnf pacman; do
        command -v "$manager" >/dev/null 2>&1 && echo "$manager" && return
    done
    true
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Package lists are missing in fresh container images, and old ones name files that have gone.
package_lists_are_fresh() {
    find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -7 2>/dev/null | grep -q .
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
        -o DPkg::Lock::Timeout=300 "$@" >&2
}

# Word splitting of the package list is meant, here and below.
# shellcheck disable=SC2086
apt_install() {
    package_lists_are_fresh || apt_get update
    apt_get install -y --no-install-recommends $1 && return
    say "Trying once more with new package lists."
    apt_get update && apt_get install -y --no-install-recommends $1
}

# shellcheck disable=SC2086
manager_install() {
    case $(package_manager) in
        apt-get) apt_install "$1" ;;
        dnf) as_root dnf install -y --setopt=install_weak_deps=False $1 >&2 ;;
        # Without -y: new lists would ask for an upgrade of the whole system, which its owner decides on.
        pacman) as_root pacman -S --needed --noconfirm $1 >&2 ;;
    esac
}

# Those of the packages that apt-get's lists do not have, each after a space.
# shellcheck disable=SC2086
unknown_packages() {
    command -v apt-cache >/dev/null 2>&1 || return 0
    for package in $1; do
        apt-cache show "$package" >/dev/null 2>&1 || printf ' %s' "$package"
    done
}

# command_by_hand PACKAGES [SUDO]: what a person types to install them.
command_by_hand() {
    case $(package_manager) in
        apt-get) echo "    ${2:-}apt-get update && ${2:-}apt-get install --no-install-recommends$1" ;;
        dnf) echo "    ${2:-}dnf install$1" ;;
        pacman) echo "    ${2:-}pacman -Syu --needed$1" ;;
    esac
}

# install_packages PACKAGES NAMES: from the distribution, as root or through sudo.
install_packages() {
    say "Missing:" "${2%
}"
    manager=$(package_manager)
    if [ -z "$manager" ]; then
        fail "these are missing, and this system has no apt-get, dnf or pacman to install them with:" \
            "$1" \
            "(the names of Debian's packages). Install the same with this system's package" \
            "manager, headers included, then run lockstep again."
    fi
    sudo='sudo '
    [ "$(id -u)" -eq 0 ] && sudo=
    by_hand=$(command_by_hand "$1" "$sudo")
    if [ -n "$sudo" ] && ! command -v sudo >/dev/null 2>&1; then
        fail "installing packages needs root, and there is no sudo. As root:" "$(command_by_hand "$1")"
    fi
    confirm "Install these packages of the distribution:$1 ?" "$by_hand"
    say "Installing$1"
    manager_install "$1" && return
    unknown=$(unknown_packages "$1")
    [ -z "$unknown" ] ||
        fail "this release of the distribution has no package$unknown." \
            "Install that in another way, or work in a container (docs/places.md)."
    fail "the packages could not be installed ($manager's message is above). By hand it is:" \
        "$by_hand"
}
