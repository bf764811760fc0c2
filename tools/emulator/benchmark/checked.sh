#!/bin/sh
# What all checks cost, as a multiple of the time without them (memcheck only, the default).
#
#   checked.sh BENCHMARK LIBCUDART [OPTIONS OF THE BENCHMARK]
#
# Prints CSV with the machine in comment lines. Both settings run in turn, ROUNDS times (5), so that
# both see the same machine; the figures are the least processor times, which other programs disturb
# least.
set -eu
benchmark=$1
library=$2
shift 2
LD_LIBRARY_PATH=$(dirname -- "$library")
export LD_LIBRARY_PATH
rounds=${ROUNDS:-5}

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '# %s, %s, %s cores\n' "$(date -u +%Y-%m-%d)" "${processor:-unknown processor}" "$(nproc)"
printf '# command: meson test -C build --benchmark checked\n'
printf '# processor time, one worker: the least of %s rounds in turn, of 3 launches each\n' "$rounds"

results=$(mktemp)
trap 'rm -f "$results"' EXIT
for _ in $(seq "$rounds"); do
    for checks in memcheck all; do
        LOCKSTEP_QUIET=1 LOCKSTEP_WORKERS=1 LOCKSTEP_CHECKS=$checks "$benchmark" "$@" | tail -n +2 | sed "s/^/$checks,/" >>"$results"
    done
done

awk -F, '
    !($2 in seen) { seen[$2] = 1; kernels[++count] = $2 }
    { key = $2 "," $1; if (!(key in least) || $3 + 0 < least[key]) least[key] = $3 + 0 }
    END {
        print "kernel,without_ms,all_ms,ratio"
        for (i = 1; i <= count; ++i) {
            k = kernels[i]
            printf "%s,%.2f,%.2f,%.2f\n", k, least[k ",memcheck"], least[k ",all"], least[k ",all"] / least[k ",memcheck"]
        }
    }' "$results"
