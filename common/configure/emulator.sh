#!/bin/sh
# Prints the folder in which a chapter that is built alone looks for the emulator. Usage: emulator.sh CHECKOUT
#
# LOCKSTEP_CUDART may name the library or its folder. Without it: the build of the whole course, made already or not.

cudart=${LOCKSTEP_CUDART:-}
fail() {
  printf 'LOCKSTEP_CUDART is %s, which %s. It must name libcudart.so.13, or the folder that holds it, from the root: /...\n' \
    "$cudart" "$1" >&2
  exit 1
}

case $cudart in
  '') cd -- "$1" && printf '%s\n' "$PWD/build/emulator" && exit ;;
  /*) ;;
  *) fail 'is relative to a folder that Meson does not tell' ;;
esac
folder=$cudart
[ -d "$folder" ] || folder=$(dirname -- "$folder")
[ -e "$folder/libcudart.so.13" ] || fail 'leads to no such library'
cd -- "$folder" && pwd
