#!/bin/sh
# A disk that is full while the watch runs, in a real terminal (tmux) on the fixture course: nothing is lost, and it is said.
# The course lies on a small disk of its own, which takes a namespace. Usage: full_disk.sh TUTOR COURSE FOLDER_OF_THIS
# shellcheck disable=SC2034,SC2154 # names that driver.sh uses and sets
set -eu
if [ -z "${LOCKSTEP_TEST_DISK:-}" ]; then
    if ! unshare -rm mount -t tmpfs tmpfs /tmp 2>/dev/null; then
        echo "skipped: no disk can be mounted here"
        exit 77
    fi
    LOCKSTEP_TEST_DISK=1 exec unshare -rm "$0" "$@"
fi
work=$(mktemp -d)
mount -t tmpfs -o size=6m tmpfs "$work"
# shellcheck source=/dev/null
. "$3/driver.sh"
trap 'terminal kill-server || true; cd / && umount -l "$work"; rmdir "$work"' EXIT INT TERM
mkdir "$work/tmp"
environment="TMPDIR='$work/tmp'" # temporary files go to the same disk

fill() {
    dd if=/dev/zero of="$work/ballast" bs=4096 2>/dev/null || true
    # Small files that are there keep what their last page has room for.
    if echo >"$work/one_more" 2>/dev/null; then fail "the disk is not full"; fi
}

cp tools/graders/wrong/01_first/square/wrong.cu "$file"
start 'watch square'
shows 'wrong result: n = 2: expected 4, got 2'
press h
shows 'Hint 1 of 2'
# What still compiles has files there, whose room would be free again.
shows_no_more 'looking for the line to blame'
cp .lockstep/progress.json "$work/progress"

fill
press r
shows 'progress cannot be saved'
shows 'No space left on device'
shows 'wrong result' # the verdict is there all the same
cmp -s .lockstep/progress.json "$work/progress" || fail "progress is not as it was"
press h
shows 'Hint 2 of 2'
# Told where the watch tells things, above its keys, and not written over the screen.
screen | grep -v '^$' | tail -n 5 | tr -d '\n' | grep -q 'progress cannot be saved.*No space left on device.*Progress: .*q:quit$' ||
    fail "it is not told that the hint is not recorded"
cmp -s .lockstep/progress.json "$work/progress" || fail "progress is not as it was"
press x y
shows 'Nothing of yours was changed'
cmp -s tools/graders/wrong/01_first/square/wrong.cu "$file" || fail "the learner's file is not as it was"

# Neither of a right answer nor of a right program it is said that it does not compile.
alone() {
    env TMPDIR="$work/tmp" LOCKSTEP_ROOT="$course" LOCKSTEP_BUILD="$course/build" NVCC="$course/bin/nvcc" \
        "$tutor" --backend emulator "$@" >/dev/shm/said.$$ 2>&1 || code=$?
    grep -q "room in $work\|in $work/tmp" /dev/shm/said.$$ || fail "$1: $(cat /dev/shm/said.$$): the full disk is not named"
    rm /dev/shm/said.$$
    test "$code" = 5 || fail "$1 ended with code $code"
}
touch "$file"
alone verify square
alone exec programs/by_itself.cu

rm "$work/ballast"
save solutions/01_first/square.cu
shows 'passed: all 3 cases passed'
press q
shows 'ended with code 0'
grep -q '"passed"' .lockstep/progress.json || fail "it is not kept that the exercise was passed"
