#!/bin/sh
# Prints the compute capability of every GPU that answers, without the dot ("89 90"); prints nothing where none does.
# Usage: gpus.sh NVCC
#
# The driver's own tool is asked first. The toolkit's __nvcc_device_query (which `nvcc -arch=native` uses) stands in for
# it in containers that have the driver's library and no tools.

nvcc_folder=$(dirname -- "$(command -v -- "${1:-nvcc}")")

capabilities=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null) ||
  capabilities=$("$nvcc_folder/__nvcc_device_query" 2>/dev/null) || exit 0

printf '%s\n' "$capabilities" | tr -d '. ' | tr ',' '\n' | grep -x '[0-9][0-9]*' | sort -nu | tr '\n' ' '
