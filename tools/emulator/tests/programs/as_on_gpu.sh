#!/bin/sh
# as_on_gpu.sh PROGRAM LIBRARY: without checks it goes on as on a GPU, with a warning for each place or,
# with LOCKSTEP_CHECKS=none, without a word; with checks it stops.
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

unset LOCKSTEP_CHECKS
told=$("$program" 2>&1 >/dev/null)
expect 'exit code without checks' $? 0
expect 'warnings about reads' "$(printf '%s\n' "$told" | grep -c 'warning: out_of_bounds')" 2
expect 'warnings about masks' "$(printf '%s\n' "$told" | grep -c 'warning: warp_mask')" 1
expect 'errors' "$(printf '%s\n' "$told" | grep -c 'error:')" 0

told=$(LOCKSTEP_CHECKS=none "$program" 2>&1 >/dev/null)
expect 'exit code with none' $? 0
expect 'words with none' "$told" ''

"$program" store >/dev/null 2>&1
expect 'exit code with a store behind the end' $? 0

told=$(LOCKSTEP_CHECKS=memcheck "$program" 2>&1)
expect 'exit code with memcheck' $? 1
expect 'errors with memcheck' "$(printf '%s\n' "$told" | grep -c 'error: out_of_bounds')" 1
exit $failed
