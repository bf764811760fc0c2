#!/bin/sh
# Makes nvcc list the headers that a source includes, for Meson below 1.4: its rule for CUDA objects in build.ninja reads such a
# list ("deps = gcc", "depfile = ...") and does not have it written. Meson runs this each time it has written build.ninja.
set -eu
ninja_file=$MESON_BUILD_ROOT/build.ninja
# shellcheck disable=SC2016 # ninja's variables
sed '/^rule cuda_COMPILER/,/^$/ s/^\( command = .*\$ARGS\) -o /\1 -MD -MF $DEPFILE -o /' "$ninja_file" >"$ninja_file.tracking"
mv "$ninja_file.tracking" "$ninja_file"
grep -q '^ command = .* -MD -MF ' "$ninja_file" || ! grep -q '^rule cuda_COMPILER' "$ninja_file" || {
    echo "header_tracking.sh: the rule for CUDA objects in $ninja_file is not as expected" >&2
    exit 1
}
