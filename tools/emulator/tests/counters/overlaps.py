#!/usr/bin/env python3
"""Sets what the emulator counts of overlaps.cu beside what an H200 counted of it
(docs/data/h200_overlaps_ncu.csv). Names what differs, and ends with 1 if anything does.

    tools/emulator/tests/counters/overlaps.py TUTOR
"""
import csv
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]


def rows(text):
    """Those of optimised code, by kernel."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {row["kernel"].replace("(anonymous namespace)::", "").partition("(")[0]: row
            for row in csv.DictReader(lines) if row.get("build", "-O3") == "-O3"}


def main(tutor):
    hardware = rows((ROOT / "docs/data/h200_overlaps_ncu.csv").read_text(encoding="utf-8"))
    metrics = [name for name in next(iter(hardware.values())) if name not in ("build", "kernel")]
    done = subprocess.run([tutor, "--backend", "emulator", "profile", "--csv", "--metrics",
                           ",".join(metrics), "--nvcc", f"-I'{ROOT}/common/include'",
                           ROOT / "tools/emulator/tests/counters/overlaps.cu"],
                          stdout=subprocess.PIPE, text=True, check=True)
    emulator = rows(done.stdout)
    different = 0
    for kernel, row in hardware.items():
        for name in metrics:
            ours = emulator[kernel][name] or "0"  # what does not exist is 0 there
            if float(ours) != float(row[name]):
                print(f"{kernel}: {name}: the emulator counts {ours}, the H200 {row[name]}")
                different += 1
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
