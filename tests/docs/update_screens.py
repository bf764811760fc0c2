#!/usr/bin/env python3
"""What docs/update-screens.py reads in pages, and how it draws. Run: tests/docs/update_screens.py"""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
sys.dont_write_bytecode = True
sys.path.insert(0, str(DOCS / "capture"))
import page as pages  # noqa: E402
import svg  # noqa: E402
import terminal  # noqa: E402
from learner import Learner  # noqa: E402

TEXT = """# A page
<!-- answer: exercises/a/b.cu -->
<!-- picture: one.svg 80x24; watch a/b; h h -->
![one](screens/one.svg)
<!-- answer: solutions/a/b.cu with "x < 1" as "x > 1" -->
<!-- solved: a/c a/d -->
<!-- screen: list | head -n 2 -->
old
<!-- end of screen -->
<!-- screen: reset a/b; y Enter -->
<!-- end of screen -->
<!-- docs/update-screens.py: 0 -->
"""


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Pages(InAFolder):
    def setUp(self):
        super().setUp()
        for folder in ("tutor", "graders", "solutions", "docs/capture"):
            (self.root / folder).mkdir(parents=True)
        for names in pages.SAYERS.values():
            for name in names:
                self.write(f"tutor/{name}", "says\n")
        for name in ["graders/a/b.cpp", "graders/a/b.hpp", "solutions/a/b.cu", *pages.DRAWING]:
            self.write(name, "text\n")
        self.write("course.toml", "".join(
            f'[[exercise]]\nname = "a/{one}"\ntitle = "{one}"\nhints = []\n' for one in "bcd"))
        self.page = pages.Page(self.root, self.write("docs/page.md", TEXT))

    def digest(self):
        return self.page.digest(lambda name: "stub of " + name)

    def changes(self, name):
        """Whether the page is stale once a file has changed."""
        before = self.digest()
        self.write(name, "other\n")
        return self.digest() != before

    def test_what_a_page_asks_for(self):
        self.assertEqual(self.page.exercises(), ["a/b", "a/c", "a/d"])
        self.assertEqual(self.page.commands(), ["watch a/b", "list | head -n 2", "reset a/b"])
        answers = [step.groups() for step in self.page.steps() if step.re is pages.ANSWER]
        self.assertEqual(answers[1], ("solutions/a/b.cu", "x < 1", "x > 1"))

    def test_screens_are_put_in_their_places(self):
        self.page.rewrite(["first\n", "second\n"], str)
        text = self.page.file.read_text()
        self.assertIn("head -n 2 -->\nfirst\n<!-- end", text)
        self.assertIn("y Enter -->\nsecond\n<!-- end", text)
        self.assertNotIn("old", text)
        self.assertEqual(pages.Page(self.root, self.page.file).recorded(), self.page.digest(str))

    def test_stale_once_what_is_on_a_screen_has_changed(self):
        for name in ("tutor/watch/view.cpp", "tutor/commands/work.cpp", "graders/a/b.cpp",
                     "solutions/a/b.cu", "docs/capture/svg.py", "docs/screens/one.svg"):
            self.assertTrue(self.changes(name), name)
        self.assertFalse(self.changes("tutor/commands/doctor.cpp"))
        self.assertFalse(self.changes("solutions/a/c.cu"))

    def test_the_exercise_of_an_answer(self):
        for name in ("exercises/a/b.cu", "solutions/a/b.cu", "graders/wrong/a/b/why.cu"):
            self.assertEqual(pages.exercise_of(name), "a/b")


class Drawing(unittest.TestCase):
    def test_colours_of_a_terminal(self):
        self.assertEqual(terminal.runs("\x1b[1ma/b\x1b[0m: \x1b[1;31mwrong\x1b[39m result\x1b[0m."),
                         [("a/b", "bold"), (": ", ""), ("wrong", "bold red"), (" result", "bold"),
                          (".", "")])

    def test_a_picture_is_as_wide_as_the_terminal_and_has_its_colours_in_both_modes(self):
        drawn = svg.picture("x", [[("a < b", "green")], []], columns=10)
        root = xml.etree.ElementTree.fromstring(drawn)
        self.assertEqual(root.get("width"), "110")
        self.assertEqual(drawn.count(".green {"), 2)
        self.assertNotIn(".red", drawn)


class Files(InAFolder):
    def setUp(self):
        super().setUp()
        self.mine = self.write("exercises/a/b.cu", "mine")
        self.progress = self.write(".lockstep/progress.json", "{}")
        (self.root / "build").mkdir()
        self.learner = Learner(self.root, ["a/b"])
        self.learner.stub = lambda _: b"stub"

    def test_the_learners_files_are_put_back_even_after_a_failure(self):
        with self.assertRaises(ZeroDivisionError), self.learner:
            self.assertEqual(self.mine.read_text(), "stub")
            self.assertFalse(self.progress.exists())
            self.write(".lockstep/backups/a/b/1.cu", "left")
            raise ZeroDivisionError
        self.assertEqual(self.mine.read_text(), "mine")
        self.assertEqual([path.name for path in self.root.glob(".lockstep/*")], ["progress.json"])

    def test_and_by_the_next_one_where_this_one_was_ended_by_force(self):
        self.learner.__enter__()
        Learner(self.root, []).put_back()
        self.assertEqual(self.mine.read_text(), "mine")
        self.assertEqual(self.progress.read_text(), "{}")

    def test_a_file_that_was_not_there_is_not_there_again(self):
        self.mine.unlink()
        with self.learner:
            self.assertTrue(self.mine.exists())
        self.assertFalse(self.mine.exists())


if __name__ == "__main__":
    unittest.main()
