#!/bin/sh
# Puts the report of each example in tests/reports between the markers in docs/checks.md. Run it after a change to what the checks find or say.
# usage: update-checks.sh [--check] [BUILD]
#   --check  changes nothing, and fails if the page would change
#   BUILD    the build folder (default: build), in which the tutor, the emulator and the examples are built
set -eu
root=$(cd -- "$(dirname -- "$0")/.." && pwd)
check=no
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
build=$(cd -- "${1:-$root/build}" && pwd)
page=$root/docs/checks.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
LOCKSTEP_ROOT=$root LOCKSTEP_BUILD=$build
export LOCKSTEP_ROOT LOCKSTEP_BUILD
unset LOCKSTEP_DEVICE LOCKSTEP_CHECKS
cd "$root/tests/reports"

# The findings of the kind that the example is named after. Addresses of device memory differ from run to run in all but their last digits.
report() {
  limit=60
  [ "$2" != timeout ] || limit=0.2
  "$build/tutor/lockstep-tutor" check --backend emulator --workers 1 --leaks --timeout $limit "$1" "$2" > "$work/report" 2>&1 || true
  awk -v name="$2" -v RS= '
    { kind = $0; sub(/[^\n]*: (error|warning): /, "", kind); sub(/:.*/, "", kind) }
    index(name, kind) == 1 { print (shown++ ? "\n" : "") $0 }
  ' "$work/report" | sed 's/0x7[0-9a-f]\{8\}\([0-9a-f]\{3\}\)/0x7f0000000\1/g'
}

# The example's code: what stands between // [NAME] and // [end], moved to the left.
code() {
  awk -v name="// [$1]" '
    { line = $0; sub(/^ +/, "", line) }
    line == "// [end]" { on = 0 }
    on { if (indent == -1 && line != "") { match($0, /^ */); indent = RLENGTH }; print substr($0, indent + 1) }
    line == name { on = 1; indent = -1 }
  ' ./*.cu
}

for program in "$build/tests/reports/report_examples" "$build/tests/reports/report_examples_device_launch"; do
  LD_LIBRARY_PATH=$build/emulator "$program" --list | while read -r name; do
    {
      printf '\n```cpp\n'
      code "$name"
      # shellcheck disable=SC2016  # Markdown's fences
      printf '```\n\n```\n'
      report "$program" "$name"
      printf '```\n\n'
    } > "$work/$name.md"
  done
done

# A line for each class of cases: in how many of those that ran on the GPU each tool counts something, and the checks here find what is expected,
# which tests/checks makes sure of but for the cases of open.txt.
awk '
  FILENAME ~ /open\.txt$/ { if (/^[a-z]/) { sub(/:.*/, ""); open[$0] = 1 }; next }
  /^#/ || /^case,/ { next }
  {
    name = $0; sub(/,.*/, "", name)
    rest = substr($0, length(name) + 2)
    if (rest ~ /^"/) { class = substr(rest, 2); sub(/".*/, "", class); rest = substr(rest, length(class) + 4) }
    else { class = rest; sub(/,.*/, "", class); rest = substr(rest, length(class) + 2) }
    sub(/,.*/, "", class)
    sub(/ \(warning\)/, ", a warning", class)
    split(rest, count, ",")  # alone, memcheck, racecheck, initcheck, synccheck
    if (!(class in cases)) { order[++classes] = class; cases[class] = 0 }
    if (count[2] == "not run") { missing++; next }
    cases[class]++; all++
    any = 0
    for (i = 2; i <= 5; ++i) if (count[i] + 0 > 0) { found[class, i]++; any = 1 }
    found[class, "any"] += any
    found[class, "here"] += (name in open) ? 0 : 1
  }
  function row(title, class) {
    printf "| %s | %d |", title, cases[class]
    for (i = 2; i <= 5; ++i) printf " %s |", found[class, i] + 0 == 0 ? "" : found[class, i]
    printf " %d | %d |\n", found[class, "any"], class == "clean" ? cases[class] - found[class, "here"] : found[class, "here"]
  }
  END {
    print "\n| class | cases | memcheck | racecheck | initcheck | synccheck | any of the four | `lockstep check` |"
    print "| --- | --: | --: | --: | --: | --: | --: | --: |"
    for (c = 1; c <= classes; ++c) if (order[c] != "clean" && cases[order[c]] > 0) row("`" order[c] "`", order[c])
    row("no bug: false alarms", "clean")
    printf "\n%d cases ran on the GPU", all
    if (missing) printf "; for %d the time was up", missing
    print ".\n"
  }
' "$root/tests/checks/open.txt" "$root/docs/data/h200_compute_sanitizer.csv" > "$work/sanitizer"

awk -v work="$work" '
  /<!-- sanitizer:end -->/ { inside = 0 }
  /<!-- report:end -->/ { inside = 0 }
  !inside { print }
  /<!-- sanitizer:begin -->/ {
    while ((getline line < (work "/sanitizer")) > 0) print line
    inside = 1
  }
  /<!-- report:[a-z_]+ -->/ && !/report:end/ {
    name = $0; sub(/.*report:/, "", name); sub(/ -->.*/, "", name)
    file = work "/" name ".md"
    if ((getline line < file) < 0) { print "there is no example " name > "/dev/stderr"; exit 1 }
    do print line; while ((getline line < file) > 0)
    inside = 1
  }
' "$page" > "$work/page"

if [ $check = yes ]; then
  diff -u "$page" "$work/page" && exit 0
  echo "docs/checks.md is not up to date: run docs/update-checks.sh" >&2
  exit 1
fi
cp "$work/page" "$page"
