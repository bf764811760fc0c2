"""How large pages are, and how long they take."""
import json
import pathlib

import synthetic
from cases import ViewerCase

SLOW = 4  # times slower than the figures of docs: a machine of CI has other things to do

# Of each of 300 frames its work, script and layout, in milliseconds: the least of five times, so
# that other programs of the machine do not count.
WORK = """(() => {
  const {view} = lockstep, least = new Array(300).fill(Infinity);
  for (let again = 0; again < 5; ++again) {
    view.goTo(2000);
    view.drawNow();
    document.body.offsetHeight;
    for (let i = 0; i < least.length; ++i) {
      const began = performance.now();
      view.move(1);
      view.drawNow();
      document.body.offsetHeight;
      least[i] = Math.min(least[i], performance.now() - began);
    }
  }
  return least;
})()"""


class Bounds(ViewerCase):
    def test_pages_are_small_and_need_no_network(self):
        for address in (self.racy(), self.transpose(), self.divergence()):
            self.show(address)
            self.assertLess(pathlib.Path(address[7:]).stat().st_size, 3_000_000)
            self.assertEqual([one for one in self.browser.requests()
                              if not one.startswith(("data:", "about:", address))], [])

    def test_it_is_quick(self):
        trace = self.place / "big.json"
        trace.write_text(json.dumps(synthetic.trace(100_000, 64)))
        self.show(self.page("big", "--from", trace), 1280, 800)
        load = self.browser.evaluate("lockstep.loadedIn")
        steps = sorted(self.browser.evaluate(WORK))
        print(f"100,000 steps of 64 warps: {load:.0f} ms to load; a frame takes "
              f"{steps[150]:.1f} ms in the median, {steps[285]:.1f} ms in 95 of 100, "
              f"{steps[-1]:.1f} ms at worst")
        self.assertLess(load, 2000 * SLOW)
        self.assertLess(steps[150], 16.7 * SLOW)
