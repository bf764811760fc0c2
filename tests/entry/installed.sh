#!/bin/sh
# installed.sh BUILD PROGRAM: what `meson install` brings runs a program without the checkout, from another folder.
set -u
build=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

expect() { # WHAT GOT WANTED
    [ "$2" = "$3" ] && return
    echo "$1: got $2, expected $3"
    failed=1
}

meson install -C "$build" --no-rebuild --quiet --destdir "$folder/image" >"$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
}
mv "$folder/image" "$folder/elsewhere" # it finds its library from where it lies
run=$(find "$folder/elsewhere" -name lockstep-run -type f)
cd "$folder" || exit 1
unset LOCKSTEP_ROOT LOCKSTEP_BUILD LOCKSTEP_CHECKS LD_LIBRARY_PATH

"$run" --backend emulator exec "$program" >/dev/null 2>&1
expect 'exit code of exec' $? 0
"$run" check "$program" >/dev/null 2>&1
expect 'exit code of check' $? 6
"$run" nothing >/dev/null 2>&1
expect 'exit code of an unknown command' $? 64
expect 'pages for man' "$(find "$folder/elsewhere" -name lockstep-run.1 | grep -c .)" 1
exit $failed
