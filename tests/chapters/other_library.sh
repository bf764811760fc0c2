#!/bin/sh
# A chapter that stands alone is told how to get another runtime library: what the message says must leave it that chapter's build.
#
#   other_library.sh CHECKOUT CHAPTER LIBCUDART NVCC
set -eu
root=$1 chapter=$2
library=$(cd "$(dirname -- "$3")" && pwd)
PATH=$(dirname -- "$4"):$PATH
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cd "$root"
meson setup "$build" "chapters/$chapter" >/dev/null
# The message, without the quotes and line ends of its source.
advice=$(tr -d '"\n' <common/include/lockstep/device.hpp | sed 's/  */ /g' |
    grep -o 'LOCKSTEP_CUDART=FOLDER meson setup --reconfigure [A-Za-z]* *[A-Za-z_/]*')
echo "$advice"
words=$(printf '%s' "$advice" | sed "s:FOLDER:$library:; s:BUILD:$build:; s:NN_NAME:$chapter:")
sh -c "$words" | grep "runtime library: *$library"
grep -q "\"source\": \"[^\"]*/chapters/$chapter\"" "$build/meson-info/meson-info.json"
