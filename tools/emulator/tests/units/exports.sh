#!/bin/sh
# Every name that NVIDIA's runtime library exports must be exported by ours, under the same version.
# usage: exports.sh OUR_LIBRARY THEIR_LIBRARY
set -eu
names() { nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' | grep '^_*cuda' | sort; }
missing=$(
  names "$1" > "${TMPDIR:-/tmp}/ours.$$"
  names "$2" | comm -13 "${TMPDIR:-/tmp}/ours.$$" -
  rm -f "${TMPDIR:-/tmp}/ours.$$"
)
if [ -n "$missing" ]; then
  echo "exported by $2 and not by $1 (implement them, or name them in tools/emulator/src/cudart/observations/refusals.def):"
  echo "$missing"
  exit 1
fi
