# shellcheck shell=sh
# What the course needs from the distribution, how to see whether it is there, and how to install
# what is not.
# Uses: say, fail, package_manager, install_packages, need_meson. Sets: nothing.

compiler_needed=11
meson_needed=1.0.1

# kind | what to look for | package of Debian and Ubuntu | of Fedora | of Arch | name
# What a distribution has no package for is named - and is done without. What is optional is installed
# along with others, if apt-get's lists have it: they do not for every processor and release.
requirements() {
    cat <<'END'
command|g++|g++|gcc-c++|gcc|a C++ compiler (g++)
command|python3|python3|python3|python|Python 3
command|pkg-config|pkgconf|pkgconf-pkg-config|pkgconf|pkg-config
command|ninja|ninja-build|ninja-build|ninja|Ninja
meson|meson|meson|meson|meson|Meson
header|doctest/doctest.h|doctest-dev|doctest-devel|doctest|doctest
header|CLI/CLI.hpp|libcli11-dev|cli11-devel|cli11|CLI11
header|fmt/core.h|libfmt-dev|fmt-devel|fmt|fmt
header|nlohmann/json.hpp|nlohmann-json3-dev|json-devel|nlohmann-json|nlohmann-json
header|toml++/toml.h|libtomlplusplus-dev|tomlplusplus-devel|tomlplusplus|toml++
header|zstd.h|libzstd-dev|libzstd-devel|zstd|zstd (with headers)
header|lz4.h|liblz4-dev|lz4-devel|lz4|lz4 (with headers)
optional|asmjit/x86.h|libasmjit-dev|-|-|asmjit (compiles kernels that run long)
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
        optional) has_header "$2" || ! apt-cache show "$3" >/dev/null 2>&1 ;;
    esac
}

# Sets missing_packages, missing_names (one a line) and optional_packages.
find_missing() {
    missing_packages=
    optional_packages=
    missing_names=
    manager=$(package_manager)
    while IFS='|' read -r kind what debian fedora arch name; do
        case $manager in
            dnf) package=$fedora ;;
            pacman) package=$arch ;;
            *) package=$debian ;;
        esac
        [ "$package" = - ] || is_present "$kind" "$what" "$package" && continue
        if [ "$kind" = optional ]; then
            optional_packages="$optional_packages $package"
            continue
        fi
        missing_packages="$missing_packages $package"
        missing_names="$missing_names    $name
"
    done <<END
$(requirements)
END
}

# A compiler that is too old fails late, in the middle of a file.
need_recent_compiler() {
    version=$(g++ -dumpversion 2>/dev/null)
    [ -z "$version" ] || version_at_least "$version" "$compiler_needed" ||
        fail "g++ $compiler_needed or newer is needed; $(command -v g++) is $version." \
            "If the distribution has a newer one, put it on PATH under the name g++;" \
            "or work in a container (docs/places.md)."
}

# Every requirement is there when this returns. A Meson that is too old counts as missing, in case
# the distribution has a newer one.
need_packages() {
    find_missing
    if [ -n "$missing_packages" ]; then
        install_packages "$missing_packages$optional_packages" "$missing_names"
        hash -r
    fi
    need_recent_compiler
    need_meson
    find_missing
    [ -z "$missing_packages" ] ||
        fail "these are still missing after$missing_packages were installed:" "$missing_names" \
            "Look above for what the package manager said."
}
