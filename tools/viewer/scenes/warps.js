// A row for each warp: which lanes run, wait, are at a barrier, have exited. Below, the groups that
// the warp of this moment has diverged into.
import {html, laneSquares, replaceChildren, setAttribute, setText, svg} from "../draw.js";
import {isOfCluster} from "../model/cluster.js";
import {capital, laneCount, laneWords} from "../model/lanes.js";
import {barriersPassed, nextReconvergence} from "../model/state.js";

const square = 8, gap = 2, width = 32 * (square + gap) - gap;
const fewRows = 8; // as many are in sight always
const drawn = ["run", "wait", "barrier", "start", "gone"];

function stateWords(warp, states, acts, released) {
  const words = [];
  const add = (state, text) => {
    if (states[state] !== 0) words.push(`${laneWords(states[state], warp.lanes)} ${text}`);
  };
  add("run", acts ? "run" : "are ready");
  add("wait", "wait for the others");
  add("barrier", released ? "may leave the barrier" : "wait at the barrier");
  add("start", "have not started");
  add("gone", "have exited");
  return words.join("; ");
}

function whereWords(warp, step, states, released) {
  if (step < 0) return "not started";
  if (states.gone === warp.lanes) return "exited";
  const site = warp.siteOf(step), {line} = site;
  const atBarrier = states.barrier !== 0 && states.run === 0;
  if (released && atBarrier) return "may go on";
  return atBarrier && isOfCluster(site) ? "cluster" : atBarrier ? `barrier ${barriersPassed(warp, step) + 1}` : line > 0 ? `line ${line}` : "";
}

export class WarpsScene {
  constructor(section, choose) {
    this.body = section.querySelector(".body");
    this.choose = choose;
    this.launch = null;
  }

  build(launch) {
    this.launch = launch;
    const axis = svg("svg", {viewBox: `0 0 ${width} 11`, class: "axis", "aria-hidden": "true"},
                     [0, 8, 16, 24, 31].map((lane) => svg("text", {
                       x: lane * (square + gap) + square / 2,
                       y: 8,
                       "text-anchor": lane === 0 ? "start" : lane === 31 ? "end" : "middle",
                     }, `${lane}`)));
    this.rows = launch.warps.map((warp) => this.row(warp));
    const blocks = [];
    let before = null;
    for (const row of this.rows) {
      const {warp} = row;
      if (launch.blocks.length > 1 && warp.block.join() !== before)
        blocks.push(html("h3", null, `block ${warp.blockName}`));
      before = warp.block.join();
      blocks.push(row.element);
    }
    this.parts = html("div", {class: "parts"});
    this.list = html("div", {class: "rows", role: "list"}, html("div", {class: "warp head", "aria-hidden": "true"}, html("span"), axis, html("span")), ...blocks);
    this.acting = null;
    replaceChildren(this.body, this.list,
        html("p", {class: "legend"}, ...[["run", "running"], ["ready", "ready"], ["wait", "waiting for other lanes"],
                                         ["barrier", "at a barrier"], ["gone", "exited"]].map(
            ([state, text]) => html("span", null, html("i", {class: `key ${state}`}), text))),
        this.parts);
  }

  row(warp) {
    const paths = drawn.map((state) => svg("path", {class: state}));
    const chosen = svg("rect", {class: "chosen", width: square + 2, height: square + 2, y: -1, rx: 1.5});
    const drawing = svg("svg", {viewBox: `-1 -1 ${width + 2} ${square + 2}`, class: "lanes", preserveAspectRatio: "none"}, ...paths, chosen);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const lane = Math.floor(((event.clientX - box.left) / box.width) * 32);
      this.choose(warp, Math.max(0, Math.min(31, lane)));
    });
    const where = html("span", {class: "where"});
    const element = html("div", {class: "warp", role: "listitem"},
                         html("span", {class: "name"}, `warp ${warp.number}`), drawing, where);
    return {warp, element, paths, chosen, where, seen: ""};
  }

  show(view) {
    if (this.launch !== view.launch) this.build(view.launch);
    for (const row of this.rows) {
      const acts = row.warp === view.moment.warp;
      const {states} = acts ? view.state : view.stateOf(row.warp);
      const step = view.steps[row.warp.index];
      const released = states.barrier !== 0 && view.isReleased(row.warp);
      const seen = `${acts} ${step} ${released} ${row.warp === view.focus ? view.lane : ""}`;
      if (row.seen === seen) continue;
      row.seen = seen;
      const drawnAs = released ? {...states, run: (states.run | states.barrier) >>> 0, barrier: 0} : states;
      drawn.forEach((state, i) => setAttribute(row.paths[i], "d", laneSquares(drawnAs[state], square, gap)));
      row.element.classList.toggle("acts", acts);
      row.element.classList.toggle("focus", row.warp === view.focus);
      setText(row.where, whereWords(row.warp, step, states, released));
      setAttribute(row.element, "aria-label", `${row.warp.name}: ${stateWords(row.warp, states, acts, released)}`);
      setAttribute(row.chosen, "x", `${view.lane * (square + gap) - 1}`);
      row.chosen.style.display = row.warp === view.focus ? "" : "none";
    }
    this.showParts(view);
  }

  // Scrolls the list, if it is longer than its box, and not the page.
  reveal(view) {
    const acting = this.rows[view.moment.warp.index], {element} = acting;
    if (this.acting === acting || this.rows.length <= fewRows) return;
    this.acting = acting;
    const {scrollTop, clientHeight} = this.list, top = element.offsetTop;
    if (top < scrollTop || top + element.offsetHeight > scrollTop + clientHeight) this.list.scrollTop = top - clientHeight / 3;
  }

  showParts(view) {
    const {warp} = view.moment;
    const {parts} = view.state;
    const step = view.moment.last;
    if (parts.length < 2) {
      const all = parts.length === 0 ? "all its lanes have exited." : `${laneWords(parts[0].mask, warp.lanes)} are converged.`;
      replaceChildren(this.parts, html("p", {class: "quiet"}, `${capital(warp.name)}: ${all}`));
      return;
    }
    const row = (part) => {
      const s = laneCount(part.mask) === 1 ? "s" : "";
      const words = {
        run: warp.split(step) !== null && part.nextLine ? `${s ? "goes" : "go"} on at line ${part.nextLine}` : `run${s} line ${part.line}`,
        wait: part.nextLine ? `wait${s}, then line ${part.nextLine}` : `wait${s}`,
        barrier: `wait${s} at the barrier`,
        start: `${s ? "has" : "have"} not started`,
      }[part.state];
      return html("div", {class: `part ${part.state}`},
                  svg("svg", {viewBox: `0 0 ${width} ${square}`, class: "lanes", "aria-hidden": "true"},
                      svg("path", {class: part.state, d: laneSquares(part.mask, square, gap)})),
                  html("span", null, `${laneWords(part.mask, warp.lanes)} ${words}`));
    };
    const meet = nextReconvergence(warp, step);
    replaceChildren(this.parts, html("h3", null, `${capital(warp.name)} has diverged into ${parts.length} groups; ${laneCount(view.state.states.run)} of ${
            laneCount(warp.lanes)} lanes are active`),
        ...parts.slice(0, 8).map(row),
        parts.length > 8 ? html("p", {class: "quiet"}, `and ${parts.length - 8} more`) : null,
        meet < 0 ? null : html("p", {class: "quiet"}, "They reconverge at ",
                               html("button", {type: "button", class: "link", onclick: () => view.goToStep(warp, meet)},
                                    `line ${warp.siteOf(meet).line}`), "."));
  }
}
