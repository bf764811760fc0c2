#!/bin/sh
# Writes C++ that defines every function of the runtime, each to be refused by its name. What the answer's process has of its
# own (answer/*.cpp) comes first; of these only what an answer calls besides is linked.
# Usage: refused_calls.sh LIBRARY OUTPUT (LIBRARY: of the emulator)
set -eu
{
    echo 'extern "C" int lockstep_refuse(const char* name);'
    nm --dynamic --defined-only --format=posix "$1" | sed -n 's/^\(_*cuda[A-Za-z0-9_]*\)@.*/\1/p' | LC_ALL=C sort -u | while read -r name; do
        echo "extern \"C\" [[gnu::weak]] int $name() { return lockstep_refuse(\"$name\"); }"
    done
} >"$2"
