#!/bin/sh
# A process that tries alternatives is confined (trial_confinement.cpp).
# Usage: confined.sh LIBCUDART PROGRAM
set -eu
if [ "$(uname -m)" != x86_64 ]; then exit 77; fi

library=$(dirname "$1")
output=$(LD_LIBRARY_PATH=$library LOCKSTEP_ALTERNATIVE=0 "$2" --no-skip --test-suite=confined 2>&1) || {
    printf '%s\n' "$output"
    exit 1
}
