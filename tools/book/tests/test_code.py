"""Excerpts of sources."""
import unittest

from ..kinds.code import KIND
from .folder import InAFolder

SOURCE = """// What it is.
#include <x>

void one(int a,
         int b) {
  for (int i = 0; i < 2; ++i) {
    call(i);

    other(i);
  }
  two();
}

int constant = 1;
"""


class Excerpts(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("x.cu", SOURCE)

    def page(self, anchor):
        self.write("README.md", f"a\n<!-- book code x.cu{anchor} -->\nold\n<!-- end -->\n")

    def excerpt(self, anchor):
        self.page(anchor)
        self.assertEqual(KIND().update(self.checkout)[1], [])
        return self.read("README.md").split("```")[1][len("cpp\n"):].rstrip("\n")

    def test_from_what_a_line_opens_to_where_it_is_closed(self):
        self.assertEqual(self.excerpt(": for (int i"),
                         "for (int i = 0; i < 2; ++i) {\n  call(i);\n\n  other(i);\n}")
        self.assertEqual(self.excerpt(": void one"), SOURCE.split("\n\n", 1)[1].split("\n\nint")[0])

    def test_a_line_that_opens_nothing(self):
        self.assertEqual(self.excerpt(": int constant"), "int constant = 1;")

    def test_from_a_text_to_another(self):
        self.assertEqual(self.excerpt(": call(i) ... other"), "call(i);\n\nother(i);")

    def test_a_number_of_lines(self):
        self.assertEqual(self.excerpt(": other(i) +2"), "  other(i);\n}\ntwo();")

    def test_the_whole_file_without_its_opening_comment(self):
        self.assertTrue(self.excerpt("").startswith("#include <x>"))

    def test_a_check_names_the_line_and_changes_nothing(self):
        self.page(": int constant")
        before = self.read("README.md")
        self.assertEqual(self.problems(KIND()), [(3, "is out of date")])
        self.assertEqual(self.read("README.md"), before)

    def test_anchors_that_name_no_line_or_several(self):
        for anchor, said in (("nothing", "no line with 'nothing'"),
                             ("(i)", "on lines 7, 9: name one of them")):
            self.page(f": {anchor}")
            (line, message), = self.problems(KIND())
            self.assertEqual(line, 2)
            self.assertIn(said, message)

    def test_a_source_that_is_not_there(self):
        self.write("README.md", "<!-- book code y.cu -->\n<!-- end -->\n")
        self.assertIn("cannot read y.cu", self.problems(KIND())[0][1])

    def test_an_exercise_is_shown_as_it_was_delivered(self):
        self.write("exercises/stubs.txt", "")
        self.write("exercises/a/b.cu", "int mine;\n")
        self.write("README.md", "<!-- book code exercises/a/b.cu -->\n<!-- end -->\n")
        KIND().update(self.checkout)
        self.assertIn("int mine;", self.read("README.md"))  # no stub is known: the file itself


if __name__ == "__main__":
    unittest.main()
