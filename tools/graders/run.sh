#!/bin/sh
# Builds a grader and runs it on the emulator, for Meson: an answer that does not compile fails alone. If Meson
# built the graders, it would then run no test at all.
# Usage: run.sh NINJA BUILD LIBRARY TARGET SOURCE (LIBRARY: the emulator's; SOURCE: the answer's)
ninja=$1
build=$2
library=$3
target=$4
source=$5

# One build at a time, as the tutor's: two calls of the build tool in one folder get in each other's way.
(
    if command -v flock >/dev/null; then flock 9; fi
    # Ninja compares times: a file that was moved to its place may be older than the object. The tutor keeps its source, too
    # (tools/tutor/grading/grading.cpp).
    for object in "$build/$target.p/"*.cu.o; do
        if [ -e "$object" ] && ! cmp -s "$source" "$object.source"; then
            rm "$object" && cp "$source" "$object.source"
        fi
    done
    "$ninja" -C "$build" --quiet "$target"
) 9>"$build/.lockstep-lock" || exit 1

# What the shell may have set must not change a verdict. LOCKSTEP_SEED and LOCKSTEP_TIME_LIMIT stay.
unset LOCKSTEP_CHECKS LOCKSTEP_KEEP_GOING LOCKSTEP_STRICT LOCKSTEP_LEAKS LOCKSTEP_TIMEOUT LOCKSTEP_DEVICE LOCKSTEP_SCHEDULE
unset LOCKSTEP_REPORT LOCKSTEP_COUNTERS LOCKSTEP_TRACE LOCKSTEP_RESULT_FD LOCKSTEP_NONCE
unset LOCKSTEP_VERDICT_FD LOCKSTEP_SEPARATE_PROCESS

LD_LIBRARY_PATH=$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
cd "$build" || exit 5
exec "$build/$target" --no-intro --no-version --test-suite-exclude=time
