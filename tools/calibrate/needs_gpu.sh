#!/bin/sh
# needs_gpu.sh PROGRAM LIBRARY: on the emulator the program measures nothing and says why, with exit code 5; a group that there is
# not is 64.
set -u
LD_LIBRARY_PATH=$(dirname "$2")
export LD_LIBRARY_PATH
said=$("$1" --csv 2>&1)
code=$?
if [ $code != 5 ] || [ "${said#calibrate needs a GPU}" = "$said" ]; then
    printf 'exit code %s, and it said:\n%s\n' $code "$said"
    exit 1
fi
"$1" --only nothing >/dev/null 2>&1
code=$?
[ $code = 64 ] || { echo "exit code $code for a group that there is not"; exit 1; }
