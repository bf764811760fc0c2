#!/usr/bin/env python3
"""Tests of docs/update-code.py, on sources and pages of their own."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "update-code.py"
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


class Pieces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "x.cu").write_text(SOURCE)
        self.page = self.root / "page.md"

    def run_script(self, text, *options):
        self.page.write_text(text)
        return subprocess.run([sys.executable, str(SCRIPT), *options, str(self.page)], text=True,
                              env={**os.environ, "LOCKSTEP_SOURCES": str(self.root)},
                              capture_output=True)

    def piece(self, anchor):
        done = self.run_script(f"<!-- code x.cu{anchor} -->\nold\n<!-- end of code -->\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.page.read_text().split("```")[1].removeprefix("cpp\n").rstrip("\n")

    def test_what_a_line_opens_to_where_it_is_closed(self):
        self.assertEqual(self.piece(": for (int i"), "for (int i = 0; i < 2; ++i) {\n  call(i);\n\n"
                         "  other(i);\n}")
        self.assertEqual(self.piece(": void one"), SOURCE.split("\n\n", 1)[1].split("\n\nint")[0])

    def test_a_line_that_opens_nothing(self):
        self.assertEqual(self.piece(": int constant"), "int constant = 1;")

    def test_from_a_text_to_another(self):
        self.assertEqual(self.piece(": call(i) ... other"), "call(i);\n\nother(i);")

    def test_so_many_lines(self):
        self.assertEqual(self.piece(": other(i) +2"), "  other(i);\n}\ntwo();")

    def test_the_whole_file_without_its_opening_comment(self):
        self.assertTrue(self.piece("").startswith("#include <x>"))

    def test_check_names_the_line_and_changes_nothing(self):
        text = "a\n\n<!-- code x.cu: int constant -->\n\n```cpp\nold\n```\n\n<!-- end of code -->\n"
        done = self.run_script(text, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("page.md:6: not as in the source", done.stderr)
        self.assertEqual(self.page.read_text(), text)
        self.run_script(text)
        self.assertEqual(self.run_script(self.page.read_text(), "--check").returncode, 0)

    def test_anchors_that_are_gone_or_not_clear_are_told(self):
        for anchor, said in (("nothing", "no line with 'nothing'"),
                             ("(i)", "in lines 7, 9: say more")):
            done = self.run_script(f"<!-- code x.cu: {anchor} -->\n<!-- end of code -->\n")
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)

    def test_a_missing_end_is_told(self):
        self.assertIn("no `<!-- end of code -->`", self.run_script("<!-- code x.cu -->\n").stderr)


if __name__ == "__main__":
    unittest.main()
