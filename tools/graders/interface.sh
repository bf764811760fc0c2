#!/bin/sh
# Writes the symbols that a grader takes from an answer, a line each, as objcopy reads them: what the grader uses and the
# exercise's header declares.
# Usage: interface.sh HEADER OUTPUT OBJECT... (OBJECT: of the grader, and of the kernels that belong to the exercise)
set -eu
header=$1
output=$2
shift 2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
nm --undefined-only --format=posix "$@" | sed -n 's/^\([^ ]*\) U.*/\1/p' | LC_ALL=C sort -u >"$scratch/used"
nm --defined-only --extern-only --format=posix "$@" | sed -n 's/^\([^ ]*\) [A-Z].*/\1/p' | LC_ALL=C sort -u >"$scratch/own"
{
    LC_ALL=C comm -23 "$scratch/used" "$scratch/own" | while read -r name; do
        case $name in
        _ZS[abdiost]* | _ZNS[abdiost]* | _ZNKS[abdiost]* | _ZT* | _Zn* | _Zd*) ;;  # the C++ library's
        _ZN8lockstep* | _ZNK8lockstep* | _ZN7doctest* | _ZNK7doctest*) ;;
        _Z*) printf '%s\n' "$name" ;;
        *) # a variable, whose name C++ leaves as it is, or a function of the C library or the runtime
            if grep -Eq "^extern .*\\<$name\\>" "$header"; then printf '%s\n' "$name"; fi
            ;;
        esac
    done
    # Of relocatable device code, what nvcc calls when the program begins.
    printf '%s\n' '__cudaRegisterLinkedBinary_*' '__fatbinwrap_*'
} >"$output"
