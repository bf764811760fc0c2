// The page: one moment of one launch, shown by all scenes at once.
import {chooseScheme, html, replaceChildren, setText} from "./draw.js";
import {arrivalsAt} from "./model/barrier.js";
import {captionOf} from "./model/caption.js";
import {clusterKey} from "./model/cluster.js";
import {eventsOf, isOfShape, launchWith, placedFindings} from "./model/events.js";
import {capital} from "./model/lanes.js";
import {accessList, placeOf} from "./model/memory.js";
import {momentOfStep, momentsOfLaunch} from "./model/moments.js";
import {ArrayNames} from "./model/names.js";
import {sameStepOfRound} from "./model/rounds.js";
import {isReleased, stateOf} from "./model/state.js";
import {Trace} from "./model/trace.js";
import {BarrierScene} from "./scenes/barrier.js";
import {ClusterScene} from "./scenes/cluster.js";
import {CompareScene} from "./scenes/compare.js";
import {CostsScene} from "./scenes/costs.js";
import {elsewhere, FindingsScene, titleOf} from "./scenes/findings.js";
import {LaneScene} from "./scenes/lane.js";
import {shapeWords, showLaunches} from "./scenes/launches.js";
import {MemoryScene} from "./scenes/memory.js";
import {Overview} from "./scenes/overview.js";
import {SourceScene} from "./scenes/source.js";
import {TimelineScene} from "./scenes/timeline.js";
import {TreeScene} from "./scenes/tree.js";
import {WarpsScene} from "./scenes/warps.js";
import {listWords, setExplained} from "./scenes/words.js";

const byId = (id) => document.getElementById(id);

// What the scenes show, and what they can ask for.
class View {
  constructor(trace) {
    this.trace = trace;
    this.lane = 0;
    this.focus = null; // the warp whose lane is looked at: the one that acts, unless it is held
    this.held = false;
    this.playing = 0;
    this.overview = new Overview(byId("overview"), byId("strip-legend"), (index) => this.goTo(index));
    this.laneScene = new LaneScene(byId("lane"));
    this.timeline = new TimelineScene(byId("timeline"), this);
    this.scenes = [
      new SourceScene(byId("source"), (file, line) => this.toLine(file, line)),
      new WarpsScene(byId("warps"), (warp, lane) => this.choose(warp, lane)),
      new MemoryScene(byId("memory")),
      new BarrierScene(byId("barrier")),
      new ClusterScene(byId("cluster")),
      new FindingsScene(byId("findings")),
      new CostsScene(byId("costs")),
      this.laneScene,
      this.overview,
      this.timeline,
      new TreeScene(byId("tree"), this),
      new CompareScene(byId("compare"), this),
    ];
  }

  openLaunch(launch, index = null) {
    this.stop();
    this.launch = launch;
    this.moments = momentsOfLaunch(launch);
    this.events = eventsOf(this.moments);
    this.names = new ArrayNames(launch);
    this.accesses = accessList(launch);
    this.findings = placedFindings(this.trace, launch, this.moments);
    for (const one of this.findings) {
      if (one.moment >= 0) this.events[one.moment] = "finding";
      else if (one.finding.kind !== "wrong_element") one.launch = this.launchOf(one.finding);
    }
    this.neighbours = Map.groupBy(launch.warps, (warp) => (launch.cluster ? clusterKey(warp) : warp.blockKey));
    this.focus = launch.warps[0];
    this.held = false;
    this.steps = new Int32Array(launch.warps.length).fill(-1);
    this.laneScene.place = null;
    setText(byId("kernel"), launch.shortName);
    byId("kernel").title = launch.kernel;
    document.title = `${launch.shortName}: Lockstep view`;
    setText(byId("shape"), `${shapeWords(launch)}. ${this.shownWords(launch)}`);
    byId("slider").max = this.moments.length - 1;
    document.querySelector("[data-key=f]").hidden = this.findings.length === 0;
    showLaunches(byId("launches"), this);
    this.overview.open(this);
    const placed = this.findings.filter((one) => one.moment >= 0);
    const found = placed.find((one) => one.finding.severity === "error") ?? placed[0];
    if (found?.one && found.finding.kind === "wrong_element") this.lane = found.one.lane;
    this.goTo(index ?? found?.moment ?? 0);
  }

  // The launch that shows a finding; null: none does. Sought once.
  launchOf(finding) {
    this.launchesOfFindings ??= new Map();
    if (!this.launchesOfFindings.has(finding)) this.launchesOfFindings.set(finding, launchWith(this.trace, finding));
    return this.launchesOfFindings.get(finding);
  }

  shownWords(launch) {
    const cut = this.trace.leftOut.some((one) => one.what === "steps" && one.launch === launch.number);
    const blocks = launch.blocks.length, warps = launch.warps.length;
    const all = launch.blocksOfGrid;
    const words = launch.isWhole ? "All warps are shown" : `Shown: ${warps} of ${all * launch.warpsOfBlock} warps, in ${blocks} of ${all} ${all === 1 ? "block" : "blocks"}`;
    return `${words}${cut ? ", each up to a limit of instructions" : ""}${launch.stoppedBy ? `; the launch was stopped (${launch.stoppedBy.replace(/_/g, " ")})` : ""}.`;
  }

  // How the warps of the block that acts, or of its cluster, stand to its barrier.
  arrivals() {
    return arrivalsAt(this.moment, this.launch.warps,
                      (warp) => this.steps[warp.index], (warp) => this.stateOf(warp).states);
  }

  // The state of another warp at this moment, worked out once a step.
  stateOf(warp) {
    const step = this.steps[warp.index];
    const known = this.states.get(warp);
    if (known?.step === step) return known.state;
    const state = stateOf(warp, step);
    this.states.set(warp, {step, state});
    return state;
  }

  // Whether a warp waits at a barrier that others have left already.
  isReleased(warp) {
    return isReleased(warp, this.steps[warp.index], this.neighbours.get(warp.launch.cluster ? clusterKey(warp) : warp.blockKey), (one) => this.steps[one.index]);
  }

  goTo(index) {
    const last = this.moments.length - 1;
    this.index = Math.max(0, Math.min(last, index));
    this.moment = this.moments[this.index];
    for (const warp of this.launch.warps) this.steps[warp.index] = warp.lastStepAt(this.moment.at);
    this.states ??= new Map();
    this.state = this.stateOf(this.moment.warp);
    if (!this.held) this.focus = this.moment.warp;
    this.standing = this.arrivals();
    this.draw();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.drawNow();
    });
    // A window that is not visible gets no frames, and tests should not wait for them.
    if (document.hidden) this.drawNow();
  }

  drawNow() {
    const caption = captionOf(this.moment, this.names, this.standing);
    setExplained(byId("caption"), caption);
    const slider = byId("slider");
    slider.value = this.index;
    slider.setAttribute("aria-valuetext", caption);
    setExplained(byId("position"), `step ${this.index + 1} of ${this.moments.length}`);
    this.showAlert();
    this.showHeld();
    for (const scene of this.scenes) scene.show(this);
    // To ask where something is has the page laid out: once, when all is drawn.
    for (const scene of this.scenes) scene.reveal?.(this);
    this.keepAddress();
  }

  // The address says which moment is shown, once nothing has moved for a while: it is a slow thing
  // to change.
  keepAddress() {
    if (this.embedded) return; // the page around it has its own
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      history.replaceState(null, "", `#launch=${this.launch.number}&step=${this.index + 1}`);
    }, 400);
  }

  // What is wrong: at this moment, or else in this launch, or else in another. It is there at all
  // moments, so that the page does not jump.
  showAlert() {
    const {failure} = this.trace;
    const alerts = failure !== "" || this.findings.length > 0;
    byId("alert").hidden = !alerts;
    document.body.classList.toggle("alerted", alerts);
    if (!alerts) return;
    if (this.findings.length === 0) return this.showFailure(failure);
    const isHere = (one) => one.moment === this.index || (one.moment < 0 && one.finding.kind === "wrong_element");
    const isError = (one) => one.finding.severity === "error";
    const inLaunch = this.findings.filter((one) => one.moment >= 0);
    const shown = this.findings.find(isHere) ?? inLaunch.find(isError) ?? inLaunch[0] ??
                  this.findings.find((one) => one.launch) ?? this.findings.find(isError) ?? this.findings[0];
    const {finding, moment} = shown;
    byId("alert").classList.toggle("several", this.findings.length > 1);
    byId("alert").classList.toggle("away", !isHere(shown));
    delete byId("alert").dataset.failure;
    const link = isHere(shown) ? html("button", {type: "button", class: "link", onclick: () => this.showAdvice(shown)}, "What to do")
                 : moment >= 0 ? html("button", {type: "button", class: "link", onclick: () => this.goTo(moment)}, `Go to step ${moment + 1}`)
                               : elsewhere(this, shown);
    replaceChildren(byId("alert"), html("b", null, `${titleOf(finding.kind)}. `),
                    `${finding.line ? `Line ${finding.line}: ${finding.message}` : capital(finding.message)}. `, link);
  }

  showAdvice(shown) {
    const article = document.querySelectorAll("#findings article")[this.findings.indexOf(shown)];
    (article.querySelector(".advice") ?? article).scrollIntoView({block: "nearest"});
  }

  // The first line of what a failing case says; the others for those who want to know.
  showFailure(failure) {
    if (byId("alert").hidden || byId("alert").dataset.failure === failure) return;
    byId("alert").dataset.failure = failure;
    const [first, ...rest] = failure.split("\n");
    replaceChildren(byId("alert"), html("b", null, "The case fails. "), capital(first),
                    html("span", {class: "quiet"}, " (Said of the whole case, not of this launch alone.)"),
                    rest.length === 0 ? null : html("details", null, html("summary", null, "Full message"), html("pre", null, rest.join("\n"))));
  }

  goToStep(warp, step) {
    this.stop();
    if (warp.launch !== this.launch) this.openLaunch(warp.launch);
    this.goTo(momentOfStep(this.moments, warp, step));
  }

  // By one moment; of the warp that is held, if one is.
  move(by) {
    let index = this.index + by;
    while (this.held && this.moments[index] && this.moments[index].warp !== this.focus) index += by;
    if (this.moments[index]) this.goTo(index);
    return this.moments[index] !== undefined;
  }

  toEvent(by, kind = null) {
    for (let i = this.index + by; i >= 0 && i < this.moments.length; i += by) {
      if (this.held && this.moments[i].warp !== this.focus) continue;
      if (kind === null ? this.events[i] !== "" : this.events[i] === kind) return this.goTo(i);
    }
  }

  // To the next time, or the last one, that this warp comes to this instruction: in a loop, its next round.
  toRound(by) {
    const {warp, last} = this.moment;
    const step = sameStepOfRound(warp, last, by);
    if (step >= 0) return this.goTo(momentOfStep(this.moments, warp, step));
    this.note(by > 0 ? "This warp does not get here again." : "This warp has not been here before.");
  }

  choose(warp, lane) {
    this.focus = warp;
    this.lane = lane;
    if (warp !== this.moment.warp) this.held = true;
    this.draw();
  }

  // Of the element that the chosen lane accesses at this moment.
  showHistoryHere() {
    const {warp, last} = this.moment;
    const access = warp.accesses(last).find((one) => one.addresses[this.lane] !== null);
    if (!access) return this.note(`Lane ${this.lane} accesses no memory in this step.`);
    const address = access.addresses[this.lane];
    this.showHistory(placeOf(access, warp, address), this.names.element(access, address));
  }

  // To the next moment at a source line, of any warp; behind the last one, to the first.
  toLine(file, line) {
    const isThere = (moment) => {
      const site = moment.warp.siteOf(moment.last);
      return site.file === file && site.line === line && (!this.held || moment.warp === this.focus);
    };
    const next = this.moments.findIndex((moment, i) => i > this.index && isThere(moment));
    const found = next >= 0 ? next : this.moments.findIndex(isThere);
    this.note(found < 0 ? `No warp that is shown reaches line ${line}.` : "");
    if (found >= 0) this.goTo(found);
  }

  showHistory(place, name) {
    this.laneScene.showHistory(this, place, name);
  }

  hold() {
    this.held = !this.held;
    if (!this.held) this.focus = this.moment.warp;
    this.draw();
  }

  // Beside the controls: whose moments the arrows go to.
  showHeld() {
    document.body.classList.toggle("held", this.held);
    byId("hold").setAttribute("aria-pressed", `${this.held}`);
    setText(byId("hold"), this.held ? `Only ${this.focus.name}` : "One warp");
  }

  // Something to say about a key, until the next one.
  note(text) {
    setText(byId("note"), text);
  }

  toFinding() {
    const placed = this.findings.filter((one) => one.moment >= 0);
    if (this.findings.length === 0) return this.note("No findings in this trace.");
    if (placed.length === 0) return this.note("No finding is shown in this launch.");
    const before = this.index;
    this.toEvent(1, "finding");
    if (this.index === before) this.note("No further finding in this launch.");
  }

  play() {
    if (this.playing) return this.stop();
    if (this.index === this.moments.length - 1) this.goTo(0);
    setText(byId("play"), "Stop");
    byId("play").setAttribute("aria-label", "Stop");
    byId("caption").setAttribute("aria-live", "off"); // nobody listens as fast as a film runs
    this.nextAt = performance.now();
    const tick = (now) => {
      const pause = 1000 / Number(byId("speed").value);
      if (now >= this.nextAt) {
        this.nextAt = Math.max(this.nextAt + pause, now - pause);
        if (!this.move(1)) return this.stop();
      }
      this.playing = requestAnimationFrame(tick);
    };
    this.playing = requestAnimationFrame(tick);
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    byId("caption").setAttribute("aria-live", "polite");
    setText(byId("play"), "Play");
    byId("play").setAttribute("aria-label", "Play");
  }

  nextLaunch() {
    const all = this.trace.shown;
    this.openLaunch(all[(all.indexOf(this.launch) + 1) % all.length]);
  }

  // True if the key has a meaning here.
  press(key) {
    const acts = {
      ArrowLeft: () => this.move(-1),
      ArrowRight: () => this.move(1),
      ArrowUp: () => this.choose(this.focus, (this.lane + 31) % 32),
      ArrowDown: () => this.choose(this.focus, (this.lane + 1) % 32),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.moments.length - 1),
      "[": () => this.toEvent(-1),
      "]": () => this.toEvent(1),
      " ": () => this.play(),
      h: () => this.showHistoryHere(),
      n: () => this.toRound(1),
      p: () => this.toRound(-1),
      f: () => this.toFinding(),
      l: () => this.nextLaunch(),
      w: () => {
        this.hold();
        this.note(this.held ? `Arrows skip what other warps do, until W is pressed again.` : "Arrows go through the steps of all warps.");
      },
      "+": () => this.timeline.zoom(1 / 3),
      "-": () => this.timeline.zoom(3),
      "0": () => this.timeline.look(0, Infinity),
      "?": showKeys,
      PageDown: () => scrollPage(0.8),
      PageUp: () => scrollPage(-0.8),
    };
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    if (!act) return false;
    if (![" ", "PageDown", "PageUp"].includes(key)) this.stop();
    this.note("");
    act();
    return true;
  }
}

// By a share of what is in sight, of the part of the page that scrolls.
function scrollPage(share) {
  const main = document.querySelector("main");
  const part = main.scrollHeight > main.clientHeight ? main : document.scrollingElement;
  part.scrollBy({top: share * Math.min(part.clientHeight, innerHeight)});
}

// At its top. (The attribute autofocus would do it, but a browser blocks that in the book's frames.)
function showKeys() {
  byId("keys").showModal();
  byId("keys").querySelector("h2").focus();
}

function listen(view) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
    const isButton = event.target.closest?.("button, select, summary") !== null && event.target !== document.body;
    if ((isButton && [" ", "Enter"].includes(event.key)) || event.target.tagName === "SELECT") return;
    if (view.press(event.key)) event.preventDefault();
  });
  byId("slider").addEventListener("input", () => {
    view.stop();
    view.goTo(Number(byId("slider").value));
  });
  for (const button of document.querySelectorAll("[data-key]"))
    button.addEventListener("click", () => view.press(button.dataset.key));
  byId("help").addEventListener("click", () => view.press("?"));
  addEventListener("resize", () => view.draw());
}

// The launch that a person wants to see first: one with a finding, or else the one of which most is
// shown.
function firstLaunch(trace) {
  const error = trace.findings.find((one) => one.severity === "error");
  const wrong = error ? undefined : trace.shown.find((launch) => launch.number === trace.wrong?.launch);
  if (wrong) return wrong;
  const sorted = [...trace.findings].sort((a, b) => (b.severity === "error") - (a.severity === "error"));
  for (const finding of sorted) {
    const launch = launchWith(trace, finding);
    if (launch !== null) return launch;
  }
  const steps = (launch) => launch.warps.reduce((sum, warp) => sum + warp.length, 0);
  return trace.shown.find((launch) => sorted.some((finding) => finding.kernel && isOfShape(finding, launch))) ??
         trace.shown.reduce((best, launch) => (best === null || steps(launch) > steps(best) ? launch : best), null);
}

// The first moment of an event, or of a source line: "diverge", "line 12". -1: there is none.
function momentWanted(view, at) {
  const line = Number(/^line (\d+)$/.exec(at)?.[1] ?? 0);
  return view.moments.findIndex((moment, i) => (line > 0 ? moment.warp.siteOf(moment.last).line === line : view.events[i] === at));
}

// In a page of the book: the panels that it asks for, in its order and as high as they are.
function embed(panels, launches) {
  document.documentElement.classList.add("embedded");
  for (const section of document.querySelectorAll("main section")) {
    section.classList.toggle("left-out", panels.length > 0 && !panels.includes(section.id));
    section.style.order = panels.indexOf(section.id);
  }
  byId("launches").classList.toggle("left-out", launches === 1 || panels.includes("compare") || panels.includes("tree"));
  const tell = () => parent.postMessage({lockstepHeight: document.body.scrollHeight}, "*");
  new ResizeObserver(tell).observe(document.body);
  addEventListener("message", (event) => {
    if (["dark", "light"].includes(event.data?.lockstepScheme)) chooseScheme(event.data.lockstepScheme);
  });
}

function start() {
  const began = performance.now();
  const trace = new Trace(JSON.parse(byId("document").textContent));
  setText(byId("program"), trace.title);
  if (trace.shown.length === 0) {
    setText(byId("caption"), "This trace has no instructions to show.");
    return;
  }
  const view = new View(trace);
  listen(view);
  listWords(byId("words"));
  const wanted = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
  const launch = trace.shown.find((one) => `${one.number}` === wanted.get("launch"));
  const panels = (wanted.get("panels") ?? "").split(",").filter(Boolean);
  view.embedded = panels.length > 0 || window.self !== window.top;
  if (view.embedded) embed(panels, trace.shown.length);
  view.openLaunch(launch ?? firstLaunch(trace), wanted.has("step") && launch ? Number(wanted.get("step")) - 1 : null);
  if (wanted.has("at")) view.goTo(Math.max(0, momentWanted(view, wanted.get("at"))));
  view.drawNow();
  // For tests, and for the curious: the state that is shown, and keys without a keyboard.
  window.lockstep = {
    view,
    loadedIn: performance.now() - began,
    press: (key) => {
      view.press(key);
      view.drawNow();
      return window.lockstep.state();
    },
    state: () => ({
      launch: view.launch.number,
      moment: view.index,
      moments: view.moments.length,
      warp: view.moment.warp.number,
      block: view.moment.warp.block,
      line: view.moment.warp.siteOf(view.moment.last).line,
      active: view.moment.warp.active[view.moment.last],
      event: view.events[view.index],
      lane: view.lane,
      caption: byId("caption").textContent,
    }),
  };
}

start();
