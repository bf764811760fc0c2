#!/bin/sh
# surroundings.sh PROGRAM LIBRARY: what a program says and returns where there is too little memory, a full disk, or a setting
# that is none.
set -eu
program=$1
LD_LIBRARY_PATH=$(dirname "$2")
export LD_LIBRARY_PATH
failed=0

# expect CODE TEXT COMMAND...: the exit code, and what must stand in the output.
expect() {
    code=0
    output=$(shift 2 && "$@" 2>&1) || code=$?
    case $output in
    *"$2"*) [ "$code" -eq "$1" ] && return ;;
    esac
    shift 2
    echo "failed: $*: exit code $code, output: $output"
    failed=1
}

# shellcheck disable=SC2016  # it is the inner shell's $0
expect 5 'there is not enough address space for device memory' sh -c 'ulimit -v 400000; exec "$0"' "$program"
expect 0 'records are missing' env LOCKSTEP_REPORT=/dev/full "$program"
expect 0 'cannot be written' env LOCKSTEP_REPORT=/nowhere/report "$program"
expect 0 'LOCKSTEP_WORKERS=many is not a number' env LOCKSTEP_WORKERS=many "$program"
expect 0 'LOCKSTEP_TIMEOUT=-1 is not a number' env LOCKSTEP_TIMEOUT=-1 "$program"
expect 0 'racechek is not a check and is ignored' env LOCKSTEP_CHECKS=memcheck,racechek "$program"
expect 0 'LOCKSTEP_STRICT=yes is neither 0 nor 1' env LOCKSTEP_STRICT=yes "$program"
expect 0 'LOCKSTEP_SEED=abc is not a number' env LOCKSTEP_SEED=abc "$program"
expect 0 'LOCKSTEP_INSTRUCTION_SET=sse9 is ignored: this library was built for' env LOCKSTEP_INSTRUCTION_SET=sse9 "$program"
exit "$failed"
