#!/bin/sh
# Puts what the emulator knows between the markers in docs/emulator-coverage.md. Run it after a change to the emulator's instruction table or
# to the functions that it exports.
# usage: update-coverage.sh [--check] [LIBRARY [HEADERS]]
#   --check  changes nothing, and fails if the page would change
#   LIBRARY  the emulator's libcudart.so.13 (default: build/emulator/libcudart.so.13)
#   HEADERS  the toolkit's folder of headers, whose manual gives the sections (default: that of nvcc)
set -eu
root=$(cd -- "$(dirname -- "$0")/.." && pwd)
check=no
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
library=${1:-$root/build/emulator/libcudart.so.13}
headers=${2:-$("$root/common/configure/toolkit.sh" | head -n 1)}
refusals=$root/emulator/cudart/observations/refusals.def
instructions=$root/emulator/ptx/instructions.def
page=$root/docs/emulator-coverage.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME TAB SECTION of every function in the toolkit's headers, in the manual's order. Deprecated functions stand with their section.
awk '
  /\\defgroup CUDART/ {
    section = $0
    sub(/.*\\defgroup /, "", section)
    group = section
    sub(/ .*/, "", group)
    sub(/^[A-Z0-9_]+ /, "", section)
    sub(/ *\[DEPRECATED\].*/, "", section)
    sub(/ *\*\/.*/, "", section)
    sub(/ +$/, "", section)
    title[group] = section
  }
  /\\addtogroup CUDART/ { group = $0; sub(/.*\\addtogroup /, "", group); sub(/ .*/, "", group); section = title[group] }
  match($0, /CUDARTAPI(_CDECL)? +cuda[A-Za-z0-9_]+\(/) {
    name = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", name)
    sub(/\(/, "", name)
    if (!(name in seen)) print name "\t" section
    seen[name] = 1
  }
' "$headers/cuda_runtime_api.h" "$headers/cuda_profiler_api.h" > "$work/sections"

# NAME of every function that the library exports, once.
nm -D --defined-only "$library" | awk '$3 ~ /^cuda/ { sub(/@.*/, "", $3); sub(/_pt[ds][sz]$/, "", $3); print $3 }' | sort -u > "$work/exported"

# NAME TAB REASON of those that it refuses.
sed -n 's/^REASON(\([a-z]*\), "\(.*\)")$/R \1 \2/p; s/^REFUSAL(\(cuda[A-Za-z0-9]*\)\(_pt[a-z]*\)*, \([a-z]*\))$/N \1 \3/p' "$refusals" | awk '
  $1 == "R" { reason = $2; sub(/^R [a-z]* /, ""); text[reason] = $0; next }
  !($2 in seen) { seen[$2] = 1; print $2 "\t" text[$3] }
' > "$work/refused"

functions() {
  awk -F '\t' '
    FILENAME ~ /sections$/ { section[$1] = $2; place[$1] = FNR; if (!($2 in known)) { known[$2] = 1; order[++count] = $2 }; next }
    FILENAME ~ /refused$/ { reason[$1] = $2; next }
    {
      where = ($1 in section) ? section[$1] : "Other"
      if (where == "Other" && !(where in known)) { known[where] = 1; order[++count] = where }
      if ($1 in reason) {
        if (!((where, reason[$1]) in refused)) reasons[where] = reasons[where] SUBSEP reason[$1]
        refused[where, reason[$1]] = refused[where, reason[$1]] ", `" $1 "`"
      } else works[where] = works[where] ", `" $1 "`"
    }
    END {
      for (i = 1; i <= count; ++i) {
        where = order[i]
        if (works[where] == "" && reasons[where] == "") continue
        print "### " where "\n"
        if (works[where] != "") print "Supported: " substr(works[where], 3) ".\n"
        n = split(reasons[where], list, SUBSEP)
        for (j = 2; j <= n; ++j) print "Refused, because " list[j] ": " substr(refused[where, list[j]], 3) ".\n"
      }
    }
  ' "$work/sections" "$work/refused" "$work/exported"
}

# What the table has, section by section, and of the instructions of docs/data/ptx-isa.txt those that it does not have.
supported_instructions() {
  awk '
    /^\/\/ 9\.7/ { sub(/^\/\/ /, ""); print "\n### " $0 "\n\n| instruction | modifiers |\n| --- | --- |"; next }
    /^INSTRUCTION\(/ { split($0, part, "\""); print "| `" part[2] "` | " (part[4] == "" ? "" : "`" part[4] "`") " |" }
  ' "$instructions"
}
refused_instructions() {
  printf '\n### Refused\n\n| section | instructions | why |\n| --- | --- | --- |\n'
  awk -F ' *[|] *' '
    FILENAME ~ /\.def$/ { if ($0 ~ /^INSTRUCTION\(/) { split($0, part, "\""); words[part[2]] = " " part[4] " " }; next }
    /^#/ { next }
    {
      n = split($2, names, " "); missing = ""
      for (i = 1; i <= n; ++i) {
        parts = split(names[i], word, "."); known = (names[i] in words)
        if (!known && word[1] in words) {
          known = 1
          for (j = 2; j <= parts; ++j) if (index(words[word[1]], " " word[j] " ") == 0) known = 0
        }
        if (!known) missing = missing ", `" names[i] "`"
      }
      if (missing != "") print "| " $1 " | " substr(missing, 3) " | " $3 " |"
    }
  ' "$instructions" "$root/docs/data/ptx-isa.txt"
}

{
  sed '/<!-- functions:begin -->/q' "$page"
  echo
  functions
  sed -n '/<!-- functions:end -->/,/<!-- instructions:begin -->/p' "$page"
  supported_instructions
  refused_instructions
  echo
  sed -n '/<!-- instructions:end -->/,$p' "$page"
} > "$work/page"

if [ $check = yes ]; then
  diff -u "$page" "$work/page" && exit 0
  echo "docs/emulator-coverage.md is not up to date: run docs/update-coverage.sh" >&2
  exit 1
fi
cp "$work/page" "$page"
