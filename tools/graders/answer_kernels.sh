#!/bin/sh
# Writes C++ with what the grader takes for an answer's kernels: a function for each, which nobody calls but whose address
# stands for the kernel, and a table of them for support/answer_kernels.cpp. All of it gives way to what nvcc makes of an
# answer that is linked as a whole.
# Usage: answer_kernels.sh INTERFACE OUTPUT (INTERFACE: interface.sh)
set -eu
{
    echo '#include "answer_kernels.hpp"'
    count=0
    table=
    grep '^_Z' "$1" >"$2.kernels" || true
    while read -r name; do
        printf 'extern "C" [[gnu::weak]] void lockstep_kernel_%d() __asm__("%s");\n' "$count" "$name"
        printf 'void lockstep_kernel_%d() { lockstep::grader::called_on_the_host("%s"); }\n' "$count" "$name"
        table="$table    {lockstep_kernel_$count, \"$name\"},\n"
        count=$((count + 1))
    done <"$2.kernels"
    rm "$2.kernels"
    printf 'const lockstep::grader::answer_kernel lockstep_answer_kernels[] = {\n%b    {nullptr, nullptr}};\n' "$table"
} >"$2"
