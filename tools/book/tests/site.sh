#!/bin/sh
# Builds the book as `lockstep docs` does, with warnings as errors; then checks its links and, where
# there is a Chromium, looks at pages in it. Skipped (77) where the generator is not installed and
# cannot be, for want of a network.
# Usage: site.sh CHECKOUT BUILD
set -u
root=$1 build=$2
toolchain=$root/.toolchain
command_line="./lockstep docs"
yes=
[ -n "${CI:-}" ] && [ "${CI:-}" != false ] && yes=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tools/setup/messages.sh
. "$root/tools/setup/messages.sh"
# shellcheck source=tools/setup/managers.sh
. "$root/tools/setup/managers.sh"
# shellcheck source=tools/setup/packages.sh
. "$root/tools/setup/packages.sh"
# shellcheck source=tools/setup/python.sh
. "$root/tools/setup/python.sh"
# shellcheck source=tools/setup/generator.sh
. "$root/tools/setup/generator.sh"

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
book=$root/tools/book/book
"$generator/bin/python3" "$book" site build --output "$work/site" &&
    "$book" site check "$work/site" || exit 1
"$book" site look "$work/site"
status=$?
[ $status -eq 77 ] && exit 0 # no browser: the rest was checked
exit $status
