#!/bin/sh
# counts.sh EXAMPLES LIBRARY: the counts in LOCKSTEP_REPORT are those of all launches, also where nothing runs at the program's end.
set -eu
report=$(mktemp)
trap 'rm -f "$report"' EXIT
LD_LIBRARY_PATH=$(dirname "$2") LOCKSTEP_CHECKS=racecheck LOCKSTEP_QUIET=1 LOCKSTEP_REPORT=$report "$1" three_launches_and_no_exit
grep -q '"type":"finding".*"kind":"race".*,"count": *768,"launches": *3}$' "$report" &&
    grep -q '"type":"kernel","kernel":"[^"]*reverse(int\*)","launches": *3}$' "$report" && exit 0
cat "$report"
exit 1
