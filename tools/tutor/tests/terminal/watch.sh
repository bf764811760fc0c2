#!/bin/sh
# Drives the watch in a real terminal (tmux) on the fixture course, and compares screens.
# Usage: watch.sh TUTOR COURSE FOLDER_OF_THIS; LOCKSTEP_UPDATE_GOLDEN=1 writes the screens.
# shellcheck disable=SC2034,SC2154 # names that driver.sh uses and sets
set -eu
# shellcheck source=/dev/null
. "$3/driver.sh"

# The first day: a welcome, then the task of the first exercise.
start ''
shows 'Press any key for the first exercise.'
is_screen welcome
press Space
shows '-> Open exercises/01_first/square.cu, write what the TODO asks for'
is_screen stub

press h h
shows 'Hint 2 of 2'
press h
shows 'There are no more hints.'
press n
shows 'This one does not pass yet'

# The reason and what to do are on a screen of 80 columns and 24 rows, without scrolling.
save tools/graders/wrong/01_first/square/warns.cu
shows 'nvcc warns: line 5: left shift count'
save tools/graders/wrong/01_first/square/races.cu
shows 'a check found something'
shows '-> Compare the index with n.'
is_screen finding

save solutions/01_first/square.cu
shows 'passed: all 3 cases passed'
shows 'Remember: A product takes one step.'
shows '-> n goes to the next exercise: 01_first/promise'
shows '1/2'
is_screen passed

press f
shows 'Enter goes back'
press Enter
shows '1/2'

press l
shows 'Exercises'
is_screen list
press / p r o m
shows '/prom_'
shows_not 'square'
press Enter Enter
shows 'exercises/01_first/promise.cu'
shows 'h:hint'

press l Up Enter
shows 'exercises/01_first/square.cu'
shows 's:solution'
press x
shows 'Put the stub in place of exercises/01_first/square.cu?'
press n
shows 's:solution'
press x
shows 'y:yes'
press y
shows 'not started'
shows '-> Open exercises/01_first/square.cu'
[ "$(find .lockstep/backups/01_first/square -name '*.cu' | wc -l)" = 1 ] || fail "no copy was kept"
git diff --quiet -- "$file" || fail "the stub is not there"

# A window of another size, down to one in which hardly anything fits.
save tools/graders/wrong/01_first/square/wrong.cu
shows 'wrong result'
terminal resize-window -t test -x 50 -y 11
shows 'more lines'
press n
shows 'This one does not pass yet'
is_screen small
shows '--seed'
press End
shows 'grader.cpp'
terminal resize-window -t test -x 9 -y 3
sleep 0.3
terminal resize-window -t test -x 80 -y 24
shows 'wrong result'

rm "$file"
shows 'exercises/01_first/square.cu is missing'
save tools/graders/wrong/01_first/square/host_loop.cu
shows 'checking 01_first/square'
press h h # not while it checks
save solutions/01_first/square.cu
shows 'passed: all 3 cases passed'
shows_not 'Hint'

press c
shows 'of 2 pass.'
press e
sleep 0.2
shows 'passed: all 3 cases passed'
tail -n 1 "$file" | grep -q '// edited' || fail "the editor did not run"

save tools/graders/wrong/01_first/square/host_loop.cu
shows 'checking 01_first/square'
press C-c
shows 'ended with code 0'
shows 'solved. ./lockstep continues where you stopped.'
if pgrep -f "$course/build/tools/graders" >/dev/null; then fail "a grader is left"; fi
stop

save solutions/01_first/square.cu
start 'watch square --seed 7'
shows 'passed: all 3 cases passed'
save tools/graders/wrong/01_first/square/wrong.cu
shows 'verify 01_first/square --seed 7'
press q
shows 'ended with code 0'
stop

save solutions/01_first/square.cu
start 'watch square --manual'
shows 'Press r to check it.'
save tools/graders/wrong/01_first/square/wrong.cu
sleep 1.5
shows 'Press r to check it.'
press r
shows 'wrong result'
press q
shows 'ended with code 0'
stop

# Where no notices of saved files can be had, they are looked at.
c++ -shared -fPIC -x c++ -o "$work/no_notices.so" - <<'END'
#include <cerrno>
extern "C" int inotify_init1(int) { return errno = EMFILE, -1; }
END
save solutions/01_first/square.cu
environment="LD_PRELOAD='$work/no_notices.so'"
start 'watch square'
shows 'passed: all 3 cases passed'
save tools/graders/wrong/01_first/square/wrong.cu
shows 'wrong result: n = 2: expected 4, got 2'
rm "$file"
shows 'exercises/01_first/square.cu is missing'
save solutions/01_first/square.cu
shows 'passed: all 3 cases passed'
press q
shows 'ended with code 0'
