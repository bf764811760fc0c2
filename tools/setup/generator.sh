# shellcheck shell=sh
# The generator of the book, for `lockstep docs`: a virtual environment in .toolchain/docs with what
# tools/book/site/requirements.txt names. Nothing outside the checkout changes.
# Uses: root, toolchain, say, fail, confirm, make_environment.

generator=$toolchain/docs
requirements_file=$root/tools/book/site/requirements.txt

# The record is written last, so that an interrupted set-up does not count.
has_generator() {
    [ -x "$generator/bin/python3" ] &&
        cmp -s "$requirements_file" "$generator/requirements.txt"
}

need_environment() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "the book needs Python 3.11 or newer; $(command -v python3) is $(python3 --version)."
    make_environment "$generator" generator_disk_is_full
}

generator_disk_is_full() {
    case $1 in
        *'No space left'* | *'Disk quota exceeded'*)
            rm -rf "$generator"
            fail "no space is left on the disk of $toolchain." \
                "Make room (the book's generator needs 140 MB) and run lockstep again."
            ;;
    esac
}

install_generator() {
    need_environment
    say "Fetching the book's generator into .toolchain/docs"
    said=$(PIP_ROOT_USER_ACTION=ignore "$generator/bin/python3" -m pip \
        --disable-pip-version-check install --quiet --no-deps --only-binary :all: --no-cache-dir \
        --retries 2 --timeout 20 --requirement "$requirements_file" 2>&1) ||
        generator_failed "$said"
    cp "$requirements_file" "$generator/requirements.txt" ||
        fail "the generator was fetched, but $generator cannot be written to."
}

generator_failed() {
    generator_disk_is_full "$1"
    rm -rf "$generator"
    say "$1"
    fail "the book's generator could not be fetched (pip's message is above). Either" \
        "- connect to the network and run lockstep again; or" \
        "- on a machine of the same kind with a network, fetch the wheels (20 MB):" \
        "      python3 -m pip download --no-deps --only-binary :all: --dest wheels \\" \
        "          --requirement tools/book/site/requirements.txt" \
        "  copy the folder wheels here, and run" \
        "      PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels $command_line" \
        "The lessons can be read without it: chapters/*/README.md."
}

# The generator is there when this returns.
need_generator() {
    has_generator && return
    say "The book's generator was not found."
    confirm "Fetch the book's generator into .toolchain/docs (20 MB to download, 140 MB on disk)?" \
        "    python3 -m venv .toolchain/docs" \
        "    .toolchain/docs/bin/pip install --no-deps --requirement tools/book/site/requirements.txt" \
        "    cp tools/book/site/requirements.txt .toolchain/docs"
    install_generator
}
