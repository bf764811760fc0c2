#!/usr/bin/env bash
# Counts the chapters' kernels twice, by ncu on the GPU at hand and by the emulator, and writes docs/data/h200_counters.csv anew.
# On a machine with a GPU and ncu, in the top folder; takes two minutes:
#
#   tools/emulator/tests/counters/all_kernels.sh [TUTOR [PROGRAMS [CSV]]]
#
#   TUTOR     ./lockstep, or lockstep-tutor of a build
#   PROGRAMS  a folder with the chapters' programs in it (build/chapters)
#   SECONDS_IN_ALL in the environment: programs that are not begun by then are left out, and named on standard error
set -euo pipefail

tutor=${1:-./lockstep} programs=${2:-build/chapters} csv=${3:-docs/data/h200_counters.csv}
here=$(cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
metrics=$(grep -v '^#' "$here/metrics.txt" | paste -s -d ,)

# Programs launch on the GPU what they launch on the emulator.
same=${SAME_LAUNCHES:-}
if [ -z "$same" ]; then
  same=$work/libsame_launches.so
  c++ -shared -fPIC -O1 -I "$here/../../../../common/include" -o "$same" "$here/same_launches.cpp"
fi

printf 'chapter,program,kernel,grid,block,launch,metric,ncu,emulator,difference,cause\n' > "$work/all.csv"
grep -v '^#' "$here/programs.txt" | while IFS='|' read -r options line; do
  read -ra options <<< "$options"
  read -ra words <<< "$line"
  program=$(find "$programs" -type f -name "${words[0]}" | head -n 1)
  [ -n "$program" ] || { echo "all_kernels.sh: there is no ${words[0]} in $programs" >&2 && exit 5; }
  if [ "$SECONDS" -ge "${SECONDS_IN_ALL:-100000}" ]; then
    echo "all_kernels.sh: left out: $line" >&2
    continue
  fi
  started=$SECONDS
  LD_PRELOAD=$same "$tutor" --backend gpu profile --csv --launches --metrics "$metrics" ${options[@]+"${options[@]}"} \
    "$program" "${words[@]:1}" > "$work/one.csv" 2> "$work/said" < /dev/null || tail -n 1 "$work/said" >&2
  echo "$((SECONDS - started)) s  $(wc -l < "$work/one.csv") lines  $line" >&2
  # What is 0 or missing on both sides says nothing, and what one side alone launched has nothing to be compared with.
  awk -v chapter="${words[0]%%_*}" -v program="$line" 'NR > 1 && $0 !~ /,0?,0?,0?,$/ && $0 !~ /,,,$/ { print chapter "," program "," $0 }' \
    "$work/one.csv" >> "$work/all.csv"
done
mkdir -p "$(dirname "$csv")"
{
  echo "# One $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sed 's/, /, driver /'), $(ncu --version | grep -o 'Version [0-9.]*' | sed 's/Version/ncu/'), $(date -u +%F)."
  echo '# tools/emulator/tests/counters/all_kernels.sh: what tools/emulator/tests/counters/programs.txt names, by lockstep profile --backend gpu --csv'
  echo '# Each launch counted by ncu and by the emulator. Metrics that are 0 on both, or do not exist, are left out.'
  cat "$work/all.csv"
} > "$csv"
