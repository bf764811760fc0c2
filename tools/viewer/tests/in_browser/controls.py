"""Keys, words and texts for screen readers."""
import re

from cases import CHECKOUT, ViewerCase


class Controls(ViewerCase):
    def test_keys_alone_are_enough(self):
        self.show(self.racy())
        before = self.browser.evaluate("lockstep.state().moment")
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            self.browser.key(key)
        self.browser.settle()
        self.assertEqual(self.browser.evaluate("lockstep.state().moment"), before + 1)
        self.assertEqual(self.browser.evaluate("""[...document.querySelectorAll("button")].filter(
            one => !(one.textContent.trim() || one.getAttribute("aria-label"))).length"""), 0)

    def test_keys_that_change_nothing_in_sight_say_what_they_do(self):
        self.show(self.transpose())
        self.press("f")
        self.assertEqual(self.text("#note"), "No findings in this trace.")
        self.press("w")
        self.assertIn("Only block 0, warp 0", self.text("#hold"))
        self.assertIn("Arrows skip", self.text("#note"))
        self.press("w")
        self.assertEqual(self.text("#hold"), "One warp")
        self.show(self.racy())
        self.press("End", "f")
        self.assertEqual(self.text("#note"), "No further finding in this launch.")
        self.assertIn("finding", self.text("#strip-legend"))

    def test_words_mean_what_the_glossary_says(self):
        glossary = re.sub("[*`]", "", (CHECKOUT / "docs/glossary.md").read_text())
        self.show(self.transpose())
        meanings = dict(self.browser.evaluate("""[...document.querySelectorAll("#words dt")].map(
            one => [one.textContent, one.nextSibling.textContent])"""))
        for word in ("bank", "cluster", "coalesced", "fence", "pass", "request", "sector"):
            self.assertIn(f"| {meanings[word]} ([", glossary)
        self.assertIn("step", self.browser.evaluate("document.querySelector('#position abbr').title"))

    def test_the_list_of_keys_begins_at_its_top_on_low_screens(self):
        self.show(self.transpose(), 1280, 600)
        self.press("?")
        self.assertEqual(self.browser.evaluate("document.querySelector('#keys').scrollTop"), 0)

    def test_drawings_have_texts(self):
        self.show(self.transpose())
        self.press_until("]", lambda state: state["event"] == "conflict")
        texts = self.browser.evaluate(
            "[...document.querySelectorAll('svg[role=img]')].map(one => one.ariaLabel)")
        self.assertTrue(texts and all(texts))
        self.assertEqual(self.browser.evaluate("document.querySelector('#caption').ariaLive"),
                         "polite")
        rows = self.browser.evaluate(
            "[...document.querySelectorAll('.warp[role=listitem]')].map(one => one.ariaLabel)")
        self.assertTrue(all("lane" in row for row in rows), rows)

    def test_it_plays_and_stops(self):
        self.show(self.racy())
        self.press("Home")
        self.browser.evaluate("document.querySelector('#speed').value = '60'; lockstep.press(' ')")
        self.assertEqual(self.browser.evaluate("document.querySelector('#caption').ariaLive"), "off")
        self.assertTrue(self.browser.wait_for("lockstep.state().moment > 10"))
        self.press(" ")
        stopped = self.browser.evaluate("lockstep.state().moment")
        self.browser.settle()
        self.assertEqual(self.browser.evaluate("lockstep.state().moment"), stopped)

    def test_nothing_moves_for_those_who_ask_for_that(self):
        self.show(self.racy())
        self.browser.reduce_motion()
        self.assertEqual(self.browser.evaluate(
            "getComputedStyle(document.querySelector('.lanes path')).transitionDuration"), "0s")
