#!/bin/sh
# Puts what the demo prints on this machine between the markers in README.md. Run it after a change that changes the demo's output.
set -eu
cd -- "$(dirname -- "$0")/.."
demo=$(./lockstep --backend emulator run 05_reduction/demo)
{
  sed '/<!-- demo:begin -->/q' README.md
  printf '\n```\n'
  # The host's times differ from run to run.
  printf '%s\n' "$demo" | sed '/^Host: /,/^$/d'
  printf '```\n\n'
  sed -n '/<!-- demo:end -->/,$p' README.md
} > README.md.new
mv README.md.new README.md
