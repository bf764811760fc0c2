#!/bin/sh
# native-instruction-set.sh [CPUINFO]: the best instruction set of choice.cpp that this processor has.
set -eu
flags=$(sed -n '/^flags[[:space:]]*:/{s/^[^:]*://;p;q;}' "${1:-/proc/cpuinfo}" 2>/dev/null) || flags=

has_all() {
    for flag in "$@"; do
        case " $flags " in
        *" $flag "*) ;;
        *) return 1 ;;
        esac
    done
}

if ! has_all avx2 fma bmi2 f16c; then
    echo baseline
elif ! has_all avx512f avx512bw avx512dq avx512vl; then
    echo avx2
else
    echo avx512
fi
