#!/usr/bin/env python3
"""The book's occupancy calculator: its numbers are those of the toolkit's cuda_occupancy.h.

Usage: test_occupancy.py CASES, the program of occupancy_cases.cpp. Without Chromium nothing is
tested, exit code 77.
"""
import json
import subprocess
import sys
import unittest

import pages

PROGRAM = pages.browser.find()
if not PROGRAM:
    print("skipped: there is no Chromium here to show the calculator in")
    sys.exit(77)

CASES = sys.argv[1]
# The cases that differ, of those in `all`, and how many were compared.
COMPARE = """(async () => {
  const {devices} = await import("ADDRESSoccupancy/devices.js");
  const {occupancyOf} = await import("ADDRESSoccupancy/model.js");
  const all = CASES;
  const known = all.devices.map(([name]) => devices.find((sm) => sm.name === name));
  const limits = known.map((sm) => sm && [sm.name, sm.capability, sm.threads, sm.blocks, sm.registers,
      sm.registersPerThread, sm.registerUnit, sm.partitions, sm.shared, sm.sharedOptIn, sm.sharedReserved, sm.sharedUnit]);
  const number = (blocks) => (blocks === Infinity ? 2147483647 : blocks);
  const wrong = all.cases.filter(([device, threads, registers, shared, ...wanted]) => {
    const {by, limits} = occupancyOf(known[device], {threads, registers, shared});
    const bits = ["warps", "registers", "shared", "blocks"].reduce((sum, name, i) => sum + (limits.includes(name) ? 1 << i : 0), 0);
    return [by.warps, by.registers, by.shared, by.blocks].map(number).concat(bits).join() !== wanted.join();
  });
  return {devices: limits, more: devices.length - known.length, compared: all.cases.length, wrong: wrong.slice(0, 5)};
})()"""


class Occupancy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = pages.Served(pages.VIEWER)
        cls.address = cls.served.__enter__()
        cls.browser = pages.browser.Browser(PROGRAM)
        cls.browser.look(1280, 900, False)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.served.__exit__()

    def open(self, state=""):
        self.browser.open(self.address + "tests/occupancy.html" + state)
        self.assertEqual(self.browser.complaints(), [])

    def text(self, element):
        return self.browser.evaluate(f"document.querySelector('.occupancy-{element}').textContent")

    def test_the_numbers_are_those_of_the_toolkit(self):
        said = subprocess.run([CASES], check=True, capture_output=True, text=True).stdout
        self.open()
        seen = self.browser.evaluate(
            COMPARE.replace("ADDRESS", self.address).replace("CASES", said))
        self.assertEqual(seen["devices"], json.loads(said)["devices"])
        self.assertEqual(seen["more"], 0, "a device that nothing is compared with")
        self.assertEqual(seen["wrong"], [])
        self.assertEqual(seen["compared"], 100_000)

    def test_it_says_what_binds_and_what_the_next_register_costs(self):
        self.open("#threads=256&registers=32&shared=0&device=H200")
        self.assertIn("100 %: 8 blocks of 8 warps, 64 of 64 warps.", self.text("result"))
        self.assertIn("Register 33 costs occupancy: 75 %, 6 blocks", self.text("price"))
        self.browser.evaluate("document.querySelector('.occupancy-calculator').calculator"
                              ".set('registers', 33)")
        self.assertIn("No more fit because of registers.", self.text("result"))
        self.assertIn("7 more registers cost nothing; register 41", self.text("price"))
        self.assertIn("With 32 it would be 100 %.", self.text("price"))
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('.binds td:first-child')].map(one => one.textContent)"),
            ["registers"])

    def test_needs_beyond_what_is_possible(self):
        self.open("#threads=2000&registers=32&shared=0&device=H200")
        self.assertIn("Not even one block fits", self.text("result"))
        self.open("#threads=256&registers=255&shared=0&device=H200")
        self.assertIn("More than 255 a thread cannot have.", self.text("price"))

    def test_it_fits_narrow_screens_and_has_words(self):
        self.browser.look(360, 780, False)
        self.open()
        self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 360)
        words = self.browser.evaluate(
            "[...document.querySelectorAll('.occupancy-plots svg')].map(one => one.ariaLabel)")
        self.assertEqual(len(words), 3)
        self.assertTrue(all("%" in one for one in words), words)
        self.browser.look(1280, 900, False)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
