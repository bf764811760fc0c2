"""The demo's output and picture; the summary of repeated measurements."""
import csv
import unittest

from ..kinds import demo, repeat


class Output(unittest.TestCase):
    def test_the_hosts_times_are_left_out(self):
        self.assertEqual(demo.without_host_times("a\nHost: x\n 3 ms\n\nb\nHost: y\nc\n"), "a\nb\n")

    def test_titles_are_the_lines_above_a_rule(self):
        self.assertEqual(demo.heads(["a", "", "one", "two", "───", "right"]), {2, 3})

    def test_right_is_a_word_of_its_own(self):
        self.assertEqual(demo.runs("x right y", False),
                         [("x ", ""), ("right", "right"), (" y", "")])
        self.assertEqual(demo.runs("bright", False), [("bright", "")])


RUNS = """kernel,residency,gbps,before,spread,spread_before
01,dram,101,100,1,1
02,dram,110,100,1,1
CUB,l2,99,100,1,1
"""


class Repeat(unittest.TestCase):
    def test_differences_by_group_and_place(self):
        self.assertEqual(repeat.summary(csv.DictReader(RUNS.splitlines()))[1:],
                         ["the ladder,dram,2,5.50,10.00,10.00,50", "CUB,l2,1,1.00,1.00,1.00,100"])


if __name__ == "__main__":
    unittest.main()
