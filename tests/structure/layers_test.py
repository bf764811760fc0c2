"""layers.py finds arrows that point upward, and folders that nobody has placed."""
import os
import subprocess
import sys
import tempfile
import unittest

LAYERS = """
[tools]
high
left right
low
"""


class Layers(unittest.TestCase):
    def check(self, files, layers=LAYERS):
        """Exit code and output for a tree of these files: {path: text}."""
        with tempfile.TemporaryDirectory() as root:
            for part in ("high", "left", "right", "low"):
                os.makedirs(os.path.join(root, "tools", part))
            for path, text in {"layers.txt": layers, **files}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            here = os.path.dirname(os.path.abspath(__file__))
            ran = subprocess.run([sys.executable, os.path.join(here, "layers.py"), root, os.path.join(root, "layers.txt")],
                                 capture_output=True, text=True, check=False)
            return ran.returncode, ran.stdout

    def test_downward_is_fine(self):
        code, _ = self.check({"tools/high/a.cpp": '#include "tools/low/b.hpp"\n', "tools/low/b.hpp": ""})
        self.assertEqual(code, 0)

    def test_upward_is_found_with_its_line(self):
        code, output = self.check({"tools/low/b.hpp": '\n#include "tools/high/a.hpp"\n', "tools/high/a.hpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("tools/low/b.hpp:2: includes tools/high/a.hpp, but tools/low is below tools/high", output)

    def test_side_by_side_is_found(self):
        code, output = self.check({"tools/left/b.hpp": '#include "../right/a.hpp"\n', "tools/right/a.hpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("side by side", output)

    def test_a_folder_without_a_place_is_found(self):
        code, output = self.check({"tools/new/b.hpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("tools/new: layers.txt does not say where it stands", output)

    def test_headers_of_others_are_nobodys_business(self):
        code, _ = self.check({"tools/low/b.hpp": "#include <vector>\n"})
        self.assertEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
