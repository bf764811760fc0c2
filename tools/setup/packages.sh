# shellcheck shell=sh
# What the course needs from the distribution, how to see whether it is there, and how to install
# what is not.
# Uses: say, fail, confirm. Sets: nothing.

meson_needed=1.0.1

# kind | what to look for | Debian and Ubuntu package | name
requirements() {
    cat <<'END'
command|g++|g++|a C++ compiler (g++)
command|python3|python3|Python 3
command|pkg-config|pkgconf|pkg-config
command|ninja|ninja-build|Ninja
meson|meson|meson|Meson
header|doctest/doctest.h|doctest-dev|doctest
header|CLI/CLI.hpp|libcli11-dev|CLI11
header|fmt/core.h|libfmt-dev|fmt
header|nlohmann/json.hpp|nlohmann-json3-dev|nlohmann-json
header|toml++/toml.h|libtomlplusplus-dev|toml++
header|zstd.h|libzstd-dev|zstd (with headers)
header|lz4.h|liblz4-dev|lz4 (with headers)
header|backtrace.h|libbacktrace-dev|libbacktrace (on Debian and Ubuntu a part of GCC)
END
}

# version_at_least HAVE NEED, compared number by number.
version_at_least() {
    [ "$(printf '%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

meson_is_recent() {
    version_at_least "$(meson --version 2>/dev/null || echo 0)" "$meson_needed"
}

# Headers are asked of the compiler and not of pkg-config: doctest has no .pc file in Debian.
has_header() {
    printf '#include <%s>\n' "$1" | g++ -x c++ -std=c++20 -M - >/dev/null 2>&1
}

is_present() {
    case $1 in
        command) command -v "$2" >/dev/null 2>&1 ;;
        meson) meson_is_recent ;;
        header) has_header "$2" ;;
    esac
}

# Sets missing_packages and missing_names (one a line).
find_missing() {
    missing_packages=
    missing_names=
    while IFS='|' read -r kind what package name; do
        is_present "$kind" "$what" && continue
        missing_packages="$missing_packages $package"
        missing_names="$missing_names    $name
"
    done <<END
$(requirements)
END
}

# Package lists are missing in fresh container images, and old ones name files that have gone.
package_lists_are_fresh() {
    find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -7 2>/dev/null | grep -q .
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
        -o DPkg::Lock::Timeout=300 "$@" >&2
}

# Word splitting of the package list is meant.
# shellcheck disable=SC2086
apt_install() {
    package_lists_are_fresh || apt_get update
    apt_get install -y --no-install-recommends $1 && return
    say "Trying once more with new package lists."
    apt_get update && apt_get install -y --no-install-recommends $1
}

# install_packages PACKAGES NAMES: from the distribution, as root or through sudo.
install_packages() {
    say "Missing:" "${2%
}"
    if ! command -v apt-get >/dev/null 2>&1; then
        fail "these are missing, and this system has no apt-get to install them with:" \
            "$1" \
            "(the names of Debian's packages). Install the same with this system's package" \
            "manager, headers included, then run lockstep again."
    fi
    sudo='sudo '
    [ "$(id -u)" -eq 0 ] && sudo=
    by_hand="    ${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends$1"
    if [ -n "$sudo" ] && ! command -v sudo >/dev/null 2>&1; then
        fail "installing packages needs root, and there is no sudo. As root:" \
            "    apt-get update && apt-get install --no-install-recommends$1"
    fi
    confirm "Install these packages of the distribution:$1 ?" "$by_hand"
    say "Installing$1"
    apt_install "$1" ||
        fail "the packages could not be installed (apt-get's message is above). By hand it is:" \
            "$by_hand"
}

# Every requirement is there when this returns.
need_packages() {
    find_missing
    [ -z "$missing_packages" ] && return
    install_packages "$missing_packages" "$missing_names"
    hash -r
    find_missing
    [ -z "$missing_packages" ] && return
    if command -v meson >/dev/null 2>&1 && ! meson_is_recent; then
        fail "Meson $meson_needed or newer is needed; $(command -v meson) is $(meson --version)." \
            "If that is the distribution's newest, get Meson from the Python package index:" \
            "    python3 -m venv ~/meson && ~/meson/bin/pip install meson" \
            "    PATH=~/meson/bin:\$PATH ./lockstep"
    fi
    fail "these are still missing after$missing_packages were installed:" "$missing_names" \
        "Look above for what apt-get said."
}
