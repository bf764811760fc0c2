#!/bin/sh
# comes_out.sh PROGRAM ARGUMENTS...: passes if what the program predicts comes out; skipped where there is no device.
"$@"
code=$?
[ "$code" -eq 5 ] && exit 77
exit "$code"
