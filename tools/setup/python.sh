# shellcheck shell=sh
# Python's virtual environments in .toolchain/, and Meson in one of them where the distribution's is
# too old.
# Uses: toolchain, meson_needed, meson_is_recent, say, fail, confirm, install_packages.

meson_environment=$toolchain/meson
[ ! -x "$meson_environment/bin/meson" ] || PATH=$meson_environment/bin:$PATH

# Sets made to what Python said.
try_environment() {
    rm -rf "$1" && mkdir -p "$toolchain" 2>/dev/null ||
        fail "no permission to write to $toolchain."
    made=$(python3 -m venv "$1" 2>&1)
}

# make_environment FOLDER [AFTER_FAILURE]: with pip in it. Debian has venv without pip as long as
# python3-venv is missing; then the first try fails, and AFTER_FAILURE gets what Python said.
make_environment() {
    try_environment "$1" && return
    "${2:-:}" "$made"
    install_packages ' python3-venv' "    Python's virtual environments (python3-venv)
"
    try_environment "$1" ||
        fail "python3 cannot make a virtual environment, also after python3-venv was installed:" \
            "$made"
}

# Meson is pure Python: a newer one beside the distribution's needs no root.
need_meson() {
    meson_is_recent && return
    command -v meson >/dev/null 2>&1 || return 0
    say "Meson $meson_needed or newer is needed; $(command -v meson) is $(meson --version)."
    confirm "Fetch Meson $meson_needed into .toolchain/meson (1 MB to download)?" \
        "    python3 -m venv .toolchain/meson" \
        "    .toolchain/meson/bin/pip install meson==$meson_needed"
    make_environment "$meson_environment"
    PIP_ROOT_USER_ACTION=ignore "$meson_environment/bin/python3" -m pip \
        --disable-pip-version-check install --quiet --no-cache-dir --retries 2 --timeout 20 \
        "meson==$meson_needed" >&2 && [ -x "$meson_environment/bin/meson" ] || {
        rm -rf "$meson_environment"
        fail "Meson could not be fetched (pip's message is above). Install Meson $meson_needed or newer" \
            "another way, put it on PATH, and run lockstep again."
    }
    PATH=$meson_environment/bin:$PATH
    hash -r
}
