#!/bin/sh
# The emulator's speed with one worker and with two, counters off and on, and with all checks.
#
#   run.sh BENCHMARK LIBCUDART [OPTIONS OF THE BENCHMARK]
#
# Kernels are interpreted; compiled.sh says what compiling them gains. Prints CSV with the machine in
# comment lines, then the ratios that count as comments too. Each
# setting runs in turn, three times; the figures are medians of the runs' medians.
set -eu
benchmark=$1
library=$2
shift 2
LD_LIBRARY_PATH=$(dirname -- "$library")
LOCKSTEP_JIT=off
export LD_LIBRARY_PATH LOCKSTEP_JIT

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '# %s, %s, %s cores\n' "$(date -u +%Y-%m-%d)" "${processor:-unknown processor}" "$(nproc)"
printf '# command: meson test -C build --benchmark emulator\n'

results=$(mktemp)
trap 'rm -f "$results"' EXIT
for _ in 1 2 3; do
    for setting in "1 memcheck" "2 memcheck" "1 all"; do
        LOCKSTEP_WORKERS=${setting% *} LOCKSTEP_CHECKS=${setting#* } "$benchmark" "$@" | tail -n +2 >>"$results"
    done
done

awk -F, '
    function median(key,   n, i, j, t, v) {
        n = split(values[key], v, " ")
        for (i = 1; i <= n; ++i)
            for (j = i + 1; j <= n; ++j)
                if (v[j] + 0 < v[i] + 0) { t = v[i]; v[i] = v[j]; v[j] = t }
        return v[int((n + 1) / 2)]
    }
    {
        key = $1 "," $2 "," $3 "," $4 "," $5 "," $6
        if (!(key in values)) order[++count] = key
        if (!($1 in seen)) { seen[$1] = $1 "," $2 "," $3; kernels[++kernel_count] = $1 }
        values[key] = values[key] " " $7
        instructions[key] = $8
    }
    END {
        print "kernel,elements,block,workers,checks,counters,ms,thread_instructions,giga_per_second"
        for (i = 1; i <= count; ++i) {
            ms = median(order[i])
            printf "%s,%.1f,%s,%.2f\n", order[i], ms, instructions[order[i]], instructions[order[i]] / ms / 1e6
        }
        for (i = 1; i <= kernel_count; ++i) {
            k = seen[kernels[i]]
            off = median(k ",1,memcheck,off")
            printf "# %s: counters cost %.2fx, all checks %.2fx; two workers %.2fx as fast\n", kernels[i], median(k ",1,memcheck,on") / off, median(k ",1,all,off") / off, off / median(k ",2,memcheck,off")
        }
    }' "$results"
