#!/bin/sh
# Prints the names of all chapters, or of all exercises, in the manifest, one per line. If LIST is given, each name is followed
# by the words of its list of that name, which must stand on one line of the manifest: nvcc_flags = ["-rdc=true"]
# A flag that is set counts as a list of one word: kernels_only = true
# Usage: names.sh chapter|exercise course.toml [LIST]

awk -v header="[[$1]]" -v list="${3:-}" '
    function flush() { if (name != "") print name words; name = words = "" }
    /^\[/ { flush(); inside = index($0, header) == 1 }
    inside && $1 == "name" { split($0, parts, "\""); name = parts[2] }
    inside && list != "" && $1 == list {
        count = split($0, parts, "\"")
        for (i = 2; i <= count; i += 2) words = words " " parts[i]
        if ($3 == "true") words = " true"
    }
    END { flush() }' "$2"
