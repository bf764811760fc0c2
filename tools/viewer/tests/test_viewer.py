#!/usr/bin/env python3
"""The viewer in a headless browser: its model, pages of real programs, sizes of screens, speed.

Usage: test_viewer.py TUTOR CHECKOUT BUILD [chromium | firefox]. Without that browser nothing is
tested, exit code 77.
"""
import json
import pathlib
import re
import sys
import tempfile
import unittest

import firefox
import pages
import synthetic

BROWSERS = {"chromium": pages.browser, "firefox": firefox}
BROWSER = BROWSERS[sys.argv[4] if len(sys.argv) > 4 else "chromium"]
PROGRAM = BROWSER.find()
if not PROGRAM:
    print("skipped: that browser is not here to show the viewer in")
    sys.exit(77)

TUTOR, CHECKOUT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
SCREENS = [(360, 780), (1280, 900), (1920, 1080)]
# Elements that stick out of the screen, and are in no box that scrolls.
TOO_WIDE = """(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + 1) return "the page";
  return "";
})()"""
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
SLOW = 4  # times slower than the figures of docs: a machine of CI has other things to do


class Viewer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        cls.tutor = pages.Tutor(TUTOR, CHECKOUT, BUILD)
        cls.browser = BROWSER.Browser(PROGRAM)
        cls.made = {}

    @classmethod
    def tearDownClass(cls):
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

    # --- the model ---

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

    # --- pages of programs ---

    def test_lanes_diverge_wait_and_reconverge(self):
        self.show(self.divergence())
        state = self.press_until("]", lambda state: state["event"] == "diverge")
        self.assertIn("diverge: ", state["caption"])
        state = self.press_until("ArrowRight", lambda state: state["active"] == 0x55555555)
        self.assertIn("the odd lanes wait for line", state["caption"])
        self.assertIn("has diverged into 2 groups", self.text("#warps .parts"))
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('.warp.acts').length"), 1)

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

    def test_the_address_leads_to_the_moment(self):
        self.show(self.racy() + "#launch=1&step=5")
        self.assertEqual(self.browser.evaluate("lockstep.state().moment"), 4)

    def test_launches_stand_side_by_side(self):
        self.show(self.transpose())
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 1)
        self.assertIn("37 instructions, 100 % of lanes", self.text("#compare"))
        self.browser.evaluate("document.querySelector('#compare li:nth-child(2) button').click()")
        self.assertEqual(self.press("Home")["launch"], 2)
        self.assertEqual(self.browser.evaluate(
            "[...document.querySelectorAll('#compare [aria-current]')].map(one => one.textContent)"
            ".join().includes('transpose<33>')"), True)

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

    # --- people ---

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

    def test_kinds_of_findings_are_those_of_the_checks(self):
        kinds = {kind for file in (CHECKOUT / "common/include/lockstep/protocol").glob("*")
                 for kind in re.findall(r"^ *KIND\((\w+),", file.read_text(), re.M)}
        text = (pages.VIEWER / "scenes/findings.js").read_text()
        named = re.findall(r"^  (\w+): \"", text[:text.index("export")], re.M)
        self.assertEqual(set(named) - kinds, {"wrong_element"})

    def test_the_list_of_keys_begins_at_its_top_on_low_screens(self):
        self.show(self.transpose(), 1280, 600)
        self.press("?")
        self.assertEqual(self.browser.evaluate("document.querySelector('#keys').scrollTop"), 0)

    def test_launches_by_kernels_are_a_tree(self):
        trace = self.place / "tree.json"
        trace.write_text(json.dumps(synthetic.tree()))
        self.show(self.page("tree", "--from", trace))
        self.assertIn("2 launches by kernels", self.text("#tree-title"))
        rows = self.browser.evaluate("document.querySelectorAll('#tree li').length")
        self.assertEqual(rows, 3)
        self.browser.evaluate("document.querySelectorAll('#tree li button')[1].click()")
        self.browser.settle()
        self.assertEqual(self.browser.evaluate("lockstep.state().launch"), 2)

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

    def test_a_low_screen_has_finding_and_memory_in_sight(self):
        self.show(self.racy(), 1280, 800)
        low = self.browser.evaluate("document.querySelector('#controls').getBoundingClientRect().top")
        for panel in ("findings", "source", "memory"):
            top = self.browser.evaluate(f"document.querySelector('#{panel} .body').getBoundingClientRect().top")
            self.assertLess(top + 60, low, panel)

    def shift(self):
        program = self.place / "shift.cu"
        program.write_text(SHIFT)
        return self.page("shift", program)

    def test_a_read_before_anybody_wrote_is_said(self):
        self.show(self.shift() + "#launch=1&step=1")
        self.press_until("ArrowRight", lambda state: "tile[0..31]" in state["caption"])
        self.assertNotIn("written it yet", self.text("#lane"))
        self.press_until("ArrowRight", lambda state: state["line"] == 5)
        self.press_until("ArrowRight", lambda _: "(nobody has written it yet)" in self.text("#lane"), 5)

    def test_a_launch_without_a_timeline_says_why(self):
        self.show(self.shift() + "#launch=2")
        self.assertIn("launch 1 has the timeline", self.text("#timeline"))

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

    def test_how_many_warps_there_are_is_said(self):
        self.show(self.racy())
        self.assertIn("Shown: 8 of 8192 warps, in 2 of 1024 blocks.", self.text("#shape"))
        self.assertIn("of the 8 warps shown", self.text("#costs-title"))

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

    def test_keys_go_from_round_to_round(self):
        self.show(self.transpose())
        before = self.press("Home")
        self.press("n")
        self.assertEqual(self.text("#note"), "This warp does not come here again.")
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

    def test_lines_have_their_costs(self):
        self.show(self.transpose())
        self.assertIn("passes", self.text("#costs"))
        self.browser.evaluate("document.querySelector('#costs button').click()")
        line = int(self.text("#costs button"))
        self.assertEqual(self.browser.evaluate("lockstep.state().line"), line)

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

    def test_it_fits_on_screens_of_all_sizes_light_and_dark(self):
        for width, height in SCREENS:
            for dark in (False, True):
                for address in (self.racy(), self.transpose()):
                    with self.subTest(width=width, dark=dark, page=address):
                        self.show(address, width, height, dark)
                        self.assertEqual(self.browser.evaluate(TOO_WIDE), "")
                        self.press("]", "]")
                        self.assertEqual(self.browser.evaluate(TOO_WIDE), "")

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

    # --- bounds ---

    def test_pages_are_small_and_need_no_network(self):
        for address in (self.racy(), self.transpose(), self.divergence()):
            self.show(address)
            self.assertLess(pathlib.Path(address[7:]).stat().st_size, 3_000_000)
            self.assertEqual([one for one in self.browser.requests()
                              if not one.startswith(("data:", "about:", address))], [])

    def test_it_is_quick(self):
        trace = self.place / "big.json"
        trace.write_text(json.dumps(synthetic.trace(100_000, 64)))
        self.show(self.page("big", "--from", trace))
        load = self.browser.evaluate("lockstep.loadedIn")
        steps = self.browser.evaluate("""(() => {
          const times = [];
          lockstep.view.goTo(2000);
          for (let i = 0; i < 300; ++i) {
            const began = performance.now();
            lockstep.press("ArrowRight");
            document.body.offsetHeight;
            times.push(performance.now() - began);
          }
          return times.sort((a, b) => a - b);
        })()""")
        print(f"100,000 steps of 64 warps: {load:.0f} ms to load; a moment takes "
              f"{steps[150]:.1f} ms in the median, {steps[285]:.1f} ms in 95 of 100 cases")
        self.assertLess(load, 2000 * SLOW)
        self.assertLess(steps[150], 16.7 * SLOW)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
