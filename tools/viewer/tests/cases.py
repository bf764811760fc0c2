"""What tests of pages share: a browser, pages of real programs, keys."""
import json
import pathlib
import sys
import tempfile
import unittest

import firefox
import pages

TUTOR, CHECKOUT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
BROWSERS = {"chromium": pages.browser, "firefox": firefox}
BROWSER = BROWSERS[sys.argv[4] if len(sys.argv) > 4 else "chromium"]
PROGRAM = BROWSER.find()

# Two launches of one shape, with a race.
SHIFT = """
__global__ void shift(const int* in, int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[(threadIdx.x + 64) % 128];
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  for (int i = 0; i < 2; ++i) shift<<<1, 128>>>(in, out);
  return cudaDeviceSynchronize();
}
"""


class ViewerCase(unittest.TestCase):
    """One browser for all tests, and pages that are made once."""

    browser = None
    made = {}

    @classmethod
    def open_browser(cls):
        cls.folder = tempfile.TemporaryDirectory()
        ViewerCase.place = pathlib.Path(cls.folder.name)
        ViewerCase.tutor = pages.Tutor(TUTOR, CHECKOUT, BUILD)
        ViewerCase.browser = BROWSER.Browser(PROGRAM)

    @classmethod
    def close_browser(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def page(self, name, *words):
        """The address of a page, made once."""
        if name not in self.made:
            self.made[name] = self.tutor.view(self.place / f"{name}.html", *words)
        return self.made[name].as_uri()

    def racy(self):
        return self.page("racy", CHECKOUT / "docs/examples/racy_histogram.cu")

    def transpose(self):
        return self.page("transpose", CHECKOUT / "docs/examples/transpose.cu")

    def divergence(self):
        return self.page("divergence",
                         BUILD / "chapters/02_warp_divergence/02_warp_divergence_demo")

    def show(self, address, width=1280, height=900, dark=False):
        self.browser.look(width, height, dark)
        self.browser.open(address)
        self.assertEqual(self.browser.complaints(), [])

    def press(self, *keys):
        """The state after these keys."""
        return self.browser.evaluate(f"{json.dumps(keys)}.map(key => lockstep.press(key)).pop()")

    def press_until(self, key, condition, most=400):
        """The first state for which a condition holds, with a key pressed again and again."""
        for _ in range(most):
            before, state = self.browser.evaluate("lockstep.state()"), self.press(key)
            if condition(state):
                return state
            self.assertNotEqual(before["moment"], state["moment"], "nothing comes any more")
        return self.fail("it never comes")

    def text(self, element):
        return self.browser.evaluate(f"document.querySelector('{element}').textContent")

    def shift(self):
        program = self.place / "shift.cu"
        program.write_text(SHIFT)
        return self.page("shift", program)
