"""Several launches: side by side, as a tree, by address."""
import csv
import json

import synthetic
from cases import CHECKOUT, ViewerCase


class Launches(ViewerCase):
    def tree(self):
        trace = self.place / "tree.json"
        trace.write_text(json.dumps(synthetic.tree()))
        return self.page("tree", "--from", trace)

    def test_launches_stand_side_by_side(self):
        self.show(self.transpose())
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 1)
        self.assertIn("37 instructions, 100 % of lanes", self.text("#compare"))
        self.browser.evaluate("document.querySelector('#compare li:nth-child(2) button').click()")
        self.assertEqual(self.press("Home")["launch"], 2)
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('#compare [aria-current]')].map(one => one.textContent)"
            ".join().includes('transpose<33>')"), True)

    def test_launches_by_kernels_are_a_tree(self):
        self.show(self.tree())
        self.assertIn("2 launches by kernels", self.text("#tree-title"))
        rows = self.browser.evaluate("document.querySelectorAll('#tree li').length")
        self.assertEqual(rows, 3)
        self.browser.evaluate("document.querySelectorAll('#tree li button')[1].click()")
        self.browser.settle()
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 2)

    def test_the_address_leads_to_the_moment(self):
        self.show(self.racy() + "#launch=1&step=5")
        self.assertEqual(self.browser.evaluate("lockstep.state().moment"), 4)

    def test_a_bar_of_the_tree_leads_to_what_happens_there(self):
        self.show(self.tree())
        clicked = """(() => {
          const bar = lockstep.view.scenes.find((one) => one.bars).bars.get(3), box = bar.getBoundingClientRect();
          const at = (share) => bar.dispatchEvent(new MouseEvent("click", {clientX: box.left + share * box.width}));
          return [0.01, 0.99].map((share) => (at(share), lockstep.state())).map((one) => [one.launch, one.moment]);
        })()"""
        self.assertEqual(self.browser.evaluate(clicked), [[3, 0], [3, 1]])

    def test_what_launches_cost_is_what_was_measured(self):
        lines = (CHECKOUT / "docs/data/h200_07_cost.csv").read_text().splitlines()
        rows = {(row["launched_by"], row["stream"], row["limit"], row["launches"]): 1000 * float(row["time_ms"])
                for row in csv.DictReader(line for line in lines if not line.startswith("#"))}
        one, ten = (rows["one thread", "<<< >>>", "2048", count] for count in ("1", "10"))
        self.show(self.tree())
        self.assertIn(f"took {rows['host', '', '2048', '1']:.0f} us, with one child {one:.0f} us, and "
                      f"{(ten - one) / 9:.0f} us more", self.text("#tree").replace("\u00a0", " "))
