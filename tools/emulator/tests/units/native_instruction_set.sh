#!/bin/sh
# What native-instruction-set.sh says of processors.
set -eu
script=$(dirname -- "$0")/../../src/simt/semantics/native-instruction-set.sh
cpuinfo=$(mktemp)
trap 'rm -f "$cpuinfo"' EXIT
failed=0

# expect SET FLAG...
expect() {
    wanted=$1
    shift
    printf 'processor\t: 0\nflags\t\t: %s\nbugs\t\t: avx512f\n' "$*" > "$cpuinfo"
    said=$("$script" "$cpuinfo")
    [ "$said" = "$wanted" ] || { echo "failed: $said in place of $wanted for: $*" && failed=1; }
}

expect baseline fpu sse2 avx
expect baseline avx2 fma bmi2
expect avx2 fpu avx2 fma bmi2 f16c
expect avx2 fma bmi2 f16c avx2 avx512f avx512bw avx512dq
expect avx512 avx2 fma bmi2 f16c avx512f avx512bw avx512dq avx512vl
[ "$("$script" /nowhere)" = baseline ] || { echo 'failed: without /proc/cpuinfo' && failed=1; }
exit "$failed"
