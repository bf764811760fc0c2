#!/bin/sh
# Links an answer as an island: of what it defines, only what the exercise's interface declares can be seen from outside of
# it. Otherwise a definition of `write` or `cudaLaunchKernel` in an answer, even a weak one, would take the place of the
# library's in the grader, too.
# GCC calls its linker through this (-wrapper). Usage: island.sh INTERFACE LINKER ARGUMENT... (INTERFACE: interface.sh)
set -eu
interface=$1
shift
case $1 in
*collect2 | *ld) ;;
*) exec "$@" ;;  # the compiler or assembler: nvcc compiles a list of relocatable device code first
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
count=0
for argument; do
    shift
    case $argument in
    *.a.p/*.o | *_dlink.o | */crt*.o | */Scrt*.o) ;;  # the course's, nvcc's and the C library's
    *.o)
        # Without their groups, inline functions are the answer's own, and not shared with the grader.
        count=$((count + 1))
        objcopy --wildcard --remove-section=.group --keep-global-symbols="$interface" "$argument" "$scratch/$count.o"
        argument=$scratch/$count.o
        ;;
    esac
    set -- "$@" "$argument"
done
"$@"
