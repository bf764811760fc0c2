#!/bin/sh
# A copy of a chapter and of common, in the same places, is a project of its own, and so is a copy of common: it compiles, and its
# tests pass. Of a chapter the demo and the tests are built and run.
#
#   alone.sh CHECKOUT PROJECT LIBCUDART NVCC [--inside]
#
# PROJECT  common, or chapters/NN_NAME
# --inside  one copy, of the chapter, with common in place of the link to it; before the emulator is named, Meson says how to
set -eu
root=$1 project=$2
library=$(cd "$(dirname -- "$3")" && pwd)
PATH=$(dirname -- "$4"):$PATH
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$copy"

# Where ccache is: what it knows of an earlier copy serves this one.
export CCACHE_BASEDIR="$copy" CCACHE_NOHASHDIR=1

unset LOCKSTEP_CUDART
if [ "${5:-}" = --inside ]; then
    cp -rL "$root/$project" alone
    project=alone
    meson setup build alone -Dcommon:default_backend=emulator >setup.log
    grep 'or set LOCKSTEP_CUDART' setup.log
    again=--reconfigure
else
    mkdir chapters
    cp -r "$root/common" .
    [ "$project" = common ] || cp -r "$root/$project" chapters
fi
export LOCKSTEP_CUDART="$library"
case $project in
    common) emulator=-Ddefault_backend=emulator ;;
    *) emulator=-Dcommon:default_backend=emulator ;;
esac
meson setup ${again:+"$again"} build "$project" "$emulator" >setup.log || { cat setup.log; exit 1; }
grep "runtime library: *$library" setup.log

if [ "$project" = common ]; then
    meson compile -C build
    meson test -C build --no-rebuild --print-errorlogs >results || { cat results; exit 1; }
else
    name=$(basename -- "$2")
    meson compile -C build "${name}_demo" "${name}_tests"
    meson test -C build --no-rebuild --print-errorlogs tests >results || { cat results; exit 1; }
    "build/${name}_demo"
fi
cat results
grep -q '^Skipped: *0' results
