#!/usr/bin/env python3
"""The ladder's counts in docs/data are those of today's emulator, and of an H200.

Usage: ladder_counts.py 06_unrolling_experiment
"""
import csv
import pathlib
import subprocess
import sys

DATA = pathlib.Path(__file__).resolve().parents[3] / "docs" / "data"

# The same by definition, whatever the machine code.
SAME = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
# Several launches, of which Nsight Compute reports one; or a barrier whose polling gives another count each time.
APART = ("18", "21", "CUB")


def records(lines):
    lines = (line for line in lines if line.strip() and not line.startswith("#"))
    return {record["variant"]: record for record in csv.DictReader(lines)}


def main(demo):
    committed = records(open(DATA / "emulator_ladder.csv", encoding="utf-8"))
    command = [demo, "--wrong", "--csv", "--size", "2^24"]
    output = subprocess.run(command, check=True, text=True, capture_output=True).stdout
    counted = records(output.splitlines())
    measured = records(open(DATA / "h200_06_ladder_ncu.csv", encoding="utf-8"))

    wrong = 0
    for name, record in counted.items():
        old = committed.get(name)
        if old != record and not name.startswith(APART):
            print(f"{name}: docs/data/emulator_ladder.csv is out of date")
            wrong += 1
        if name.startswith(APART):
            continue
        for ours, theirs in SAME.items():
            if int(record[ours]) != int(measured[name][theirs]):
                print(f"{name}: {ours} is {record[ours]}, on an H200 {measured[name][theirs]}")
                wrong += 1
    return 1 if wrong or len(counted) < 20 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
