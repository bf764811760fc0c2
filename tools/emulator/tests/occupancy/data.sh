#!/bin/sh
# The tables of chapter 03 that no device is needed for are those that its calculator prints. Usage: data.sh CALCULATOR DATA_FOLDER
set -eu
for table in limits kernels; do
    "$1" --csv "$table" | diff -u "$2/occupancy_$table.csv" - || {
        printf 'Renew it: 03_occupancy_calculator --csv %s > docs/data/occupancy_%s.csv\n' "$table" "$table" >&2
        exit 1
    }
done
