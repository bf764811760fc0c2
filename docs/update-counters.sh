#!/bin/sh
# Puts the comparison of counters between the markers in docs/counters.md. Run it after a change of what is counted. Takes a minute, 1 GB of
# memory, and nvcc.
set -eu
cd -- "$(dirname -- "$0")/.."
tables=$(tests/counters/compare.sh --markdown --large --chapters ./lockstep)
{
  sed '/<!-- counters:begin -->/q' docs/counters.md
  printf '\n%s\n\n' "$tables"
  sed -n '/<!-- counters:end -->/,$p' docs/counters.md
} > docs/counters.md.new
mv docs/counters.md.new docs/counters.md
