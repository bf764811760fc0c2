#!/bin/sh
# Prints the names of the chapters in the manifest, one a line. Usage: chapters.sh course.toml

awk '/^\[/ { in_chapter = ($0 ~ /^\[\[chapter\]\]/) }
     in_chapter && $1 == "name" { split($0, parts, "\""); print parts[2] }' "$1"
