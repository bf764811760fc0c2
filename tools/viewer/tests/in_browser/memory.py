"""Accesses: passes, sectors, costs by line and iteration."""
import json

import synthetic
from cases import ViewerCase


class Memory(ViewerCase):
    def test_a_conflict_is_drawn_pass_by_pass(self):
        self.show(self.transpose())
        state = self.press_until("]", lambda state: state["event"] == "conflict")
        self.assertIn("because of bank conflicts", state["caption"])
        drawn = self.browser.evaluate(
            "[...document.querySelectorAll('#memory .label')].filter("
            "one => one.textContent.startsWith('pass ')).length")
        counted = self.browser.evaluate("""(() => {
          const {warp, last} = lockstep.view.moment;
          return warp.accesses(last)[0].conflicts + 1;
        })()""")
        self.assertEqual(drawn, counted)

    def test_lines_have_their_costs(self):
        self.show(self.transpose())
        self.assertIn("passes", self.text("#costs"))
        self.browser.evaluate("document.querySelector('#costs button').click()")
        line = int(self.text("#costs button"))
        self.assertEqual(self.browser.evaluate("lockstep.state().line"), line)

    def test_keys_go_from_iteration_to_iteration(self):
        self.show(self.transpose())
        before = self.press("Home")
        self.press("n")
        self.assertEqual(self.text("#note"), "This warp does not get here again.")
        self.show(self.page("rounds", "--from", self.rounds()))
        before = self.press_until("ArrowRight", lambda state: state["line"] == 6)
        after = self.press("n")
        self.assertEqual((before["line"], before["warp"]), (after["line"], after["warp"]))
        self.assertGreater(after["moment"], before["moment"])
        self.assertEqual(self.press("p")["moment"], before["moment"])

    def rounds(self):
        trace = self.place / "rounds.json"
        trace.write_text(json.dumps(synthetic.trace(200, 2)))
        return trace

    def test_how_many_warps_there_are_is_said(self):
        self.show(self.racy())
        self.assertIn("Shown: 8 of 8192 warps, in 2 of 1024 blocks.", self.text("#shape"))
        self.assertIn("of the 8 warps shown", self.text("#costs-title"))
