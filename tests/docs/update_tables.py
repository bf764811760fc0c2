#!/usr/bin/env python3
"""What docs/update-tables.py makes of small files. Run: tests/docs/update_tables.py"""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "update-tables.py"
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("update_tables", SCRIPT)
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

TIMES = """# machine
variant,size,block,ms
slow,1024,128,8.5
slow,1024,256,4.0
fast,1024,128,2.0
fast,1024,256,
"""
COUNTS = """# machine
variant,block,a.pct
slow,128,25.25
fast,128,
"""


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        (self.path / "times.csv").write_text(TIMES)
        (self.path / "counts.csv").write_text(COUNTS)

    def table(self, *lines):
        return tool.table(["times.csv", *lines], self.folder.name)

    def mistake(self, *lines):
        with self.assertRaises(tool.Mistake) as caught:
            self.table(*lines)
        return str(caught.exception), caught.exception.line

    def test_records_that_are_left_are_rows(self):
        self.assertEqual(self.table("where block == 128", "variant", "time = ms : 0.00"), [
            "| variant | time |", "| --- | --: |", "| slow | 8.50 |", "| fast | 2.00 |"])

    def test_ratios_to_the_row_above_and_to_the_first(self):
        self.assertEqual(
            self.table("where block == 2^7", "variant", "step = previous(ms) / ms : 0.00x",
                       "all = first(ms) / ms : 0.0x", 'of slow = ms / row(ms, "slow") : .00')[2:],
            ["| slow | | 1.0x | 1.00 |", "| fast | 4.25x | 4.2x | .24 |"])

    def test_the_row_that_another_column_names(self):
        (self.path / "times.csv").write_text("v,than,ms\na,,6\nb,a,3\nc,a,2\n")
        self.assertEqual(self.table("v", "step = row(ms, than) / ms : 0.0")[2:],
                         ["| a | |", "| b | 2.0 |", "| c | 3.0 |"])

    def test_powers_come_before_products(self):
        self.assertEqual(self.table("where ms > 8", 'x = 4 * 2^10 / 2 : 0', 'y = text("2^{}", size)')[2],
                         "| 2048 | 2^1024 |")

    def test_rows_by_name_and_other_records_of_a_row(self):
        self.assertEqual(
            self.table("rows variant", "variant", "128 = ms[block == 128] : 0.0",
                       "256 = ms[block == 256] : 0.0")[2:],
            ["| slow | 8.5 | 4.0 |", "| fast | 2.0 | |"])

    def test_rows_chosen_ordered_and_named(self):
        self.assertEqual(
            self.table("where block == 128", "row fast as [fast](fast.cuh)", "row slow", "variant",
                       "ms")[2:],
            ["| [fast](fast.cuh) | 2.0 |", "| slow | 8.5 |"])

    def test_join_and_names_with_points(self):
        self.assertEqual(
            self.table("join counts.csv on variant, block", "where block == 128", "variant",
                       "% = a.pct : 0", "half = a.pct / 2 : 0.000")[2:],
            ["| slow | 25 | 12.625 |", "| fast | | |"])

    def test_transpose(self):
        self.assertEqual(
            self.table("where block == 128", "transpose", "variant", "ms : 0"),
            ["| variant | slow | fast |", "| --- | --: | --: |", "| ms | 8 | 2 |"])

    def test_formats(self):
        for sample, shown in [("0,000", "2,176"), ("0,000.0", "2,176.0"), ("0", "2176"),
                              ("0 %", "2176 %")]:
            self.assertEqual(self.table("where ms > 8", f"x = 256 * ms : {sample}")[2],
                             f"| {shown} |")

    def test_least_most_and_text(self):
        self.assertEqual(
            self.table("where block == 128", "a = least(ms) : 0", "b = most(ms) : 0.0",
                       'N = 2^10 = text("({}, {})", size, ms)')[2],
            "| 2 | 8.5 | (1024, 8.5) |")

    def test_exercises_are_records_of_the_course(self):
        lines = ["course.toml", 'where book != ""', "row 3.2", "book", "name"]
        self.assertEqual(tool.table(lines, "nowhere")[2:],
                         ["| 3.2 | 06_unrolling/unroll16 |"])

    def test_mistakes_name_their_line(self):
        self.assertIn("no column 'nothing'", self.mistake("variant", "nothing")[0])
        self.assertEqual(self.mistake("variant", "", "nothing")[1], 3)
        self.assertIn("several values", self.mistake("rows variant", "variant", "ms")[0])
        self.assertIn("no record", self.mistake("where ms > 100", "ms")[0])
        self.assertIn("not an expression", self.mistake("where block = 128", "ms")[0])
        self.assertIn("no row 'middle'", self.mistake("row middle", "variant")[0])
        self.assertIn("not a format", self.mistake("ms : %.2f")[0])
        self.assertIn("cannot read", self.mistake("join other.csv on block", "ms")[0])
        self.assertIn("two records", self.mistake("join times.csv on variant", "ms")[0])
        self.assertIn("no columns", self.mistake("where block == 128")[0])


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        (self.path / "times.csv").write_text(TIMES)
        self.lesson = self.path / "lesson.md"

    def run_script(self, text, *options):
        self.lesson.write_text(text)
        return subprocess.run([sys.executable, str(SCRIPT), *options, str(self.lesson)],
                              env={**os.environ, "LOCKSTEP_DATA": self.folder.name}, text=True,
                              capture_output=True)

    stale = ("# Lesson\n\n<!-- table times.csv\nwhere ms < 3\nvariant\nms : 0.0\n-->\n\n| old |\n\n"
             "<!-- end of table -->\n\ntext\n")
    fresh = stale.replace("| old |", "| variant | ms |\n| --- | --: |\n| fast | 2.0 |")

    def test_a_stale_table_is_rewritten(self):
        self.assertEqual(self.run_script(self.stale).returncode, 0)
        self.assertEqual(self.lesson.read_text(), self.fresh)

    def test_check_names_the_line_and_changes_nothing(self):
        done = self.run_script(self.stale, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("lesson.md:3: out of date", done.stderr)
        self.assertEqual(self.lesson.read_text(), self.stale)

    def test_check_passes_a_fresh_table(self):
        self.assertEqual(self.run_script(self.fresh, "--check").returncode, 0)

    def test_a_mistake_fails_with_its_line_and_leaves_the_table(self):
        text = self.stale.replace("ms : 0.0", "no_such_column")
        done = self.run_script(text)
        self.assertEqual(done.returncode, 1)
        self.assertIn("lesson.md:6: docs/data/times.csv has no column", done.stderr)
        self.assertEqual(self.lesson.read_text(), text)

    def test_a_missing_end_is_told(self):
        done = self.run_script(self.stale.replace("<!-- end of table -->", ""), "--check")
        self.assertIn("lesson.md:3: behind this table there must be", done.stderr)
        self.assertEqual(done.returncode, 1)

    def test_what_a_tool_printed_is_shown_without_its_comments(self):
        (self.path / "said.txt").write_text("# machine\n$ tool\n# not a comment\n")
        text = "<!-- output said.txt -->\n<!-- end of output -->\n"
        self.assertEqual(self.run_script(text, "--check").returncode, 1)
        self.assertEqual(self.run_script(text).returncode, 0)
        self.assertEqual(self.lesson.read_text(), text.replace(
            "-->\n<", "-->\n\n```text\n$ tool\n# not a comment\n```\n\n<"))
        self.assertEqual(self.run_script(self.lesson.read_text(), "--check").returncode, 0)

    def test_output_of_no_file_is_told(self):
        done = self.run_script("\n<!-- output none.txt -->\n<!-- end of output -->\n", "--check")
        self.assertIn("lesson.md:2: cannot read docs/data/none.txt", done.stderr)

    def test_markers_in_code_are_text(self):
        self.assertEqual(self.run_script(f"```\n{self.stale}```\n", "--check").returncode, 0)


if __name__ == "__main__":
    unittest.main()
