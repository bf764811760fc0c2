"""How well `lockstep bench 06` repeats: docs/data/h200_reduce_repeat_summary.csv.

For each group of kernels and each place of the input: the cases, and by how much bandwidth differs,
in per cent of the run before: the median case, 19 of 20 cases, and the largest. within: per cent of
the cases whose difference is at most the sum of both spreads.
"""
import csv
import statistics

from ..kind import Kind, Part

RUNS = "h200_reduce_repeat.csv"
SUMMARY = "h200_reduce_repeat_summary.csv"


def group(kernel):
    if kernel.endswith(", early launch"):
        return "launched early"
    names = {"read only": "reading", "CUB": "CUB", "Thrust": "Thrust", "reduce": "reduce"}
    return names.get(kernel, "the ladder")


def summary(records):
    """The lines of the summary, its titles first."""
    groups = {}
    for record in records:
        difference = 100 * abs(float(record["gbps"]) / float(record["before"]) - 1)
        within = difference <= float(record["spread"]) + float(record["spread_before"])
        key = (group(record["kernel"]), record["residency"])
        groups.setdefault(key, []).append((difference, within))
    lines = ["kernels,residency,cases,median,most_of_20,largest,within"]
    for (kernels, residency), members in groups.items():
        differences = sorted(difference for difference, _ in members)
        within = 100 * sum(inside for _, inside in members) / len(members)
        lines.append(f"{kernels},{residency},{len(members)},{statistics.median(differences):.2f},"
                     f"{differences[int(.95 * len(differences))]:.2f},{differences[-1]:.2f},"
                     f"{within:.0f}")
    return lines


class KIND(Kind):
    name = "repeat"
    summary = "how well measurements repeat"
    reads = f"docs/data/{RUNS}"
    writes = f"docs/data/{SUMMARY}"

    def parts(self, checkout):
        machine, *lines = checkout.read(f"docs/data/{RUNS}").splitlines()
        made = [machine, f"# Of {RUNS}: {self.command}",
                *summary(csv.DictReader(line for line in lines if not line.startswith("#")))]
        path = checkout.data / SUMMARY
        yield Part(path, path.read_text(encoding="utf-8") if path.exists() else None,
                   "\n".join(made) + "\n")
