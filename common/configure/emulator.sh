#!/bin/sh
# Prints the folder in which a chapter that is built alone looks for the emulator. Usage: emulator.sh
#
# LOCKSTEP_CUDART may name the library or its folder. Without it: the build of the whole course, made already or not, if this
# file lies in a checkout of the course; else nothing.

cudart=${LOCKSTEP_CUDART:-}
fail() {
  printf 'LOCKSTEP_CUDART is %s, which %s. Set it to the absolute path of libcudart.so.13, or of its folder.\n' \
    "$cudart" "$1" >&2
  exit 1
}

case $cudart in
  '')
    # A chapter enters this folder through a link; -P goes to where it really lies.
    cd -P -- "$(dirname -- "$0")/../.." || exit
    [ ! -f course.toml ] || printf '%s\n' "$PWD/build/tools/emulator/src"
    exit ;;
  /*) ;;
  *) fail 'is a relative path' ;;
esac
folder=$cudart
[ -d "$folder" ] || folder=$(dirname -- "$folder")
[ -e "$folder/libcudart.so.13" ] || fail 'leads to no such library'
cd -- "$folder" && pwd
