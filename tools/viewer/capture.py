#!/usr/bin/env python3
"""Captures pages of the viewer for docs/tutor.md, by a headless Chromium.

Usage: tools/viewer/capture.py [BUILD]. Writes docs/screens/view-*.webp. The tutor and the chapters
have to be built, and exercises/05_reduction/bank_conflicts.cu has to be the stub.
"""
import base64
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "tests"))
import pages  # noqa: E402: its folder has to be on the path first

CHECKOUT = HERE.parents[1]
SCREENS = CHECKOUT / "docs/screens"
SIZE = (1280, 1000)
# Goes on to the next step for which a condition on the state `s` holds.
UNTIL = """(() => { for (let i = 0; i < 2000; ++i) {
  const s = lockstep.press("ArrowRight"); if (CONDITION) return s.caption; } })()"""
EXPERIMENT_06 = "{build}/chapters/06_unrolling/06_unrolling_experiment"
EXPERIMENT_07 = "{build}/chapters/07_dynamic_parallelism/07_dynamic_parallelism_experiment"
# By name: what is shown, the conditions until there, the panel that the page is scrolled to.
CAPTURES = {
    "view-banks": (["05_reduction/bank_conflicts"],
                   ["s.event == 'conflict' && s.caption.includes('eight passes')"], ""),
    "view-race": (["docs/examples/racy_histogram.cu"], [], ""),
    "view-lanes": (["{build}/chapters/02_warp_divergence/02_warp_divergence_demo"],
                   ["s.line == 15 && s.caption.includes('wait for')"], ""),
    "view-shuffle": (["--kernel", "reduce_shuffle", "--blocks", "0", EXPERIMENT_06,
                      "--size", "1024", "--block", "128", "--once"],
                     ["s.caption.includes('exchange values')"], ""),
    "view-tree": (["--kernel", "reduce_fire_and_forget", EXPERIMENT_07,
                   "--size", "16", "--block", "8", "--side", "64"],
                  ["s.event == 'diverge'"], ""),
    "view-timeline": (["docs/examples/transpose.cu"], ["s.event == 'conflict'"], "timeline"),
}


def main(words):
    build = pathlib.Path(words[0] if words else CHECKOUT / "build").resolve()
    # Captures show what was typed, and no path of a machine.
    shown = build.relative_to(CHECKOUT) if build.is_relative_to(CHECKOUT) else build
    tutor = pages.Tutor(build / "tools/tutor/lockstep-tutor", CHECKOUT, build)
    program = pages.browser.find()
    if not program:
        print("There is no Chromium here to make captures with.")
        return 77
    with tempfile.TemporaryDirectory() as folder, pages.browser.Browser(program) as seen:
        for name, (what, conditions, scroll) in CAPTURES.items():
            page = tutor.view(pathlib.Path(folder) / f"{name}.html",
                              *(word.format(build=shown) for word in what))
            seen.look(*SIZE, False)
            seen.open(page.as_uri())
            for condition in conditions:
                if not seen.evaluate(UNTIL.replace("CONDITION", condition)):
                    print(f"{name}: no step in which {condition}")
                    return 1
            if scroll:
                seen.evaluate(f"document.getElementById('{scroll}').scrollIntoView()")
            seen.settle()
            data = seen.call("Page.captureScreenshot", format="webp", quality=82)["data"]
            (SCREENS / f"{name}.webp").write_bytes(base64.b64decode(data))
            print(f"docs/screens/{name}.webp: {seen.evaluate('lockstep.state().caption')}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
