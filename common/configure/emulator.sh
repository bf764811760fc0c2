#!/bin/sh
# Prints the folder in which a chapter that is built alone looks for the emulator. Usage: emulator.sh CHECKOUT
#
# LOCKSTEP_CUDART may name the library or its folder. Without it: the build of the whole course, made already or not.

cudart=${LOCKSTEP_CUDART:-}
if [ -z "$cudart" ]; then
  cd -- "$1" && printf '%s\n' "$PWD/build/emulator"
elif [ -d "$cudart" ]; then
  cd -- "$cudart" && pwd
elif [ -e "$cudart" ]; then
  cd -- "$(dirname -- "$cudart")" && pwd
else
  printf 'LOCKSTEP_CUDART is %s, which does not exist. It must name libcudart.so.13 or the folder that holds it.\n' \
    "$cudart" >&2
  exit 1
fi
