#!/bin/sh
# picture_is_current.sh MANDELBROT PICTURE: passes if the program draws what the lesson shows. To make it anew:
#   MANDELBROT --side 512 --limit 512 --first 64 --smallest 8 --cut 2 --svg mandelbrot.svg
drawn=$(mktemp)
trap 'rm -f "$drawn"' EXIT
"$1" --side 512 --limit 512 --first 64 --smallest 8 --cut 2 --repeats 1 --svg "$drawn" || {
    code=$?
    [ "$code" -eq 5 ] && exit 77 # no device: skipped
    exit "$code"
}
cmp "$drawn" "$2"
