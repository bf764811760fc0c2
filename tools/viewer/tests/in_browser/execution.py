"""Lanes, warps, barriers, values: what one sees while stepping."""
import json

import synthetic
from cases import ViewerCase


class Execution(ViewerCase):
    def test_lanes_diverge_wait_and_reconverge(self):
        self.show(self.divergence())
        state = self.press_until("]", lambda state: state["event"] == "diverge")
        self.assertIn("diverge: ", state["caption"])
        state = self.press_until("ArrowRight", lambda state: state["active"] == 0x55555555)
        self.assertIn("the odd lanes wait for line", state["caption"])
        self.assertIn("has diverged into 2 groups", self.text("#warps .parts"))
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('.warp.acts').length"), 1)

    def test_values_follow_a_lane(self):
        self.show(self.racy())
        self.press("Home")
        self.press_until("ArrowRight", lambda state: "data[" in state["caption"])
        self.press("ArrowDown", "ArrowDown")
        self.assertEqual(self.browser.evaluate("lockstep.state().lane"), 2)
        self.assertIn("read data[2] = 2", self.text("#lane"))
        self.browser.evaluate("document.querySelector('#memory .cell').dispatchEvent("
                              "new MouseEvent('click', {bubbles: true}))")
        self.assertIn("History of data[0]", self.text("#lane"))

    def test_there_and_back_is_the_same(self):
        self.show(self.racy())
        self.press("Home")
        forth = [self.press("ArrowRight") for _ in range(60)]
        back = [self.press("ArrowLeft") for _ in range(60)]
        self.assertEqual(forth[:-1][::-1], back[:-1])
        last = self.press("End")
        self.assertEqual(last["moment"], last["moments"] - 1)

    def test_a_history_begins_in_earlier_launches(self):
        self.show(self.shift() + "#launch=2&step=1")
        self.press_until("ArrowRight", lambda state: "write out[" in state["caption"])
        self.press("h")
        self.assertRegex(self.text("#lane .history"), r"launch 1, warp \d, lane \d+ wrote")
        self.browser.evaluate("document.querySelector('#lane .history .link').click()")
        state = self.press("ArrowDown")
        self.assertEqual(state["launch"], 1)
        self.assertIn("write out[", state["caption"])

    def test_the_warp_that_acts_is_in_sight(self):
        trace = self.place / "many.json"
        trace.write_text(json.dumps(synthetic.trace(640, 64)))
        self.show(self.page("many", "--from", trace))
        for key in ("Home", "End"):
            self.press(key)
            inside = self.browser.evaluate("""(() => {
              const list = document.querySelector(".rows").getBoundingClientRect();
              const row = document.querySelector(".warp.acts").getBoundingClientRect();
              return list.top - 1 <= row.top && row.bottom <= list.bottom + 1;
            })()""")
            self.assertTrue(inside, key)

    def test_a_line_that_is_chosen_is_gone_to(self):
        self.show(self.racy())
        self.press("Home")
        self.browser.evaluate("document.querySelectorAll('#source li')[10].click()")
        self.browser.settle()
        self.assertEqual(self.browser.evaluate("lockstep.state().line"), 11)

    def test_the_history_of_an_element_needs_no_mouse(self):
        self.show(self.racy())
        self.press("Home", "h")
        self.assertIn("accesses no memory", self.text("#note"))
        self.press_until("ArrowRight", lambda state: "data[" in state["caption"])
        self.press("h")
        self.assertIn("History of data[0]", self.text("#lane"))

    def test_a_cluster_shows_who_reaches_into_whose_memory(self):
        trace = self.place / "cluster.json"
        trace.write_text(json.dumps(synthetic.cluster()))
        self.show(self.page("cluster", "--from", trace))
        self.press("Home")
        state = self.press_until("]", lambda state: state["event"] == "reach")
        self.assertIn("of rank 0", state["caption"])
        self.assertIn("in the shared memory of block 0", self.text("#cluster"))
        self.assertEqual(self.browser.evaluate(
            "document.querySelectorAll('#cluster .reach.now').length"), 1)
