#!/usr/bin/env python3
"""Tests of docs/update-runs.py, on pages and outputs of their own."""
import importlib.util
import pathlib
import sys
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "update-runs.py"
sys.path.insert(0, str(SCRIPT.parent))
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("update_runs", SCRIPT)
update_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(update_runs)


def page(command, output="old"):
    return f"before\n<!-- run: {command} -->\n{output}\n<!-- end of run -->\nbehind\n"


class Runs(unittest.TestCase):
    def update(self, text, lines):
        self.asked = []
        return update_runs.update(text, lambda command: self.asked.append(command) or lines)

    def test_what_a_command_prints_stands_behind_it(self):
        changed = self.update(page("./lockstep check a.cu"), ["one", "two"])
        self.assertEqual(changed, page("./lockstep check a.cu",
                                       "\n```\n$ ./lockstep check a.cu\none\ntwo\n```\n"))
        self.assertEqual(self.asked, ["./lockstep check a.cu"])

    def test_a_page_that_is_up_to_date_stays_as_it_is(self):
        once = self.update(page("./lockstep check a.cu"), ["one"])
        self.assertEqual(self.update(once, ["one"]), once)

    def test_lines_are_chosen(self):
        changed = self.update(page("./lockstep check a.cu ; lines 1,3-4,6-"), list("abcdefg"))
        self.assertIn("\na\n...\nc\nd\n...\nf\ng\n", changed)
        self.assertEqual(self.asked, ["./lockstep check a.cu"])


if __name__ == "__main__":
    unittest.main()
