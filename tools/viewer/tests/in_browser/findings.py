"""What the checks found, and what a failing case says."""
import json
import pathlib
import re

import pages
import synthetic
from cases import CHECKOUT, ViewerCase


class Findings(ViewerCase):
    def test_a_race_opens_at_its_moment_with_two_tracks(self):
        self.show(self.racy())
        state = self.browser.evaluate("lockstep.state()")
        self.assertEqual((state["event"], state["line"]), ("finding", 11))
        self.assertIn("Race", self.text("#alert"))
        self.assertIn("nothing orders these two", self.text("#findings"))
        self.assertEqual(self.press("f")["event"], "finding")
        self.press("Home")
        deeds = "document.querySelector('#findings .deeds')"
        self.assertRegex(self.browser.evaluate(f"{deeds}.textContent"),
                         r"^\w+\[\d+\]: thread \d+ = .*lane \d+ \w+ it \(step \d+\); .*\(step \d+\)\.$")
        wanted = self.browser.evaluate(f"""(() => {{
          const link = {deeds}.querySelectorAll('button')[1];
          link.click();
          return Number(/\\d+/.exec(link.textContent)) - 1;
        }})()""")
        self.assertEqual(self.browser.evaluate("lockstep.state().moment"), wanted)

    def test_a_finding_of_another_launch_is_said_and_linked(self):
        trace = self.place / "late-finding.json"
        trace.write_text(json.dumps(synthetic.late_finding()))
        address = self.page("late-finding", "--from", trace)
        self.show(address)
        state = self.browser.evaluate("lockstep.state()")
        self.assertEqual((state["launch"], state["event"]), (2, "finding"))
        self.assertIn("The launch was refused", self.text("#findings article:nth-child(2)"))
        self.press("Home")
        self.assertIn("Go to step", self.text("#alert"))
        self.show(address + "#launch=1")
        self.assertIn("Not in this launch: see launch 2", self.text("#alert"))
        self.browser.evaluate("document.querySelector('#alert button').click()")
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 2)

    def test_lines_of_a_finding_are_flagged_in_the_source(self):
        self.show(self.racy())
        self.press("Home")
        flags = self.browser.evaluate("""[...document.querySelectorAll("#source .flag")].map(
            one => [one.closest("li").value, one.textContent])""")
        self.assertEqual(flags, [[8, "Race: the other side"], [11, "Race"]])

    def test_the_banner_stays_so_that_the_page_does_not_jump(self):
        self.show(self.racy(), 1280, 800)
        top = "document.querySelector('main').getBoundingClientRect().top"
        at_finding = self.browser.evaluate(top)
        for key in ("ArrowLeft", "End"):
            self.press(key)
            self.assertEqual(self.browser.evaluate(top), at_finding)

    def test_a_failing_case_says_what_it_says(self):
        page = self.place / "failing.html"
        text = pathlib.Path(self.transpose()[7:]).read_text()
        page.write_text(text.replace('{"document":1,', '{"document":1,"failure":"one case: wrong\\nmore of it",', 1))
        self.show(page.as_uri())
        self.assertIn("One case: wrong", self.text("#alert"))
        self.assertIn("of the whole case, not of this launch alone", self.text("#alert"))
        self.assertEqual(self.text("#alert pre"), "more of it")
        self.press("ArrowRight")
        self.assertIn("One case: wrong", self.text("#alert"))

    def test_a_read_before_anybody_wrote_is_said(self):
        self.show(self.shift() + "#launch=1&step=1")
        self.press_until("ArrowRight", lambda state: "tile[0..31]" in state["caption"])
        self.assertNotIn("written it yet", self.text("#lane"))
        self.press_until("ArrowRight", lambda state: state["line"] == 5)
        self.press_until("ArrowRight", lambda _: "(nobody has written it yet)" in self.text("#lane"), 5)

    def test_kinds_of_findings_are_those_of_the_checks(self):
        kinds = {kind for file in (CHECKOUT / "common/include/lockstep/protocol").glob("*")
                 for kind in re.findall(r"^ *KIND\((\w+),", file.read_text(), re.M)}
        text = (pages.VIEWER / "scenes/findings.js").read_text()
        named = re.findall(r"^  (\w+): \"", text[:text.index("export")], re.M)
        self.assertEqual(set(named) - kinds, {"wrong_element"})
