"""When a plot is out of date. Needs no matplotlib."""
import unittest

from ..kinds.plots import KIND, stamp
from ..plots.drawing import records_of
from .folder import InAFolder

DATA = "# machine\nvariant,ms\nslow,8.5\nfast,2.0\n"
PLOT = {"title": "Times", "data": "times.csv", "x": "variant", "y": "ms", "labels": ["", "ms"]}


class Check(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("docs/data/times.csv", DATA)
        self.svg = self.write("docs/plots/times.svg", f"<?xml?>\n{stamp(PLOT, DATA)}\n<svg/>\n")

    def check(self, plot=PLOT):
        kind = KIND()
        kind.plots = {"times": plot}
        return [f"{self.checkout.name(problem.path)}: {problem.message}"
                for problem in kind.check(self.checkout)]

    def test_a_plot_of_these_data_passes(self):
        self.assertEqual(self.check(), [])

    def test_other_data(self):
        self.write("docs/data/times.csv", DATA + "new,1.0\n")
        self.assertEqual(self.check(), ["docs/plots/times.svg: is out of date"])

    def test_another_entry(self):
        self.assertEqual(self.check({**PLOT, "title": "Other times"}),
                         ["docs/plots/times.svg: is out of date"])

    def test_not_drawn(self):
        self.svg.unlink()
        self.assertEqual(self.check(), ["docs/plots/times.svg: is not drawn"])

    def test_no_data(self):
        (self.root / "docs/data/times.csv").unlink()
        self.assertEqual(self.check(), ["docs/plots/times.svg: there is no docs/data/times.csv"])

    def test_a_picture_that_nothing_draws(self):
        self.write("docs/plots/old.svg", "<svg/>")
        self.assertEqual(self.check(),
                         ["docs/plots/old.svg: nothing generates this file: remove it"])

    def test_records(self):
        self.assertEqual([r["ms"] for r in records_of(PLOT, DATA)], ["8.5", "2.0"])
        only = {**PLOT, "where": {"variant": "fast"}}
        self.assertEqual([r["ms"] for r in records_of(only, DATA)], ["2.0"])


if __name__ == "__main__":
    unittest.main()
