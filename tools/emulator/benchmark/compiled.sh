#!/bin/sh
# The interpreter and the compiler in turn, with one worker; the compiler also with counters, and
# both with all checks: processor time, the least of five rounds.
#
#   compiled.sh BENCHMARK LIBCUDART [ANOTHER]
#
# ANOTHER: another version of the library, which takes its turn too. Prints CSV with the machine in
# comment lines. Fails if they do not give the same results.
set -eu
benchmark=$1
library=$2
another=${3:-}
LOCKSTEP_WORKERS=1
LOCKSTEP_QUIET=1
export LOCKSTEP_WORKERS LOCKSTEP_QUIET

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
printf '# %s, %s, %s cores\n' "$(date -u +%Y-%m-%d)" "${processor:-unknown processor}" "$(nproc)"
printf '# command: meson test -C build --benchmark compiled\n'

results=$(mktemp)
trap 'rm -f "$results"' EXIT
measure() { # name JIT counters checks library
    LD_LIBRARY_PATH=$(dirname -- "$5") LOCKSTEP_JIT=$2 LOCKSTEP_COUNTERS=$3 LOCKSTEP_CHECKS=$4 "$benchmark" |
        tail -n +2 | sed "s/^/$1,/" >>"$results"
}
for _ in 1 2 3 4 5; do
    if [ -n "$another" ]; then measure another off 0 memcheck "$another"; fi
    measure interpreted off 0 memcheck "$library"
    measure compiled on 0 memcheck "$library"
    measure counted on 1 memcheck "$library"
    measure checked_interpreted off 0 all "$library"
    measure checked on 0 all "$library"
done

awk -F, -v another="$another" '
    {
        if (!($2 in hash)) { order[++count] = $2; hash[$2] = $4 }
        if (hash[$2] != $4) { print $2 " gives different results" > "/dev/stderr"; failed = 1 }
        key = $1 "," $2
        if (!(key in least) || $3 + 0 < least[key]) least[key] = $3 + 0
    }
    END {
        print "kernel," (another != "" ? "another_ms," : "") "interpreted_ms,compiled_ms,counted_ms,checked_interpreted_ms,checked_ms"
        for (i = 1; i <= count; ++i) {
            printf "%s,", order[i]
            if (another != "") printf "%.2f,", least["another," order[i]]
            printf "%.2f,%.2f,%.2f,%.2f,%.2f\n", least["interpreted," order[i]], least["compiled," order[i]],
                least["counted," order[i]], least["checked_interpreted," order[i]], least["checked," order[i]]
        }
        exit failed
    }' "$results"
