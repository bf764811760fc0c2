#!/usr/bin/env python3
"""The viewer in a headless browser: runs the tests in in_browser/.

Usage: test_viewer.py TUTOR CHECKOUT BUILD [chromium | firefox] [TEST...]. Without that browser
nothing is tested, exit code 77. TEST: a part of a test's name; without any, all are run.
"""
import importlib
import sys
import unittest

from cases import PROGRAM, ViewerCase

ROOMS = ["model", "execution", "memory", "findings", "timeline", "launches", "controls", "screens",
         "bounds"]


def main(wanted):
    if not PROGRAM:
        print("skipped: that browser is not here to show the viewer in")
        return 77
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in wanted] or None
    tests = unittest.TestSuite(loader.loadTestsFromModule(importlib.import_module(f"in_browser.{room}"))
                               for room in ROOMS)
    ViewerCase.open_browser()
    try:
        result = unittest.TextTestRunner().run(tests)
    finally:
        ViewerCase.close_browser()
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[5:]))
