#!/usr/bin/env bash
# What compute-sanitizer's tools find in the cases, on a machine with a GPU. Run it in the top folder:
#
#   tools/emulator/tests/checks/compute_sanitizer.sh FOLDER [PART PARTS]
#
# FOLDER/cases.csv gets a line for each case: its name, what is expected, whether it runs by itself
# ("ok" or "hang"), and what each tool counts: errors (racecheck: hazards), or "hang", "crash", or
# "not run" where the time was up. FOLDER/logs.txt gets what the tools said. With PART and PARTS it is
# one part of the cases; ONLY in the environment names a file with those to run, one name a line.
set -euo pipefail

out=$1 part=${2:-1} parts=${3:-1}
nvcc=${NVCC:-/usr/local/cuda/bin/nvcc}
export SANITIZER=${SANITIZER:-/usr/local/cuda/bin/compute-sanitizer}
export DEADLINE=$(($(date +%s) + ${SECONDS_IN_ALL:-330}))
jobs=${JOBS:-16}
tools='memcheck racecheck initcheck synccheck'
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT

flags=(-std=c++17 -O2 -lineinfo -arch="${ARCH:-native}" -Icommon/include -w)
for source in tools/emulator/tests/checks/*.cu; do
  unit=$(basename "$source" .cu)
  [ "$unit" = device_launch ] || echo "$nvcc ${flags[*]} -c $source -o $WORK/$unit.o"
done > "$WORK/compile"
for unit in device_launch main; do
  echo "$nvcc ${flags[*]} -rdc=true -c tools/emulator/tests/checks/$unit.cu -o $WORK/$unit.rdc"
done >> "$WORK/compile"
xargs -P "$jobs" -I{} sh -c '{}' < "$WORK/compile"
"$nvcc" "${flags[@]}" -cudart "${CUDART:-static}" -o "$WORK/plain" "$WORK"/*.o -ldl
for unit in device_launch main; do mv "$WORK/$unit.rdc" "$WORK/${unit}_rdc.o"; done
"$nvcc" "${flags[@]}" -rdc=true -cudart "${CUDART:-static}" -o "$WORK/rdc" "$WORK"/*_rdc.o -ldl

# Runs a case by itself or under a tool; the result is a file.
run_case() { # PROGRAM CASE TOOL
  local result=$WORK/results/$2.$3 log=$WORK/logs/$2.$3 status=0 count
  if [ "$(date +%s)" -ge "$DEADLINE" ]; then
    echo 'not run' > "$result"
    return
  fi
  if [ "$3" = alone ]; then
    timeout -k 2 20 "$WORK/$1" --case "$2" > "$log" 2>&1 || status=$?
  else
    timeout -k 2 20 "$SANITIZER" --tool "$3" "$WORK/$1" --case "$2" > "$log" 2>&1 || status=$?
  fi
  count=$(sed -nE 's/.*(ERROR SUMMARY: |RACECHECK SUMMARY: )([0-9]+).*/\2/p' "$log" | tail -1)
  if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo hang
  elif [ "$3" = alone ]; then
    if [ "$status" = 0 ]; then echo ok; else echo crash; fi
  else
    echo "${count:-crash}"
  fi > "$result"
}
export -f run_case

mkdir "$WORK/results" "$WORK/logs"
for program in plain rdc; do "$WORK/$program" --list-for-gpu | sed "s/^/$program /"; done |
  awk -v part="$part" -v parts="$parts" 'NR % parts == part % parts' |
  { if [ -n "${ONLY:-}" ]; then grep -wFf "$ONLY"; else cat; fi; } > "$WORK/cases"
while read -r program name _; do
  for tool in alone $tools; do echo "$program ${name%:} $tool"; done
done < "$WORK/cases" | xargs -P "$jobs" -L 1 bash -c 'run_case "$@"' run_case

{
  echo "case,expected,alone,${tools// /,}"
  while read -r program name expected; do
    printf '%s,"%s"' "${name%:}" "$expected"
    for tool in alone $tools; do printf ',%s' "$(cat "$WORK/results/${name%:}.$tool")"; done
    echo
  done < "$WORK/cases"
} > "$out/cases.csv"
(cd "$WORK/logs" && for log in *; do head -c 20000 "$log" | sed "s/^/$log: /"; done) > "$out/logs.txt"
cat "$out/cases.csv"
