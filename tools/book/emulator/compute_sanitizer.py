"""A line for each class of cases: in how many of those that ran on the GPU each tool of Compute
Sanitizer counts something, and in how many `lockstep check` finds what is expected, which the tests
in tools/emulator/tests/checks make sure of, except for the cases of open.txt."""
import csv
import re

COUNTS = "h200_compute_sanitizer.csv"  # in docs/data
OPEN = "tools/emulator/tests/checks/open.txt"
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]


class Tally:
    """Counts of one class."""

    def __init__(self):
        self.cases, self.any, self.here = 0, 0, 0
        self.tools = [0] * len(TOOLS)

    def add(self, record, is_open):
        found = [record[tool].isdigit() and int(record[tool]) > 0 for tool in TOOLS]
        self.cases += 1
        self.tools = [count + more for count, more in zip(self.tools, found)]
        self.any += any(found)
        self.here += not is_open

    def row(self, title, here):
        cells = [title, self.cases, *(count or "" for count in self.tools), self.any, here]
        return "|" + "".join(f" {cell} |" for cell in cells)


def summary(checkout):
    """The table, and a line below it that says how many cases ran."""
    undecided = {line.partition(":")[0] for line in checkout.read(OPEN).splitlines()
                 if re.match("[a-z]", line)}
    lines = [line for line in checkout.read(f"docs/data/{COUNTS}").splitlines()
             if not line.startswith("#")]
    classes, missing = {}, 0
    for record in csv.DictReader(lines):
        first = record["expected"].partition(",")[0]  # of several findings
        tally = classes.setdefault(first.replace(" (warning)", ", a warning"), Tally())
        if record["memcheck"] == "not run":
            missing += 1
        else:
            tally.add(record, record["case"] in undecided)
    clean = classes.pop("clean")
    rows = [tally.row(f"`{name}`", tally.here) for name, tally in classes.items() if tally.cases]
    rows.append(clean.row("no bug: false alarms", clean.cases - clean.here))
    ran = clean.cases + sum(tally.cases for tally in classes.values())
    return "\n".join([
        f"| class | cases | {' | '.join(TOOLS)} | any of the four | `lockstep check` |",
        "| --- |" + " --: |" * 7, *rows, "",
        f"{ran} cases ran on the GPU" + (f"; for {missing} the time was up" if missing else "")
        + "."])
