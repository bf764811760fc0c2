#!/bin/sh
# Runs a bench program on the emulator, which has no clock of a GPU: it must say so, and end with 5.
#
#   no_clock.sh LIBCUDART PROGRAM
set -eu
LD_LIBRARY_PATH=$(dirname -- "$1")
export LD_LIBRARY_PATH
code=0
said=$("$2" 2>&1 --records) || code=$?
printf '%s\n' "$said"
[ "$code" -eq 5 ]
printf '%s\n' "$said" | grep -q 'need a GPU'
