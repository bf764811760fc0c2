#!/bin/sh
# Runs a program on the emulator with all checks; fails if it fails, or if they find anything.
#
#   clean.sh LIBCUDART PROGRAM [OPTIONS]
set -eu
LD_LIBRARY_PATH=$(dirname -- "$1")
LOCKSTEP_REPORT=$(mktemp)
LOCKSTEP_CHECKS=all LOCKSTEP_QUIET=1
export LD_LIBRARY_PATH LOCKSTEP_REPORT LOCKSTEP_CHECKS LOCKSTEP_QUIET
trap 'rm -f "$LOCKSTEP_REPORT"' EXIT
shift
"$@" >/dev/null
if grep '"type":"finding"' "$LOCKSTEP_REPORT"; then exit 1; fi
