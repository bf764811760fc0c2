"""Scenes on pages, without a browser: markers, the elements they become, scripts of modules."""
import pathlib
import tempfile
import unittest
import unittest.mock

from ..checkout import Missing
from ..kinds import scenes as kind
from ..markers import Mistake
from ..site import modules, repository, scenes

MARKER = """<!-- book scene lanes
show 02_warp_divergence/demo --kernel thread -- --size 64: by thread
show 02_warp_divergence/demo: by warp
at diverge
panels source warps
picture ../../docs/pictures/x.svg: Lanes that run,
and lanes that wait
-->
"""


class Markers(unittest.TestCase):
    def test_a_scene_is_read(self):
        scene = kind.scene_from(MARKER.removeprefix("<!-- book scene ").removesuffix("\n-->\n"))
        self.assertEqual((scene.name, scene.at, scene.panels),
                         ("lanes", "diverge", ["source", "warps"]))
        self.assertEqual(scene.words, "Lanes that run,\nand lanes that wait")
        first, second = scene.shows
        self.assertEqual((first.chapter, first.program, first.options, first.arguments),
                         ("02_warp_divergence", "demo", ["--kernel", "thread"], ["--size", "64"]))
        self.assertEqual((first.label, second.label), ("by thread", "by warp"))
        self.assertEqual((second.options, second.arguments), ([], []))

    def test_a_block_holds_the_picture_or_a_command(self):
        def content(arguments):
            return kind.KIND().content(unittest.mock.Mock(arguments=arguments), None)
        self.assertEqual(content("a\nshow 02_x/demo --kernel k -- --size 64"),
                         "```sh\n./lockstep view --kernel k build/chapters/02_x/02_x_demo --size 64"
                         "\n```")
        self.assertEqual(content("a\nshow 02_x/demo\npicture ../p.svg: one,\ntwo"),
                         "![one,\ntwo](../p.svg)")

    def test_mistakes_are_named_with_their_line(self):
        for text, line in (("a b", 0), ("a\nshow x", 1), ("a\nshow x/y\nat noon", 2),
                           ("a", 0), ("a\npanels sky", 1),
                           ("a\nshow x/y\nshow x/z\npicture p.svg: w", 0)):
            with self.subTest(text), self.assertRaises(Mistake) as seen:
                kind.scene_from(text)
            self.assertEqual(seen.exception.line, line)


class Elements(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.scenes = scenes.Scenes(pathlib.Path(self.folder.name), checkout=unittest.mock.Mock())

    def tearDown(self):
        self.folder.cleanup()

    def rewrite(self, text):
        return self.scenes.rewrite(text, "chapters/02/README.md", "chapters/02/index.md")

    def test_a_scene_stands_before_its_picture(self):
        with unittest.mock.patch.object(scenes.Scenes, "recorded",
                                        lambda self, scene, i: f"assets/scenes/lanes-{i}.html"):
            text = self.rewrite(f"Text\n\n{MARKER}\n![w](x.svg)\n\n<!-- end -->\n")
        element, _, rest = text.partition("![w](x.svg)")
        self.assertIn('<div class="book-scene" id="scene-lanes">', element)
        self.assertIn('<a href="../../assets/scenes/lanes-1.html?at=diverge&amp;'
                      'panels=source%2Cwarps">by warp</a>', element)
        self.assertNotIn("book scene", element)
        self.assertIn("<!-- end -->", rest)

    def test_what_cannot_be_recorded_stays_a_picture(self):
        with unittest.mock.patch.object(scenes.Scenes, "recorded", side_effect=Missing("no demo")):
            text = self.rewrite(f"{MARKER}\n![w](x.svg)\n\n<!-- end -->\n")
        self.assertNotIn("<div", text)
        self.assertIn("![w](x.svg)", text)
        self.assertEqual(self.scenes.problems, ["chapters/02/README.md: lanes: no demo"])

    def test_a_recording_is_made_anew_when_its_program_changes(self):
        build = pathlib.Path(self.folder.name)
        program, tool = build / "demo", build / "tool"
        tool.write_text("#!/bin/sh\nfor last; do :; done\n"
                        'while [ "$1" != --html ]; do shift; done\ncp "$last" "$2"\n')
        tool.chmod(0o755)
        self.scenes.checkout.configure_mock(build=build, tutor=tool, emulator=tool)
        self.scenes.checkout.environment.return_value = {}
        show = kind.Show("02_x", "demo", [], [], "")
        with unittest.mock.patch.object(scenes.Scenes, "program", lambda self, show: program):
            seen = []
            for text in ("one", "one", "two"):
                program.write_text(text)
                seen.append(self.scenes.recording(show))
                self.assertEqual(seen[-1].read_text(), text)
        self.assertEqual((seen[0] == seen[1], seen[1] == seen[2]), (True, False))

    def test_the_calculator_comes_with_its_script(self):
        text = self.rewrite("<!-- book calculator occupancy -->\n")
        self.assertIn('<div class="occupancy-calculator"></div>', text)
        self.assertIn('<script src="../../assets/occupancy.js"></script>', text)


class Modules(unittest.TestCase):
    def test_modules_become_one_script_imported_ones_first(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.js").write_text("export const one = 1;\nexport function two() {}\n")
            (folder / "b.js").write_text('import {one} from "./a.js";\nexport class Three {}\n')
            (folder / "main.js").write_text('import {one, two} from "./a.js";\n'
                                            'import {Three} from "./b.js";\ntwo(Three);\n')
            script = modules.bundle(folder / "main.js")
            self.assertEqual(script.count("const one = 1;"), 1)
            self.assertLess(script.index("const one = 1;"), script.index("class Three"))
            self.assertLess(script.index("class Three"), script.index("two(Three);"))
            self.assertNotRegex(script, r"(?m)^(import|export)\b")
            (folder / "main.js").write_text("export default 1;\n")
            with self.assertRaises(ValueError):
                modules.bundle(folder / "main.js")

    def test_the_calculator_is_such_modules(self):
        self.assertIn("class Calculator",
                      modules.bundle(repository.ROOT / "tools/viewer/occupancy/main.js"))
