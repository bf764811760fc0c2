#!/bin/sh
# The interpreter and the compiler in turn, with one worker; the compiler also with counters and with
# all checks: processor time, the least of five rounds.
#
#   compiled.sh BENCHMARK LIBCUDART
#
# Prints CSV with the machine in comment lines. Fails if they do not give the same results.
set -eu
benchmark=$1
LD_LIBRARY_PATH=$(dirname -- "$2")
LOCKSTEP_WORKERS=1
LOCKSTEP_QUIET=1
export LD_LIBRARY_PATH LOCKSTEP_WORKERS LOCKSTEP_QUIET

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '# %s, %s, %s cores\n' "$(date -u +%Y-%m-%d)" "${processor:-unknown processor}" "$(nproc)"
printf '# command: meson test -C build --benchmark compiled\n'

results=$(mktemp)
trap 'rm -f "$results"' EXIT
measure() { # name JIT counters checks
    LOCKSTEP_JIT=$2 LOCKSTEP_COUNTERS=$3 LOCKSTEP_CHECKS=$4 "$benchmark" | tail -n +2 | sed "s/^/$1,/" >>"$results"
}
for _ in 1 2 3 4 5; do
    measure interpreted off 0 memcheck
    measure compiled on 0 memcheck
    measure counted on 1 memcheck
    measure checked on 0 all
done

awk -F, '
    {
        if (!($2 in hash)) { order[++count] = $2; hash[$2] = $4 }
        if (hash[$2] != $4) { print $2 " gives different results" > "/dev/stderr"; failed = 1 }
        key = $1 "," $2
        if (!(key in least) || $3 + 0 < least[key]) least[key] = $3 + 0
    }
    END {
        print "kernel,interpreted_ms,compiled_ms,counted_ms,checked_ms"
        for (i = 1; i <= count; ++i)
            printf "%s,%.2f,%.2f,%.2f,%.2f\n", order[i], least["interpreted," order[i]],
                least["compiled," order[i]], least["counted," order[i]], least["checked," order[i]]
        exit failed
    }' "$results"
