#!/bin/sh
# interrupted.sh PROGRAM LIBRARY: where a person waits, Ctrl-C stops a kernel, says so and where its warps are, and ends the program.
set -u
program=$1
LD_LIBRARY_PATH=$(dirname "$2")
export LD_LIBRARY_PATH
failed=0

expect() { # WHAT GOT WANTED
    [ "$2" = "$3" ] && return
    echo "$1: got $2, expected $3"
    failed=1
}

for checks in memcheck all; do
    told=$(LOCKSTEP_INTERACTIVE=1 LOCKSTEP_TIMEOUT=60 LOCKSTEP_CHECKS=$checks "$program" 2>&1)
    expect "exit code with $checks" $? 130
    expect "findings with $checks" "$(printf '%s\n' "$told" | grep -c 'error:')" 1
    expect 'what happened' "$(printf '%s\n' "$told" | grep -c 'timeout: kernel wait_for_flag was interrupted$')" 1
    expect 'where its warps are' "$(printf '%s\n' "$told" | grep -c 'warp 0: 32 lanes run at .*interrupted.cu:12$')" 1
    expect 'why' "$(printf '%s\n' "$told" | grep -c 'why: Ctrl-C stopped the kernel. Whether it would have ended is not known.$')" 1
done
exit $failed
