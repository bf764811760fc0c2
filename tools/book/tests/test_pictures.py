"""Pictures, without a program to trace."""
import types
import unittest
import unittest.mock
import xml.etree.ElementTree

from ..kinds import pictures
from ..pictures import svg, traces
from .folder import InAFolder


def draw(_):
    picture = svg.Picture("one", "A title", "What < is to be seen")
    picture.box(10, 10, 5, 5, "hatched")
    return picture


class Check(InAFolder):
    def setUp(self):
        super().setUp()
        for patch in (unittest.mock.patch.object(pictures.pkgutil, "iter_modules",
                                                 lambda _: [types.SimpleNamespace(name="one")]),
                      unittest.mock.patch.object(pictures.importlib, "import_module",
                                                 lambda _: types.SimpleNamespace(draw=draw))):
            patch.start()
            self.addCleanup(patch.stop)
        pictures.KIND().update(self.checkout)

    def messages(self):
        return [f"{problem.path.name} {problem.message}"
                for problem in pictures.KIND().check(self.checkout)]

    def test_what_was_drawn_passes(self):
        self.assertEqual(self.messages(), [])

    def test_a_picture_that_was_changed_is_named_and_left(self):
        file = self.write("docs/pictures/one.svg", "other")
        self.assertEqual(self.messages(), ["one.svg is out of date"])
        self.assertEqual(file.read_text(), "other")

    def test_a_missing_picture_is_named(self):
        (self.root / "docs/pictures/one.svg").unlink()
        self.assertEqual(self.messages(), ["one.svg is not there"])

    def test_a_picture_that_nothing_draws_is_named(self):
        self.write("docs/pictures/two.svg")
        self.assertEqual(self.messages(), ["two.svg nothing generates this file: remove it"])

    def test_a_module_may_draw_several(self):
        several = types.SimpleNamespace(draw=lambda _: [svg.Picture(name, "t", "d")
                                                        for name in ("three", "four")])
        with unittest.mock.patch.object(pictures.importlib, "import_module", lambda _: several):
            pictures.KIND().update(self.checkout)
        self.assertTrue((self.root / "docs/pictures/three.svg").is_file())
        self.assertTrue((self.root / "docs/pictures/four.svg").is_file())

    def test_a_picture_has_words_and_is_well_formed(self):
        root = xml.etree.ElementTree.parse(self.root / "docs/pictures/one.svg").getroot()
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
