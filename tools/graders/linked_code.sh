#!/bin/sh
# Compiles an answer's relocatable device code, and links it. OUTPUT has what was linked, which is machine code, and behind it
# what nvcc made of the answer, which has the PTX (support/answer_kernels.cpp takes them apart).
# Usage: linked_code.sh NVCC ARGUMENT..., among them "-o OUTPUT" and the source, NAME.cu
set -eu
before=
for argument; do
    shift
    case $before,$argument in
    -o,*) output=$argument ;;
    *,-o) ;;
    *,*.cu) source=$argument ;;
    *) set -- "$@" "$argument" ;;
    esac
    before=$argument
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

"$@" -fatbin -o "$scratch/answer.fatbin" "$source"
"$@" -dlink -fatbin -o "$scratch/linked.fatbin" "$scratch/answer.fatbin" -lcudadevrt
cat "$scratch/linked.fatbin" "$scratch/answer.fatbin" >"$output"
