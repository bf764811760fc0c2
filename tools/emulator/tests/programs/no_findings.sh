#!/bin/sh
# no_findings.sh PROGRAM LIBRARY: the checks find nothing in a program that is right.
set -eu
LD_LIBRARY_PATH=$(dirname "$2")
LOCKSTEP_CHECKS=all
LOCKSTEP_REPORT=$(mktemp)
export LD_LIBRARY_PATH LOCKSTEP_CHECKS LOCKSTEP_REPORT
trap 'rm -f "$LOCKSTEP_REPORT"' EXIT
"$1"
grep -q '"type":"kernel"' "$LOCKSTEP_REPORT"
! grep '"type":"finding"' "$LOCKSTEP_REPORT"
