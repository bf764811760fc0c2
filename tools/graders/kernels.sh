#!/bin/sh
# Links an answer of which only kernels are asked for, or constants: its device code and those constants are taken out of its
# object, and nothing else. No code that the host would execute comes from the answer, not even what nvcc generated for it;
# support/answer_kernels.cpp tells the runtime of the kernels.
# GCC calls its compiler, assembler and linker through this (-wrapper).
# Usage: kernels.sh INTERFACE PROGRAM ARGUMENT... (INTERFACE: interface.sh)
set -eu
interface=$1
shift

answer=
device_link=
units=
for argument; do
    case $argument in
    REGISTERLINKBINARYFILE=*) units=${argument#*=} ;;
    *_dlink.o) device_link=$argument ;;
    *.a.p/*.o | */crt*.o | */Scrt*.o) ;;  # the course's and the C library's
    *.o) answer=$argument ;;
    esac
done

case $1 in
*collect2 | *ld) ;;
*)
    # nvcc has this list of relocatable device code compiled for the host. Its names come from the answer's object.
    units=${units#\"}
    units=${units%\"}
    if [ -n "$units" ] &&
        LC_ALL=C grep -Evq '^(#define NUM_PRELINKED_OBJECTS [0-9]+|DEFINE_REGISTER_FUNC\([A-Za-z0-9_]+\)|)$' "$units"; then
        echo "$units:1: error: the names of the device code are not nvcc's" >&2
        exit 1
    fi
    exec "$@"
    ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Data without relocations, and so no address of anything; none of it can be executed.
as_data=alloc,load,readonly,data,contents
take() {  # SECTION: the one with the device code
    set -- --only-section="$1" --set-section-flags "$1=$as_data" --add-symbol "lockstep_answer_code=$1:0,global,object"
    echo lockstep_answer_code >"$scratch/kept"
    if grep -v '^_Z\|\*' "$interface" >>"$scratch/kept"; then
        # What only code could compute is in .bss, and stays 0.
        set -- "$@" --only-section=.rodata --set-section-flags ".rodata=$as_data" --only-section=.bss --set-section-flags .bss=alloc
    fi
    objcopy --only-section=.note.GNU-stack --set-section-flags .note.GNU-stack=contents,readonly "$@" \
        --strip-unneeded --remove-relocations='*' --keep-global-symbols="$scratch/kept" "$answer" "$scratch/answer.o"
}

unit=$(nm --defined-only --extern-only --format=posix "$answer" | sed -n 's/^__fatbinwrap\([A-Za-z0-9_]*\) D .*/\1/p')
if [ -n "$unit" ]; then
    # Relocatable device code. What is named after the answer's file gets a name of ours.
    take __nv_relfatbin
    objcopy --redefine-sym "__fatbinwrap$unit=lockstep_answer_wrapper" \
        --redefine-sym "__cudaRegisterLinkedBinary$unit=lockstep_register_answer" "$device_link" "$scratch/device_link.o"
else
    take .nv_fatbin
fi

for argument; do
    shift
    case $argument in
    "$answer") argument=$scratch/answer.o ;;
    "$device_link") if [ -n "$unit" ]; then argument=$scratch/device_link.o; fi ;;
    esac
    set -- "$@" "$argument"
done
"$@"
