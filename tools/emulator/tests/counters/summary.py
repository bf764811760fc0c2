#!/usr/bin/env python3
"""Adds up docs/data/h200_counters.csv by kernel, as docs/data/h200_counters_summary.csv.

    tools/emulator/tests/counters/summary.py            writes it
    tools/emulator/tests/counters/summary.py --check    fails if it is out of date

For each kernel: launches, values that were compared, how many are equal, and how many differ for which cause. A value counts where
the GPU's or the emulator's is not 0.
"""
import csv
import os
import sys

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "docs", "data")
CAUSES = ["ptx", "branches", "conflicts", "reserved", "launches", "unknown"]
NAMES = {"smsp__average_inst_executed_per_warp.ratio": "per_warp",
         "smsp__thread_inst_executed_per_inst_executed.ratio": "lanes"}


def short(kernel):
    """reduce_unroll<8u> of void reduce_unroll<8u>(int*, int*, unsigned int); of long templates the name."""
    name, depth = "", 0
    for c in kernel.replace("(anonymous namespace)::", ""):
        if c == "(" and depth == 0:
            break
        depth += (c == "<") - (c == ">")
        name = "" if c == " " and depth == 0 else name + c
    arguments = name[name.find("<"):] if "<" in name else ""
    plain = name[:len(name) - len(arguments)].split("::")[-1]
    return plain + (arguments.replace("chapter_06::", "") if len(arguments) <= 40 else "<...>")


def summary(lines):
    rows = {}
    for record in csv.DictReader(lines):
        key = (record["chapter"], short(record["kernel"]))
        row = rows.setdefault(key, {"who": set(), "values": 0, "equal": 0, "per_warp": [], "lanes": [],
                                    **{cause: 0 for cause in CAUSES}})
        row["who"].add((record["program"], record["kernel"], record["grid"], record["block"], record["launch"]))
        row["values"] += 1
        row[record["cause"] or "equal"] += 1
        if record["metric"] in NAMES:
            row[NAMES[record["metric"]]].append((float(record["ncu"]), float(record["emulator"] or 0)))
    return rows


def text(comments, rows):
    def mean(pairs, side):
        return f"{sum(p[side] for p in pairs) / len(pairs):.2f}" if pairs else ""
    lines = [*comments,
             "# Of h200_counters.csv by tools/emulator/tests/counters/summary.py: values by kernel, and why they differ; means over launches.\n",
             ",".join(["chapter", "kernel", "counted", "values", "equal", *CAUSES, "ncu_per_warp", "emulator_per_warp",
                       "ncu_lanes", "emulator_lanes"]) + "\n"]
    for (chapter, kernel), row in sorted(rows.items()):
        name = f'"{kernel}"' if "," in kernel else kernel
        cells = [chapter, name, len(row["who"]), row["values"], row["equal"], *(row[c] for c in CAUSES),
                 *(mean(row[what], side) for what in ("per_warp", "lanes") for side in (0, 1))]
        lines.append(",".join(map(str, cells)) + "\n")
    return "".join(lines)


def main():
    with open(os.path.join(DATA, "h200_counters.csv"), encoding="utf-8") as file:
        all_lines = file.readlines()
    comments = [line for line in all_lines if line.startswith("#")][:1]
    new = text(comments, summary([line for line in all_lines if not line.startswith("#")]))
    path = os.path.join(DATA, "h200_counters_summary.csv")
    if "--check" in sys.argv:
        with open(path, encoding="utf-8") as file:
            if file.read() == new:
                return 0
        print("docs/data/h200_counters_summary.csv is out of date: tools/emulator/tests/counters/summary.py", file=sys.stderr)
        return 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
