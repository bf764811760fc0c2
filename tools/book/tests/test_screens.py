"""What pages ask of the tutor, and how a terminal is drawn."""
import unittest
import xml.etree.ElementTree

from ..capture import page, svg, terminal
from ..capture.learner import Learner
from ..kinds.screens import KIND
from ..markers import Mistake
from .folder import InAFolder

TEXT = """# A page
<!-- book answer exercises/a/b.cu -->
<!-- book picture one.svg 80x24; watch a/b; h h -->
![one](screens/one.svg)
<!-- book answer solutions/a/b.cu with "x < 1" as "x > 1" -->
<!-- book solved a/c a/d -->
<!-- book screen list | head -n 2 -->
old
<!-- end -->
<!-- book screen reset a/b; y Enter -->
<!-- end -->
<!-- book screens 0 -->
"""


class Pages(InAFolder):
    def setUp(self):
        super().setUp()
        for name in sorted({name for names in page.SOURCES.values() for name in names}):
            self.write(f"tools/tutor/{name}", "says\n")
        for name in ["tools/graders/a/b.cpp", "exercises/a/b.hpp", "solutions/a/b.cu",
                     *page.DRAWING]:
            self.write(name, "text\n")
        self.write("course.toml", "".join(
            f'[[exercise]]\nname = "a/{name}"\ntitle = "{name}"\nhints = []\n' for name in "bcd"))
        self.write("exercises/stubs.txt", "1 a/b\n2 a/c\n3 a/d\n")
        self.write("docs/page.md", TEXT)

    @property
    def page(self):
        return KIND().pages(self.checkout)[0]

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
        answer = self.page.of("answer")[1]
        self.assertEqual((answer.path, answer.old, answer.new),
                         ("solutions/a/b.cu", "x < 1", "x > 1"))
        picture, = self.page.of("picture")
        self.assertEqual((picture.file, picture.columns, picture.rows, picture.keys),
                         ("one.svg", 80, 24, "h h"))
        self.assertEqual([step.keys for step in self.page.of("screen")], ["", "y Enter"])

    def test_screens_are_put_in_their_places(self):
        screens = self.page.of("screen")
        self.page.rewrite([(screens[0].marker, "first"), (screens[1].marker, "second")], str)
        text = self.read("docs/page.md")
        self.assertIn("head -n 2 -->\n\nfirst\n\n<!-- end", text)
        self.assertIn("y Enter -->\n\nsecond\n\n<!-- end", text)
        self.assertNotIn("old", text)
        self.assertEqual(self.page.recorded, self.page.digest(str))

    def test_a_check_compares_digests(self):
        self.assertEqual(self.problems(KIND()),
                         [(12, "what its screens are made from has changed")])
        self.page.rewrite([], Learner(self.root, []).stub_name)
        self.assertEqual(self.problems(KIND()), [])

    def test_stale_once_what_is_on_a_screen_has_changed(self):
        for name in ("tools/tutor/watch/view.cpp", "tools/tutor/commands/work.cpp",
                     "tools/graders/a/b.cpp", "exercises/a/b.hpp", "solutions/a/b.cu", "tools/book/capture/svg.py",
                     "docs/screens/one.svg"):
            self.assertTrue(self.changes(name), name)
        self.assertFalse(self.changes("tools/tutor/commands/doctor.cpp"))
        self.assertFalse(self.changes("solutions/a/c.cu"))

    def test_instructions_that_are_not_understood(self):
        self.write("docs/page.md",
                   "<!-- book picture one.svg; watch -->\n<!-- book screens 0 -->\n")
        self.assertEqual(self.problems(KIND())[0], (1, "not understood: picture one.svg; watch"))

    def test_the_exercise_of_an_answer(self):
        for name in ("exercises/a/b.cu", "solutions/a/b.cu", "tools/graders/wrong/a/b/why.cu"):
            self.assertEqual(page.exercise_of(name), "a/b")
        with self.assertRaises(Mistake):
            page.exercise_of("docs/a/b.cu")


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
        self.learner.stub = lambda _: "stub"

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
