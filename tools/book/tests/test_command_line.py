"""The command: which kinds it checks, what it prints, its exit codes."""
import subprocess
import unittest
import unittest.mock

from .. import command_line, kinds
from ..checkout import Missing
from ..kind import FileKind, PageKind
from .folder import InAFolder, silent


class Number(PageKind):
    """Fills `book number N` with N."""
    name, words = "number", ("number",)

    def content(self, marker, checkout):
        if marker.arguments == "unknown":
            raise Missing("the number is not there")
        if marker.arguments == "failing":
            subprocess.run(["sh", "-c", "echo out of luck >&2; exit 3"], check=True, text=True,
                           capture_output=True)
        return marker.arguments


class Other(Number):
    name, words = "other", ("other",)


class Files(FileKind):
    name, suffix = "files", ".svg"

    def folder(self, checkout):
        return checkout.docs / "pictures"

    def files(self, checkout):
        return [("one.svg", "one\n")]


PAGE = "# Page\n<!-- book number 7 -->\n\n{}\n\n<!-- end -->\n"


class Commands(InAFolder):
    def setUp(self):
        super().setUp()
        known = {"number": Number, "other": Other, "files": Files}
        for patch in (unittest.mock.patch.object(kinds, "NAMES", list(known)),
                      unittest.mock.patch.object(kinds, "load", lambda name: known[name]()),
                      unittest.mock.patch.object(command_line, "Checkout",
                                                 lambda **_: self.checkout)):
            patch.start()
            self.addCleanup(patch.stop)

    def run_book(self, *arguments):
        return silent(command_line.main, list(arguments))

    def test_a_stale_block_is_named_with_its_line_and_the_command(self):
        self.write("docs/page.md", PAGE.format(6))
        code, said = self.run_book("check", "number")
        self.assertEqual(code, 1)
        self.assertEqual(said, "docs/page.md:4: is out of date\n    -6\n    +7\n"
                               "To update: tools/book/book update number\n")
        self.assertEqual(self.read("docs/page.md"), PAGE.format(6))

    def test_an_update_writes_it_and_then_the_check_passes(self):
        self.write("docs/page.md", PAGE.format(6))
        self.assertEqual(self.run_book("update", "number"), (0, "docs/page.md: updated\n"))
        self.assertEqual(self.read("docs/page.md"), PAGE.format(7))
        self.assertEqual(self.run_book("check", "number"), (0, ""))

    def test_two_kinds_update_one_page(self):
        both = PAGE + PAGE.replace("number", "other")
        self.write("docs/page.md", both.format(6, 6))
        self.assertEqual(self.run_book("update", "number", "other"),
                         (0, "docs/page.md: updated\ndocs/page.md: updated\n"))
        self.assertEqual(self.read("docs/page.md"), both.format(7, 7))

    def test_a_block_without_an_end_is_a_problem(self):
        self.write("docs/page.md", "<!-- book number 7 -->\n")
        self.assertEqual(self.run_book("update", "number"),
                         (1, "docs/page.md:1: this marker needs <!-- end --> below it\n"))

    def test_markers_that_no_kind_knows_are_named(self):
        self.write("docs/page.md", "<!-- book numbr 7 -->\n<!-- end -->\n")
        code, said = self.run_book("check", "files")
        self.assertEqual(code, 1)
        self.assertIn("docs/page.md:1: no kind has a marker 'numbr'; there are number", said)

    def test_files_are_compared_and_written(self):
        self.assertIn("docs/pictures/one.svg: is not there", self.run_book("check", "files")[1])
        self.run_book("update", "files")
        self.assertEqual(self.run_book("check", "files"), (0, ""))
        self.write("docs/pictures/two.svg")
        self.assertEqual(self.run_book("check", "files"),
                         (1, "docs/pictures/two.svg: nothing generates this file: remove it\n"))

    def test_what_is_not_built_fails_and_says_so(self):
        self.write("docs/page.md", PAGE.replace("7", "unknown"))
        self.assertEqual(self.run_book("check", "number"), (1, "number: the number is not there\n"))

    def test_a_program_that_fails_is_named_with_what_it_said(self):
        self.write("docs/page.md", PAGE.replace("7", "failing"))
        code, said = self.run_book("check", "number")
        self.assertEqual(code, 1)
        self.assertIn("returned non-zero exit status 3", said)
        self.assertIn("out of luck", said)

    def test_bad_usage(self):
        for words in ((), ("check", "nothing"), ("update",), ("check", "--page", "none.md"),
                      ("frobnicate",)):
            self.assertEqual(self.run_book(*words)[0], 64, words)
        self.assertEqual(self.run_book("--help")[0], 0)


if __name__ == "__main__":
    unittest.main()
