#!/bin/sh
# Puts what the demo prints between the markers in README.md, and draws it: docs/screens/demo.svg. Run it after a change that changes the
# demo's output. Takes some ten seconds.
# usage: update-readme.sh [--check] [BUILD]
#   --check  changes nothing, and fails if README.md or the picture would change
#   BUILD    the build folder (default: build), in which the demo and the emulator are built
set -eu
cd -- "$(dirname -- "$0")/.."
check=no
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LOCKSTEP_DEVICE LOCKSTEP_CHECKS LOCKSTEP_SCHEDULE
# The host's times differ from run to run.
LD_LIBRARY_PATH=$build/emulator "$build/chapters/05_reduction/programs/05_reduction_demo" | sed '/^Host: /,/^$/d' > "$work/demo"
docs/draw-screen.py './lockstep run 05_reduction/demo' < "$work/demo" > "$work/demo.svg"
{
  sed '/<!-- demo:begin -->/q' README.md
  printf '\n```\n'
  cat "$work/demo"
  printf '```\n\n'
  sed -n '/<!-- demo:end -->/,$p' README.md
} > "$work/README.md"
if [ $check = yes ]; then
  diff -u README.md "$work/README.md" && diff -u docs/screens/demo.svg "$work/demo.svg" && exit 0
  echo "README.md or its picture is not what the demo prints: run docs/update-readme.sh" >&2
  exit 1
fi
mkdir -p docs/screens
cp "$work/demo.svg" docs/screens/demo.svg
cp "$work/README.md" README.md
