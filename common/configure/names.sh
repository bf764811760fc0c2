#!/bin/sh
# Prints the names of all chapters, or of all exercises, in the manifest, one a line.
# Usage: names.sh chapter|exercise course.toml

awk -v header="[[$1]]" '
    /^\[/ { inside = index($0, header) == 1 }
    inside && $1 == "name" { split($0, parts, "\""); print parts[2] }' "$2"
