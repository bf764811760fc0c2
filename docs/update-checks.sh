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
  "$build/tutor/lockstep-tutor" check --backend emulator --leaks --timeout $limit "$1" "$2" > "$work/report" 2>&1 || true
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
    on { if (indent == -1) { match($0, /^ */); indent = RLENGTH }; print substr($0, indent + 1) }
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

awk -v work="$work" '
  /<!-- report:end -->/ { inside = 0 }
  !inside { print }
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
