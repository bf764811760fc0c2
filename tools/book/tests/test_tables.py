"""Tables of small files of measurements."""
import unittest

from ..kinds.tables import KIND
from ..markers import Mistake
from ..tables.layout import table
from .folder import InAFolder

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


class Tables(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("docs/data/times.csv", TIMES)
        self.write("docs/data/counts.csv", COUNTS)

    def table(self, *lines):
        return table(["times.csv", *lines], self.checkout)

    def mistake(self, *lines):
        with self.assertRaises(Mistake) as caught:
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
        self.write("docs/data/times.csv", "v,than,ms\na,,6\nb,a,3\nc,a,2\n")
        self.assertEqual(self.table("v", "step = row(ms, than) / ms : 0.0")[2:],
                         ["| a | |", "| b | 2.0 |", "| c | 3.0 |"])

    def test_powers_come_before_products(self):
        powers = self.table("where ms > 8", 'x = 4 * 2^10 / 2 : 0', 'y = text("2^{}", size)')
        self.assertEqual(powers[2], "| 2048 | 2^1024 |")

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

    def test_figures_over_the_records_of_a_row(self):
        self.assertEqual(
            self.table("rows variant", "variant", "n = count(ms) : 0", "mean = mean(ms) : 0.00",
                       "far = greatest(abs(ms - 5)) : 0.0", "slow = count(ms > 3) : 0")[2:],
            ["| slow | 2 | 6.25 | 3.5 | 2 |", "| fast | 1 | 2.00 | 3.0 | 0 |"])

    def test_exercises_are_records_of_the_course(self):
        self.write("course.toml",
                   '[[exercise]]\nname = "a/b"\ntitle = "B"\nlesson = ""\nbook = "3.2"\n')
        self.assertEqual(table(["course.toml", 'where book != ""', "row 3.2", "book", "name"],
                               self.checkout)[2:], ["| 3.2 | a/b |"])

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


STALE = """# Lesson

<!-- book table times.csv
where ms < 3
variant
ms : 0.0
-->

| old |

<!-- end -->

text
"""
FRESH = STALE.replace("| old |", "| variant | ms |\n| --- | --: |\n| fast | 2.0 |")


class Pages(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("docs/data/times.csv", TIMES)

    def update(self, text):
        self.write("README.md", text)
        problems = KIND().update(self.checkout)[1]
        return self.read("README.md"), [(one.line, one.message) for one in problems]

    def check(self, text):
        self.write("README.md", text)
        return self.problems(KIND())

    def test_a_stale_table_is_rewritten(self):
        self.assertEqual(self.update(STALE), (FRESH, []))

    def test_a_check_names_the_line_and_changes_nothing(self):
        self.assertEqual(self.check(STALE), [(9, "is out of date")])
        self.assertEqual(self.read("README.md"), STALE)

    def test_a_fresh_table_passes(self):
        self.assertEqual(self.check(FRESH), [])

    def test_a_mistake_has_its_line_and_leaves_the_table(self):
        text = STALE.replace("ms : 0.0", "no_such_column")
        message = "docs/data/times.csv has no column 'no_such_column'; it has variant, size, block, ms"
        self.assertEqual(self.update(text), (text, [(6, message)]))

    def test_a_table_may_be_of_a_file_that_is_not_there_yet(self):
        text = STALE.replace("times.csv", "later.csv\noptional")
        self.assertIn("*Not recorded yet.*", self.update(text)[0])
        there = STALE.replace("times.csv", "times.csv\noptional")
        self.assertIn("| fast | 2.0 |", self.update(there)[0])

    def test_a_missing_end(self):
        self.assertEqual(self.check(STALE.replace("<!-- end -->", "")),
                         [(3, "this marker needs <!-- end --> below it")])

    def test_what_a_tool_printed_is_shown_without_its_comments(self):
        self.write("docs/data/said.txt", "# machine\n$ tool\n# not a comment\n")
        text = "<!-- book output said.txt -->\n<!-- end -->\n"
        self.assertEqual(len(self.check(text)), 1)
        fresh, _ = self.update(text)
        self.assertEqual(fresh, text.replace(
            "-->\n<", "-->\n\n```text\n$ tool\n# not a comment\n```\n\n<"))
        self.assertEqual(self.check(fresh), [])

    def test_output_of_a_file_that_is_not_there(self):
        self.assertEqual(self.check("\n<!-- book output none.txt -->\n<!-- end -->\n"),
                         [(2, "cannot read docs/data/none.txt: No such file or directory")])


if __name__ == "__main__":
    unittest.main()
