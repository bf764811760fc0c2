#!/bin/sh
# A chapter's demo has everything in one short file, two small headers aside, and is right on the emulator. It begins with what to
# predict, and ends with what to look at next.
#
#   demo.sh LIBCUDART SOURCE PROGRAM
set -eu
LD_LIBRARY_PATH=$(dirname -- "$1")
export LD_LIBRARY_PATH
source=$2 program=$3
headers=$(dirname -- "$source")/../../common/include/lockstep

fail() {
    printf '%s: %s\n' "$source" "$1" >&2
    exit 1
}

[ "$(wc -l <"$source")" -le 100 ] || fail 'has more than 100 lines'
others=$(grep -h '^#include' "$source" |
    grep -vx -e '#include <lockstep/check.hpp>' -e '#include <lockstep/timer.hpp>' -e '#include <[a-z_.]*>' || true)
[ -z "$others" ] || fail "reads more than check.hpp and timer.hpp: $others"
# What these read in turn is as small: the model's few functions, and nothing of the course besides.
others=$(grep -h '^#include' "$headers/check.hpp" "$headers/timer.hpp" "$headers/model_time.hpp" |
    grep -vx -e '#include <lockstep/check.hpp>' -e '#include <lockstep/model_time.hpp>' \
        -e '#include <lockstep/protocol/model_time_abi.h>' -e '#include <[a-z_.]*>' || true)
[ -z "$others" ] || fail "check.hpp and timer.hpp read more than model_time.hpp: $others"

output=$("$program") || fail "ends with exit code $?"
printf '%s\n' "$output"
printf '%s\n' "$output" | grep -q right || fail 'says of nothing that it is right'
case $output in
    'Predict: '*) ;;
    *) fail 'does not begin with what to predict' ;;
esac
printf '%s\n' "$output" | tail -n 1 | grep -q '^Next: .*\./lockstep ' || fail 'does not end with what to look at next'
