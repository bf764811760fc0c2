#!/bin/sh
# endless_host.sh PROGRAM LIBRARY: where the host does nothing with the device for too long, the process ends and says where it was.
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

stopped() { # HOW MESSAGE
    told=$(LOCKSTEP_HOST_TIMEOUT=0.5 "$program" "$1" 2>&1)
    expect "exit code of $1" $? 4
    expect "what was printed before $1" "$(printf '%s\n' "$told" | grep -c '^begins$')" 1
    expect "message of $1" "$(printf '%s\n' "$told" | grep -c "endless_host.cu:[0-9]*: error: timeout: the host.* $2")" 1
}

stopped poll 'poll or wait for the device, in [0-9]* calls, and was stopped$'
stopped compute 'own code has run for 0.5 s '
stopped 'at once' 'own code has run for 0.5 s '
stopped sleep 'has slept or waited for 0.5 s '
LOCKSTEP_HOST_TIMEOUT=1 "$program" launch >/dev/null
expect 'exit code of a program that goes on launching' $? 0
exit $failed
