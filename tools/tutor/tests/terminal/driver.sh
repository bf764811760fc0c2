# shellcheck shell=sh
# The watch in a real terminal (tmux) on the fixture course: for scripts that are called with TUTOR COURSE FOLDER_OF_THIS. Goes into a
# copy of the course in $work, a folder that is removed at the end.
set -eu
tutor=$1 course_source=$2 golden=$3/golden
work=${work:-$(mktemp -d)}
export TMUX_TMPDIR="$work"
terminal() { tmux -f /dev/null -L lockstep-test "$@"; }
finish() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT INT TERM

course="$work/a course" # paths with spaces are paths, too
cp -R "$course_source" "$course"
cd "$course" || exit
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

# Waits until it does not show a text any more.
shows_no_more() {
    for _ in $(seq 300); do
        screen | grep -qF -- "$1" || return 0
        sleep 0.1
    done
    fail "the screen still shows: $1"
}

shows_not() { ! screen | grep -qF -- "$1" || fail "the screen shows: $1"; }

press() { for key; do terminal send-keys -t test "$key"; done; }

# The whole screen is as it was, but for the seed, which is another each time.
is_screen() {
    screen | sed 's/--seed [0-9]*/--seed SEED/; s/[[:space:]]*$//' >"$work/now"
    if [ -n "${LOCKSTEP_UPDATE_GOLDEN:-}" ]; then cp "$work/now" "$golden/$1.txt"; fi
    diff "$golden/$1.txt" "$work/now" || fail "not the screen golden/$1.txt"
}

# start OPTIONS: the watch, with the words of $environment before it, in a terminal of 24 rows and 80 columns; its exit code is shown at its end.
start() {
    terminal new-session -d -s test -x 80 -y 24 \
        "env -u NO_COLOR ${environment:-} LC_ALL=C.UTF-8 EDITOR='sh -c \"echo // edited >>\\\"\$1\\\"\" sh' \
            LOCKSTEP_ROOT='$course' LOCKSTEP_BUILD='$course/build' '$tutor' --backend emulator $1; \
            echo \"ended with code \$?\"; sleep 1000"
}

stop() { terminal kill-session -t test; }

# Saves an answer as an editor does that writes another file and renames it.
save() {
    cp "$1" "$file.new"
    mv "$file.new" "$file"
}
