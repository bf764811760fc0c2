#!/bin/sh
# Builds the book as `lockstep docs` does, with warnings as errors; then checks its links and, where
# there is a Chromium, looks at pages in it. Skipped (77) where the generator is not installed and
# cannot be, for want of a network.
# Usage: book.sh CHECKOUT BUILD
set -u
root=$1 build=$2
toolchain=$root/.toolchain
command_line="./lockstep docs"
yes=
[ -n "${CI:-}" ] && [ "${CI:-}" != false ] && yes=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tutor/setup/messages.sh
. "$root/tutor/setup/messages.sh"
# shellcheck source=tutor/setup/packages.sh
. "$root/tutor/setup/packages.sh"
# shellcheck source=tutor/setup/generator.sh
. "$root/tutor/setup/generator.sh"

if ! has_generator; then
    if [ -z "$yes" ]; then
        echo "skipped: the book's generator is not installed; ./lockstep docs installs it"
        exit 77
    fi
    # In a shell of its own: it ends where something is missing.
    if ! (need_generator) >"$work/log" 2>&1; then
        cat "$work/log"
        if grep -qi -e 'connection' -e 'name resolution' -e 'unreachable' -e 'timed out' \
            "$work/log"; then
            echo "skipped: no network to fetch the book's generator from"
            exit 77
        fi
        exit 1
    fi
fi

LOCKSTEP_BUILD=$build
export LOCKSTEP_BUILD
"$generator/bin/python3" "$root/docs/site/build.py" --output "$work/site" &&
    python3 "$root/docs/site/check.py" "$work/site" || exit 1
python3 "$root/docs/site/look.py" "$work/site"
status=$?
[ $status -eq 77 ] && exit 0 # no browser: the rest was checked
exit $status
