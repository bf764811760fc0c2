#!/bin/sh
# Prints the compute capability of every GPU that answers, without the dot ("89 90"); prints nothing where none does.
# Usage: gpus.sh NVCC
#
# The driver's own tool is asked first. The toolkit's __nvcc_device_query (which `nvcc -arch=native` uses) stands in for
# it in containers that have the driver's library and no tools. The emulator's own libcuda.so.1 is not asked: it would
# answer for a GPU that is not there.

nvcc_folder=$(dirname -- "$(command -v -- "${1:-nvcc}")")

# The folders of a search path, without those whose driver library is the emulator's.
without_emulator() {
  rest=$1:
  while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    if [ -n "$folder" ] && ! grep -qs lockstep "$folder/libcuda.so.1"; then printf '%s:' "$folder"; fi
  done
}
LD_LIBRARY_PATH=$(without_emulator "${LD_LIBRARY_PATH:-}")
LD_LIBRARY_PATH=${LD_LIBRARY_PATH%:}
export LD_LIBRARY_PATH

capabilities=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null) ||
  capabilities=$("$nvcc_folder/__nvcc_device_query" 2>/dev/null) || exit 0

printf '%s\n' "$capabilities" | tr -d '. ' | tr ',' '\n' | grep -x '[0-9][0-9]*' | sort -nu | tr '\n' ' '
