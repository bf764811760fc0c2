#!/bin/sh
# Drives the watch in a real terminal (tmux) on the fixture course, and compares screens.
# Usage: watch.sh TUTOR COURSE FOLDER_OF_THIS; LOCKSTEP_UPDATE_GOLDEN=1 writes the screens.
set -eu
tutor=$1 course_source=$2 golden=$3/golden
work=$(mktemp -d)
export TMUX_TMPDIR="$work"
terminal() { tmux -f /dev/null -L lockstep-test "$@"; }
finish() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT INT TERM

course="$work/a course" # paths with spaces are paths, too
cp -R "$course_source" "$course"
cd "$course"
{
    git init -q . && git add -A && git -c user.name=Test -c user.email=test@localhost commit -qm Course
    bin/configure . && ninja -k 0 -C build
} >"$work/build.log" 2>&1 || true # one answer does not compile, on purpose
file=exercises/01_first/square.cu

screen() { terminal capture-pane -p -t test; }

fail() {
    echo "$1; the screen:" >&2
    screen >&2
    exit 1
}

# Waits until the screen shows a text: it may take some time on a busy machine.
shows() {
    for _ in $(seq 300); do
        screen | grep -qF -- "$1" && return
        sleep 0.1
    done
    fail "the screen does not show: $1"
}

shows_not() { ! screen | grep -qF -- "$1" || fail "the screen shows: $1"; }

press() { for key; do terminal send-keys -t test "$key"; done; }

# The whole screen is as it was, but for the seed, which is another each time.
is_screen() {
    screen | sed 's/--seed [0-9]*/--seed SEED/; s/[[:space:]]*$//' >"$work/now"
    if [ -n "${LOCKSTEP_UPDATE_GOLDEN:-}" ]; then cp "$work/now" "$golden/$1.txt"; fi
    diff "$golden/$1.txt" "$work/now" || fail "not the screen golden/$1.txt"
}

# start OPTIONS: the watch in a terminal of 24 rows and 80 columns; its exit code is shown at its end.
start() {
    terminal new-session -d -s test -x 80 -y 24 \
        "env -u NO_COLOR LC_ALL=C.UTF-8 EDITOR='sh -c \"echo // edited >>\\\"\$1\\\"\" sh' \
            LOCKSTEP_ROOT='$course' LOCKSTEP_BUILD='$course/build' '$tutor' --backend emulator $1; \
            echo \"ended with code \$?\"; sleep 1000"
}

stop() { terminal kill-session -t test; }

# Saves an answer as an editor does that writes another file and renames it.
save() {
    cp "$1" "$file.new"
    mv "$file.new" "$file"
}

start ''
shows 'wrong result: n = 2: expected 4, got 2'
is_screen stub

press h h
shows 'Hint 2 of 2'
press h
shows 'There are no more hints.'
press n
shows 'This one does not pass yet'

save solutions/01_first/square.cu
shows 'passed: all 3 cases passed'
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
shows 'wrong result'
[ "$(find .lockstep/backups/01_first/square -name '*.cu' | wc -l)" = 1 ] || fail "no copy was kept"
git diff --quiet -- "$file" || fail "the stub is not there"

# A window of another size, down to one in which hardly anything fits.
terminal resize-window -t test -x 50 -y 14
shows 'more lines'
is_screen small
press End
shows '--seed'
terminal resize-window -t test -x 9 -y 3
sleep 0.3
terminal resize-window -t test -x 80 -y 24
shows 'wrong result'

rm "$file"
shows 'exercises/01_first/square.cu is missing'
save graders/wrong/01_first/square/host_loop.cu
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

save graders/wrong/01_first/square/host_loop.cu
shows 'checking 01_first/square'
press C-c
shows 'ended with code 0'
shows 'solved. ./lockstep goes on where you were.'
if pgrep -f "$course/build/graders" >/dev/null; then fail "a grader is left"; fi
stop

save solutions/01_first/square.cu
start 'watch square --manual'
shows 'r checks it.'
save graders/wrong/01_first/square/wrong.cu
sleep 1.5
shows 'r checks it.'
press r
shows 'wrong result'
press q
shows 'ended with code 0'
