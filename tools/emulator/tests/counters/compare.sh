#!/bin/sh
# Sets what the emulator counts beside what an H200 counted for the same kernels, sizes and shapes (docs/data/*_ncu.csv).
#
# Usage: compare.sh [--markdown] [--large] [--chapters] TUTOR
#
#   TUTOR       ./lockstep, or lockstep-tutor of a build
#   --large     rows of more than 2^24 elements too (1 GB of memory)
#   --chapters  the variants of chapters too
#   --markdown  prints tables for docs/counters.md; without it, the values that should be equal and are not, and ends with 1 if there
#               are any
set -eu

markdown=''
large=''
chapters=''
while [ $# -gt 1 ]; do
  case $1 in
    --markdown) markdown=1 ;;
    --large) large=1 ;;
    --chapters) chapters=1 ;;
    *) echo "compare.sh: there is no option $1" >&2 && exit 64 ;;
  esac
  shift
done
[ $# -eq 1 ] || { sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2 && exit 64; }
tutor=$(command -v -- "$1") && tutor=$(readlink -f -- "$tutor")

root=$(cd -- "$(dirname -- "$0")/../../../.." && pwd)
cd -- "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

metrics='smsp__sass_average_branch_targets_threads_uniform.pct
smsp__sass_branch_targets.sum
smsp__sass_branch_targets_threads_divergent.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
sm__maximum_warps_per_active_cycle_pct
launch__registers_per_thread
smsp__average_inst_executed_per_warp.ratio'
list=$(printf '%s\n' "$metrics" | paste -s -d ,)

# Rows of a file of measurements as BUILD,KERNEL,ELEMENTS,GRID,BLOCK,VALUE...; columns that it has not are empty.
measured() {
  awk -F, -v OFS=, -v wanted="build,kernel,elements,grid,block,$list" '
    /^#/ { next }
    !header { for (i = 1; i <= NF; ++i) column[$i == "size" ? "elements" : $i] = i; header = 1; next }
    {
      count = split(wanted, name)
      line = ""
      for (i = 1; i <= count; ++i) line = line (i > 1 ? "," : "") (name[i] in column ? $column[name[i]] : "")
      print line
    }' "$1"
}

# profile FLAGS SOURCE ARGUMENT...: the CSV of a run, without its header and what the program prints.
profile() {
  flags=$1
  source=$2
  shift 2
  "$tutor" --backend emulator profile --csv --metrics "$list" --nvcc "-I common/include $flags" "$source" -- "$@" 2>"$work/said" ||
    { cat "$work/said" >&2 && exit 5; }
}

# Such lines without the kernel's name, which is quoted if it has commas: grid, block, values.
unnamed() { sed 's/^"[^"]*",//; t; s/^[^,]*,//'; }

count_published() {
  measured docs/data/h200_ncu.csv | while IFS=, read -r build kernel elements grid block hardware; do
    [ -n "$large" ] || [ "$elements" -le 16777216 ] || continue
    flags=
    [ "$build" != -G ] || flags=-G
    ours=$(profile "$flags" tools/emulator/tests/counters/counters.cu "$kernel" "$elements" "$grid" "$block" | sed 1d | unnamed | cut -d , -f 3-)
    printf '%s,%s,%s,%s,%s\n%s\n%s\n' "${build%% *}" "$kernel" "$elements" "$grid" "$block" "$hardware" "$ours"
  done
}

count_chapter_05() {
  measured docs/data/h200_05_reduction_ncu.csv | while IFS=, read -r _ kernel elements _ block hardware; do
    counted=$work/05_$elements.$block
    [ -s "$counted" ] || profile '' chapters/05_reduction/experiment.cu --size "$elements" --block "$block" >"$counted"
    ours=$(grep -m 1 "^\"$kernel(" "$counted" | unnamed)
    printf '%s,%s,%s,%s,%s\n%s\n%s\n' -O3 "$kernel" "$elements" "${ours%%,*}" "$block" "$hardware" \
      "$(printf '%s\n' "$ours" | cut -d , -f 3-)"
  done
}

present() { awk -v markdown="$markdown" -f tools/emulator/tests/counters/compare.awk; }

count_published >"$work/published"
[ -z "$chapters" ] || count_chapter_05 >"$work/chapter_05"
if [ -n "$markdown" ]; then
  present <"$work/published"
  [ -z "$chapters" ] || { printf '\nThe variants of chapter 05:\n\n' && present <"$work/chapter_05"; }
else
  cat "$work"/published "$work"/chapter_* 2>/dev/null | present
fi
