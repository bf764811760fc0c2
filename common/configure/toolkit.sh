#!/bin/sh
# Prints two lines: the toolkit's folder of headers, and its folder of libraries. Usage: toolkit.sh NVCC
#
# nvcc itself is asked (a dry run names what it would pass to the host compiler), because the folders differ between
# NVIDIA's packages, the distribution's and the Python wheels.

report=$("${1:-nvcc}" --dryrun -x cu /dev/null -o /dev/null 2>&1) || { printf '%s\n' "$report" >&2; exit 1; }

headers=$(printf '%s\n' "$report" | sed -n 's/^#\$ INCLUDES="-I\([^"]*\)".*/\1/p')
libraries=$(printf '%s\n' "$report" | sed -n 's/^#\$ LIBRARIES=.*"-L\([^"]*\)" *$/\1/p')
cd -- "$headers" && pwd && cd -- "$libraries" && pwd
