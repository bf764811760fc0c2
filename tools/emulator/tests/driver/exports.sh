#!/bin/sh
# Every name that NVIDIA's driver library exports must be a function of ours.
# usage: exports.sh OUR_LIBRARY THEIR_LIBRARY
set -eu
names() { nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | grep '^cu[A-Z]' | sort; }
missing=$(
  names "$1" > "${TMPDIR:-/tmp}/ours.$$"
  names "$2" | comm -13 "${TMPDIR:-/tmp}/ours.$$" -
  rm -f "${TMPDIR:-/tmp}/ours.$$"
)
if [ -n "$missing" ]; then
  echo "exported by $2 and not by $1 (implement them, or name them in tools/emulator/src/driver/refusals.def):"
  echo "$missing"
  exit 1
fi
