"""The timeline of the model of time."""
from cases import ViewerCase

# More launches than have timelines.
LATE = """
__global__ void count(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  for (int blocks = 1; blocks <= 12; ++blocks) count<<<blocks, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""


class Timeline(ViewerCase):
    def test_the_timeline_shows_the_whole_launch_and_single_cycles(self):
        self.show(self.transpose())
        self.assertIn("a model of the H200, not a measurement", self.text("#timeline-title"))
        whole = self.browser.evaluate("lockstep.view.timeline.window")
        self.assertEqual(whole["from"], 0)
        self.assertIn("waits for a load from global memory", self.text("#timeline .verdict"))
        self.press_until("ArrowRight", lambda state: state["line"] == 12)
        for _ in range(12):
            self.press("+")
        seen = self.browser.evaluate("""(() => {
          const {timeline} = lockstep.view;
          return {...timeline.window, at: timeline.at, hidden: timeline.cursor.hidden};
        })()""")
        self.assertAlmostEqual(seen["to"] - seen["from"], 8)
        self.assertTrue(seen["from"] <= seen["at"] < seen["to"] and not seen["hidden"], seen)
        self.press("0")
        self.assertEqual(self.browser.evaluate("lockstep.view.timeline.window"), whole)

    def test_a_late_launch_has_a_timeline_if_it_is_the_one_to_see(self):
        program = self.place / "late.cu"
        program.write_text(LATE)
        self.show(self.page("late", "--launch", "12", program))
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 12)
        self.assertIn("a warp issues", self.text("#timeline .verdict"))

    def test_marks_stay_in_place_when_the_window_changes(self):
        self.show(self.transpose())
        self.press_until("ArrowRight", lambda state: state["line"] == 12)
        for width in (1280, 700):
            self.browser.look(width, 900, False)
            self.browser.settle()
            self.browser.settle()
            off = self.browser.evaluate("""(() => {
              const {timeline, overview, index} = lockstep.view;
              const box = (element) => element.getBoundingClientRect();
              const middle = (element) => box(element).left + box(element).width / 2;
              const wanted = box(overview.element).left + (index + 0.5) * box(overview.element).width / overview.count;
              return [middle(timeline.cursor) - box(timeline.chart).left - timeline.x(timeline.at),
                      middle(overview.head) - wanted];
            })()""")
            self.assertTrue(all(abs(one) < 2 for one in off), (width, off))

    def test_a_click_on_the_timeline_leads_to_the_moment(self):
        self.show(self.transpose())
        self.browser.evaluate("""(() => {
          const {timeline} = lockstep.view;
          const {tracks, sites} = timeline.timeline;
          const slice = [...tracks[1].code.keys()].find((i) =>
              sites[tracks[1].site(i)].ptx === "st.global.u32" && tracks[1].to[i] - tracks[1].from[i] > 20);
          const box = timeline.chart.getBoundingClientRect();
          timeline.chart.dispatchEvent(new MouseEvent("click", {bubbles: true,
              clientX: box.left + timeline.x(tracks[1].from[slice] + 10), clientY: box.top + timeline.y(1) + 2}));
        })()""")
        state = self.press("0")
        self.assertEqual((state["warp"], state["line"]), (1, 12))
        self.assertIn("write out[", state["caption"])

    def test_a_launch_without_a_timeline_says_why(self):
        self.show(self.shift() + "#launch=2")
        self.assertIn("see launch 1", self.text("#timeline"))

    def test_the_pointer_says_where_a_click_on_the_timeline_leads(self):
        self.show(self.transpose())
        cursors = self.browser.evaluate("""(() => {
          const {timeline} = lockstep.view, {chart} = timeline, box = chart.getBoundingClientRect();
          const seen = new Set();
          for (let place = 0; place < timeline.rows; ++place)
            for (let x = 70; x < box.width; x += 9) {
              chart.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + x, clientY: box.top + timeline.y(place) + 1}));
              seen.add(`${chart.style.cursor} ${chart.title.includes("leads nowhere")}`);
            }
          return [...seen];
        })()""")
        self.assertIn("pointer false", cursors)
        self.assertIn("not-allowed true", cursors)
