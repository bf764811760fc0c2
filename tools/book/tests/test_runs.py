"""What commands print, in pages."""
import unittest

from ..kinds.runs import shown
from ..markers import Mistake


class Runs(unittest.TestCase):
    def shown(self, arguments, lines):
        self.asked = []
        return shown(arguments, lambda command: self.asked.append(command) or lines)

    def test_what_a_command_prints_stands_behind_it(self):
        self.assertEqual(self.shown("./lockstep check a.cu", ["one", "two"]),
                         "```\n$ ./lockstep check a.cu\none\ntwo\n```")
        self.assertEqual(self.asked, ["./lockstep check a.cu"])

    def test_lines_are_chosen(self):
        self.assertIn("\na\n...\nc\nd\n...\nf\ng\n",
                      self.shown("./lockstep check a.cu ; lines 1,3-4,6-", list("abcdefg")))
        self.assertEqual(self.asked, ["./lockstep check a.cu"])

    def test_a_marker_without_a_command(self):
        with self.assertRaises(Mistake):
            self.shown("histogram.cu", [])


if __name__ == "__main__":
    unittest.main()
