#!/bin/sh
# must_not_compile.sh WORDS COMMAND...: passes if COMMAND fails and says WORDS.
words=$1
shift
if output=$("$@" 2>&1); then
    echo "compiled, and should not have"
    exit 1
fi
printf '%s\n' "$output"
printf '%s\n' "$output" | grep -q "$words"
