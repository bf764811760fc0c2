#!/usr/bin/env python3
"""How well `lockstep bench 06` repeats: sums up docs/data/h200_reduce_repeat.csv.

    docs/repeat-summary.py            writes docs/data/h200_reduce_repeat_summary.csv
    docs/repeat-summary.py --check    fails if it is out of date

For each group of kernels and each place of the input: the cases, and by how much bandwidth differs,
in per cent of the run before: the median case, 19 of 20 cases, and the largest. within: per cent of
the cases whose difference is at most the sum of both spreads.
"""
import csv
import os
import statistics
import sys

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
REPEAT = os.path.join(DATA, "h200_reduce_repeat.csv")
SUMMARY = os.path.join(DATA, "h200_reduce_repeat_summary.csv")


def group(kernel):
    if kernel.endswith(", early launch"):
        return "launched early"
    return {"read only": "reading", "CUB": "CUB", "Thrust": "Thrust", "reduce": "reduce"}.get(kernel, "the ladder")


def summary(records):
    groups = {}
    for record in records:
        difference = 100 * abs(float(record["gbps"]) / float(record["before"]) - 1)
        within = difference <= float(record["spread"]) + float(record["spread_before"])
        groups.setdefault((group(record["kernel"]), record["residency"]), []).append((difference, within))
    lines = ["kernels,residency,cases,median,most_of_20,largest,within\n"]
    for (kernels, residency), members in groups.items():
        differences = sorted(difference for difference, _ in members)
        within = 100 * sum(inside for _, inside in members) / len(members)
        lines.append(f"{kernels},{residency},{len(members)},{statistics.median(differences):.2f},"
                     f"{differences[int(.95 * len(differences))]:.2f},{differences[-1]:.2f},{within:.0f}\n")
    return "".join(lines)


def main(arguments):
    with open(REPEAT, encoding="utf-8") as file:
        text = file.readline() + "# Of h200_reduce_repeat.csv by docs/repeat-summary.py.\n"
        text += summary(csv.DictReader(line for line in file if not line.startswith("#")))
    if arguments == ["--check"]:
        with open(SUMMARY, encoding="utf-8") as file:
            if file.read() == text:
                return 0
        print(f"{os.path.relpath(SUMMARY)} is out of date: run docs/repeat-summary.py", file=sys.stderr)
        return 1
    with open(SUMMARY, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
