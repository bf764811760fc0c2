"""The plots of the lessons, docs/plots/NAME.svg, drawn from docs/data/ as plots/lessons.py says.

Each SVG begins with a comment that has two digests: of its data, and of its entry in
plots/lessons.py together with the code that draws. They decide whether it is out of date, so that a
check needs no matplotlib. A lesson shows a plot as
![what is to be seen, in words](../../docs/plots/NAME.svg).
"""
import hashlib
import importlib.util
import inspect
import json
import re

from ..checkout import Missing
from ..kind import Kind, Problem, leftovers, write
from ..plots import drawing
from ..plots.lessons import PLOTS

STAMP = "<!-- book plots: data {}, code {} -->"


def short_digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def stamp(plot, data):
    """What the first comment of a drawn plot says."""
    code = json.dumps(plot) + inspect.getsource(drawing)
    return STAMP.format(short_digest(data), short_digest(code))


class KIND(Kind):
    name = "plots"
    summary = "plots of measurements"
    reads = "docs/data/"
    writes = "docs/plots/NAME.svg"
    needs = "matplotlib, to update"
    plots = PLOTS

    def stale(self, checkout):
        """Yields (name, plot, data, stamp it should have, SVG as it is) of each stale plot, and
        Problems."""
        for name, plot in self.plots.items():
            path = checkout.docs / "plots" / f"{name}.svg"
            source = checkout.data / plot["data"]
            if not source.exists():
                yield Problem(path, 0, f"there is no docs/data/{plot['data']}")
                continue
            data = source.read_text(encoding="utf-8")
            old = path.read_text(encoding="utf-8") if path.exists() else None
            wanted = stamp(plot, data)
            if old is None or wanted not in old:
                yield name, plot, data, wanted, old
        yield from leftovers(checkout.docs / "plots", ".svg",
                             {f"{name}.svg" for name in self.plots})

    def check(self, checkout):
        problems = []
        for found in self.stale(checkout):
            if isinstance(found, Problem):
                problems.append(found)
                continue
            name, _, _, wanted, old = found
            message = "is not drawn" if old is None else "is out of date"
            there = re.search(r"<!-- book plots: .*? -->", old or "")
            evidence = (f"-{there[0] if there else 'no digests'}", f"+{wanted}")
            problems.append(Problem(checkout.docs / "plots" / f"{name}.svg", 0, message, evidence,
                                    stale=True))
        return problems

    def update(self, checkout):
        changed, problems = [], []
        for found in self.stale(checkout):
            if isinstance(found, Problem):
                problems.append(found)
                continue
            name, plot, data, wanted, _ = found
            if not importlib.util.find_spec("matplotlib"):
                raise Missing("plots are drawn by matplotlib, and python3 does not find it. "
                              "Debian, Ubuntu: apt-get install python3-matplotlib")
            svg = drawing.picture(name, plot, drawing.records_of(plot, data))
            declaration, rest = svg.split("\n", 1)
            path = checkout.docs / "plots" / f"{name}.svg"
            write(path, f"{declaration}\n{wanted}\n{rest}")
            changed.append(path)
        return changed, problems
