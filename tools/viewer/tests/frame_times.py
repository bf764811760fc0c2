#!/usr/bin/env python3
"""Processor time of the viewer: to load 100,000 steps of 64 warps, and for one frame of them.

Usage: tools/viewer/tests/frame_times.py [BUILD]. Of the page's main thread in a headless Chromium,
which other programs of the machine lengthen less than the time on a clock. Linux only.
"""
import json
import pathlib
import statistics
import sys
import tempfile

import pages
import synthetic

CHECKOUT = pathlib.Path(__file__).resolve().parents[3]
FRAME = "lockstep.view.move(1); lockstep.view.drawNow(); document.body.offsetHeight;"


class MainThread:
    """The main thread of the process that shows a browser's page."""

    def __init__(self, browser):
        shows = [process for process in pathlib.Path("/proc").iterdir() if process.name.isdigit()
                 and self.is_renderer(process, browser.profile.name)]
        self.tasks = [process / "task" / process.name / "schedstat" for process in shows]

    @staticmethod
    def is_renderer(process, profile):
        try:
            command = (process / "cmdline").read_text()
        except OSError:
            return False
        return "--type=renderer" in command and profile in command

    def milliseconds(self):
        return sum(int(task.read_text().split()[0]) for task in self.tasks) / 1e6

    def time_of(self, browser, script):
        before = self.milliseconds()
        browser.evaluate(script)
        return self.milliseconds() - before


def measure(browser, page, width, height):
    browser.look(width, height, False)
    before = MainThread(browser).milliseconds()
    browser.open(page.as_uri())
    thread = MainThread(browser)
    load = thread.milliseconds() - before
    browser.evaluate("lockstep.view.goTo(2000)")
    browser.settle()
    asking = statistics.median(thread.time_of(browser, "0") for _ in range(100))
    frames = sorted(thread.time_of(browser, FRAME) - asking for _ in range(300))
    return (f"{width} x {height}: {load:.0f} ms to load; a frame takes {frames[150]:.1f} ms in the median, "
            f"{frames[285]:.1f} ms in 95 of 100, {frames[-1]:.1f} ms at worst")


def main(words):
    build = pathlib.Path(words[0] if words else CHECKOUT / "build").resolve()
    program = pages.browser.find()
    if not program:
        print("There is no Chromium here to measure in.")
        return 77
    tutor = pages.Tutor(build / "tools/tutor/lockstep-tutor", CHECKOUT, build)
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        trace.write_text(json.dumps(synthetic.trace(100_000, 64)))
        page = tutor.view(pathlib.Path(folder) / "page.html", "--from", trace)
        for size in ((360, 780), (1280, 800), (1920, 1080)):
            with pages.browser.Browser(program) as browser:
                print(measure(browser, page, *size))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
