#!/usr/bin/env python3
"""When docs/update-plots.py --check fails. Needs no matplotlib. Run: tests/docs/update_plots.py"""
import contextlib
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "update-plots.py"
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("update_plots", SCRIPT)
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

DATA = "# machine\nvariant,ms\nslow,8.5\nfast,2.0\n"
PLOT = {"title": "Times", "data": "times.csv", "x": "variant", "y": "ms", "labels": ["", "ms"]}


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs" / "data").mkdir(parents=True)
        (self.root / "docs" / "plots").mkdir()
        (self.root / "docs" / "data" / "times.csv").write_text(DATA)
        self.svg = self.root / "docs" / "plots" / "times.svg"
        self.svg.write_text(f"<?xml?>\n{tool.stamp(PLOT, DATA)}\n<svg/>\n")

    def check(self, plot=PLOT):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            code = tool.main(["--check"], {"times": plot}, str(self.root))
        return code, said.getvalue()

    def test_a_plot_of_these_data_passes(self):
        self.assertEqual(self.check(), (0, ""))

    def test_other_data(self):
        (self.root / "docs" / "data" / "times.csv").write_text(DATA + "new,1.0\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("docs/plots/times.svg is out of date", said)

    def test_another_entry(self):
        code, said = self.check({**PLOT, "title": "Other times"})
        self.assertEqual(code, 1)
        self.assertIn("is out of date", said)

    def test_not_drawn(self):
        self.svg.unlink()
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("docs/plots/times.svg is not drawn", said)

    def test_no_data(self):
        (self.root / "docs" / "data" / "times.csv").unlink()
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("there is no docs/data/times.csv", said)

    def test_a_picture_that_nobody_draws(self):
        (self.root / "docs" / "plots" / "old.svg").write_text("<svg/>")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("docs/plots/old.svg: no entry of PLOTS draws it", said)

    def test_records(self):
        self.assertEqual([r["ms"] for r in tool.plotting.records_of(PLOT, DATA)], ["8.5", "2.0"])
        only = {**PLOT, "where": {"variant": "fast"}}
        self.assertEqual([r["ms"] for r in tool.plotting.records_of(only, DATA)], ["2.0"])


if __name__ == "__main__":
    unittest.main()
