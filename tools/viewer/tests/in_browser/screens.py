"""Sizes of screens, colours, and frames in the book."""
from cases import ViewerCase

SCREENS = [(360, 780), (1280, 900), (1920, 1080)]
# Elements that stick out of the screen, and are in no box that scrolls.
TOO_WIDE = """(() => {
  const width = document.documentElement.clientWidth;
  const main = document.querySelector("main");
  if (document.documentElement.scrollWidth > width + 1 || main.scrollWidth > main.clientWidth + 1) return "the page";
  return "";
})()"""


class Screens(ViewerCase):
    def test_it_fits_on_screens_of_all_sizes_light_and_dark(self):
        for width, height in SCREENS:
            for dark in (False, True):
                for address in (self.racy(), self.transpose()):
                    with self.subTest(width=width, dark=dark, page=address):
                        self.show(address, width, height, dark)
                        self.assertEqual(self.browser.evaluate(TOO_WIDE), "")
                        self.press("]", "]")
                        self.assertEqual(self.browser.evaluate(TOO_WIDE), "")

    def test_a_low_screen_has_finding_and_memory_in_sight(self):
        self.show(self.racy(), 1280, 800)
        low = self.browser.evaluate("document.querySelector('#controls').getBoundingClientRect().top")
        for panel in ("findings", "source", "memory"):
            top = self.browser.evaluate(f"document.querySelector('#{panel} .body').getBoundingClientRect().top")
            self.assertLess(top + 60, low, panel)

    def test_nothing_is_cut_on_a_narrow_screen(self):
        for address in (self.racy(), self.transpose()):
            self.show(address, 360, 780)
            self.assertEqual(self.browser.evaluate("""[...document.querySelectorAll(
                ".warp .where, .warp .name, #launches button, #costs .body")].filter(
                one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""), [])
            self.assertGreater(self.browser.evaluate("document.querySelector('.axis').getBoundingClientRect().height"), 0)

    def test_code_is_not_cut(self):
        for width in (360, 1280):
            self.show(self.racy(), width, 800)
            self.assertEqual(self.browser.evaluate("""(() => {
              const body = document.querySelector("#source .body");
              return body.scrollWidth - body.clientWidth;
            })()"""), 0)

    def test_drawings_fit_when_the_window_becomes_narrow(self):
        self.show(self.transpose() + "?at=conflict&panels=memory")
        self.browser.look(360, 780, False)
        self.browser.settle()
        wide, drawn = self.browser.evaluate("""(() => {
          const picture = document.querySelector("#memory .picture");
          return [picture.viewBox.baseVal.width, picture.getBoundingClientRect().width];
        })()""")
        self.assertLess(wide / drawn, 1.1)

    def test_the_page_around_it_chooses_the_colours(self):
        self.show(self.transpose() + "?panels=warps,compare,timeline")
        ground = "getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()"
        light = self.browser.evaluate(ground)
        chosen = "postMessage({lockstepScheme: 'NAME'}, '*')"
        for scheme, same in (("dark", False), ("light", True), ("dark", False)):
            self.browser.evaluate(chosen.replace("NAME", scheme))
            self.browser.settle()
            self.assertEqual(self.browser.evaluate(ground) == light, same, scheme)

    def test_in_the_book_it_has_the_panels_that_are_asked_for_from_an_event_on(self):
        self.show(self.divergence() + "?panels=warps,source&at=diverge")
        self.assertEqual(self.browser.evaluate("lockstep.state().event"), "diverge")
        panels = self.browser.evaluate("""[...document.querySelectorAll("main section")]
            .filter(one => one.getClientRects().length > 0)
            .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
            .map(one => one.id)""")
        self.assertEqual(panels, ["warps", "source"])
        self.show(self.divergence() + "?at=line 15")
        self.assertEqual(self.browser.evaluate("lockstep.state().line"), 15)

    def test_costs_are_in_sight_and_the_sentence_stays_when_the_panels_scroll(self):
        self.show(self.transpose(), 1280, 800)
        place = "document.querySelector('NAME').getBoundingClientRect()"
        low = self.browser.evaluate(place.replace("NAME", "#controls") + ".top")
        self.assertLess(self.browser.evaluate(place.replace("NAME", "#costs table") + ".bottom"), low)
        sentence = self.browser.evaluate(place.replace("NAME", "#caption") + ".top")
        panels = self.browser.evaluate(place.replace("NAME", "#source") + ".top")
        self.press("PageDown")
        self.assertEqual(self.browser.evaluate(place.replace("NAME", "#caption") + ".top"), sentence)
        self.assertLess(self.browser.evaluate(place.replace("NAME", "#source") + ".top"), panels)
