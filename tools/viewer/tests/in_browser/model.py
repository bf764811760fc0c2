"""The data model's own tests, and its numbers against those of the emulator."""
import json

import pages
from cases import ViewerCase


class Model(ViewerCase):
    def test_model(self):
        with pages.Served(pages.VIEWER) as address:
            (self.place / "blank.html").write_text("<!doctype html>")
            self.browser.load(address + "tests/synthetic.py")
            results = self.browser.evaluate(
                f"import('{address}tests/model.js').then(module => module.runAll())")
        self.assertGreater(len(results), 10)
        for name, wrong in results.items():
            with self.subTest(name):
                self.assertEqual(wrong, "")

    def test_sectors_and_passes_are_those_that_the_emulator_counts(self):
        with pages.Served(pages.VIEWER) as modules:
            for address in (self.racy(), self.transpose(), self.divergence()):
                self.show(address)
                state = self.browser.evaluate("lockstep.view.trace.launches.flatMap(launch =>"
                    "launch.warps.flatMap(warp => [...Array(warp.length).keys()].flatMap(i =>"
                    "warp.accesses(i))))")
                self.assertTrue(state)
                self.browser.load(modules + "tests/synthetic.py")
                wrong = self.browser.evaluate(
                    f"import('{modules}model/requests.js').then(({{conflictsOf, globalRequest}}) => "
                    f"{json.dumps(state)}.filter(one => one.space == 'shared' ? "
                    "conflictsOf(one) != one.conflicts : one.space == 'global' ? "
                    "globalRequest(one).sectors != one.sectors : false))")
                self.assertEqual(wrong, [])
