"""The grammar of markers."""
import unittest

from ..markers import fill, framed, parse

PAGE = """# Page
<!-- book answer a.cu -->
text
<!-- book table times.csv
where ms < 3
ms : 0.0
-->

old

<!-- end -->
behind
"""


class Parse(unittest.TestCase):
    def setUp(self):
        self.markers, self.problems = parse(PAGE)

    def test_words_arguments_and_lines(self):
        self.assertEqual([(m.word, m.arguments, m.line) for m in self.markers],
                         [("answer", "a.cu", 2), ("table", "times.csv\nwhere ms < 3\nms : 0.0", 4)])
        self.assertEqual(self.problems, [])

    def test_a_marker_with_an_end_is_a_block(self):
        self.assertEqual([m.end for m in self.markers], [None, 10])
        self.assertEqual(self.markers[1].body(PAGE.split("\n")), "\nold\n\n")

    def test_markers_in_code_are_text(self):
        self.assertEqual(parse(f"```\n{PAGE}```\n"), ([], []))
        self.assertEqual(parse(f"````md\n```\n{PAGE}```\n````\n"), ([], []))

    def test_an_end_in_the_code_of_a_block_is_text(self):
        markers, problems = parse("<!-- book run x -->\n```\n<!-- end -->\n```\n<!-- end -->\n")
        self.assertEqual((markers[0].end, problems), (4, []))

    def test_other_comments_are_text(self):
        self.assertEqual(parse("<!-- a note -->\n <!-- book run x -->\n<!-- bookrun -->\n"),
                         ([], []))

    def test_an_end_without_a_marker(self):
        self.assertEqual(parse("a\n<!-- end -->\n")[1],
                         [(2, "no marker stands before this <!-- end -->")])
        self.assertEqual(parse("<!-- book demo -->\n<!-- end -->\n<!-- end -->\n")[1][0][0], 3)

    def test_a_comment_that_does_not_end(self):
        self.assertEqual(parse("a\n<!-- book table x.csv\nb\n")[1],
                         [(2, "the marker has no end: -->")])

    def test_a_marker_without_arguments(self):
        self.assertEqual(parse("<!-- book demo -->\n")[0][0].arguments, "")


class Fill(unittest.TestCase):
    def test_bodies_are_replaced_and_nothing_else(self):
        page = PAGE + PAGE
        blocks = [marker for marker in parse(page)[0] if marker.end]
        filled = fill(page, [(blocks[0], framed("one\nline")), (blocks[1], framed("new"))])
        self.assertEqual(filled, PAGE.replace("old", "one\nline") + PAGE.replace("old", "new"))

    def test_an_empty_block_is_filled(self):
        page = "<!-- book demo -->\n<!-- end -->\n"
        self.assertEqual(fill(page, [(parse(page)[0][0], framed("x"))]),
                         "<!-- book demo -->\n\nx\n\n<!-- end -->\n")


if __name__ == "__main__":
    unittest.main()
