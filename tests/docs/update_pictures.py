#!/usr/bin/env python3
"""What docs/update-pictures.py draws and when its --check fails, without a program to trace.

Run: tests/docs/update_pictures.py
"""
import contextlib
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "update-pictures.py"
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("update_pictures", SCRIPT)
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

import svg  # noqa: E402  (of docs/pictures, which the tool has put on the path)
import traces  # noqa: E402

DRAW = """import svg
def draw(trace):
    picture = svg.Picture("one", "A title", "What < is to be seen")
    picture.box(10, 10, 5, 5, "hatched")
    return picture
"""


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "drawing_of_one.py").write_text(DRAW)
        old = tool.FOLDER
        self.addCleanup(setattr, tool, "FOLDER", old)
        tool.FOLDER = self.folder
        sys.path.insert(0, folder.name)
        self.addCleanup(sys.path.remove, folder.name)
        self.run_tool()

    def run_tool(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            code = tool.main(list(arguments))
        return code, said.getvalue()

    def test_what_was_drawn_passes(self):
        self.assertEqual(self.run_tool("--check"), (0, ""))

    def test_a_picture_that_was_changed_is_named_and_left(self):
        file = self.folder / "one.svg"
        file.write_text("other")
        code, said = self.run_tool("--check")
        self.assertEqual(code, 1)
        self.assertIn("one.svg is not what", said)
        self.assertEqual(file.read_text(), "other")

    def test_a_missing_picture_is_named(self):
        (self.folder / "one.svg").unlink()
        self.assertEqual(self.run_tool("--check")[0], 1)

    def test_a_picture_that_nothing_draws_is_named(self):
        (self.folder / "two.svg").write_text("")
        self.assertIn("two.svg: nothing draws it", self.run_tool("--check")[1])

    def test_a_picture_has_words_and_is_well_formed(self):
        root = xml.etree.ElementTree.parse(self.folder / "one.svg").getroot()
        words = {element.tag.split("}")[1]: element.text for element in root}
        self.assertEqual(words["title"], "A title")
        self.assertEqual(words["desc"], "What < is to be seen")


class Traces(unittest.TestCase):
    def test_phases_end_where_lanes_go_on_behind_a_barrier(self):
        steps = [{"kind": kind} for kind in ("load", "barrier", "leave", "store")]
        self.assertEqual([len(p) for p in traces.phases({"steps": steps})], [2, 2])

    def test_accesses_are_words_by_lane(self):
        step = {"kind": "load", "accesses": [{"space": "shared", "lanes": 0b101,
                                              "addresses": [8, None, 20] + [None] * 29}]}
        self.assertEqual(list(traces.accesses([step], "load", "shared")), [{0: 2, 2: 5}])
        self.assertEqual(list(traces.accesses([step], "load", "global")), [])


class Drawing(unittest.TestCase):
    def test_boxes_of_a_kind_are_one_path(self):
        picture = svg.Picture("p", "t", "d")
        for x in range(3):
            picture.box(x, 0, 1, 1, "first")
        self.assertEqual(picture.svg().count('class="first"'), 1)


if __name__ == "__main__":
    unittest.main()
