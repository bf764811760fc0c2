// The barrier of a block as a line: warps on their way, at it, and behind it.
import {html, picture, replaceChildren, setText, svg} from "../draw.js";
import {laneCount} from "../model/lanes.js";
import {barriersPassed} from "../model/state.js";

// How the warps of a block that are shown stand to its next barrier: {number, arrived, shown,
// warps}, where a warp is {warp, passed, waits, done, lanes}. Null if the block has none.
export function arrivalsOf(view, block) {
  const warps = view.launch.warps.filter((warp) => warp.block.join() === block);
  if (!warps.some((warp) => view.hasBarrier(warp))) return null;
  const all = warps.map((warp) => {
    const step = view.steps[warp.index];
    const {states} = view.stateOf(warp);
    return {
      warp,
      passed: barriersPassed(warp, step),
      waits: states.barrier !== 0,
      lanes: laneCount(states.barrier),
      done: states.gone === warp.lanes,
      line: step < 0 ? 0 : warp.siteOf(step).line,
    };
  });
  const going = all.filter((one) => !one.done);
  const number = (going.length > 0 ? Math.min(...going.map((one) => one.passed)) : Math.max(...all.map((one) => one.passed))) + 1;
  return {
    number,
    warps: all,
    shown: all.length,
    arrived: all.filter((one) => one.waits || one.passed >= number).length,
  };
}

const rowHeight = 15;

export class BarrierScene {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.shown = "";
  }

  show(view) {
    const arrivals = view.arrivals;
    this.section.hidden = arrivals === null;
    if (arrivals === null) return;
    const key = JSON.stringify([view.launch.number, view.moment.warp.index, arrivals.number,
                                arrivals.warps.map((one) => [one.passed, one.waits, one.done, one.line])]);
    if (key === this.shown) return;
    this.shown = key;
    const {number, warps, arrived, shown} = arrivals;
    setText(this.title, `Barrier ${number} of block ${view.moment.warp.blockName}`);
    const width = 420, at = 250, list = warps.slice(0, 16);
    const shapes = list.map((one, i) => {
      const y = 10 + i * rowHeight;
      const behind = one.passed >= number;
      const x = behind ? at + 46 : one.waits ? at : one.done ? at - 150 : at - 90;
      const state = one.done ? "gone" : behind ? "run" : one.waits ? "barrier" : "start";
      const text = one.done ? "exited" : behind ? "behind it" : one.waits ? `waits${one.lanes < laneCount(one.warp.lanes) ? ` (${one.lanes} lanes)` : ""}` : one.line > 0 ? `line ${one.line}` : "not started";
      return svg("g", {class: one.warp === view.moment.warp ? "acts" : ""},
                 svg("line", {x1: 70, x2: width - 6, y1: y, y2: y, class: "track"}),
                 svg("text", {x: 62, y: y + 3.5, class: "label"}, `warp ${one.warp.number}`),
                 svg("circle", {cx: x, cy: y, r: 5, class: state}),
                 svg("text", {x: x + 11, y: y + 3.5, class: "label start"}, text));
    });
    const words = arrived === 0 ? "No warp that is shown has arrived yet." : arrived === shown ? `All ${shown} warps that are shown have arrived, so the block can continue.`
                                    : `${arrived} of the ${shown} warps that are shown ${arrived === 1 ? "has" : "have"} arrived; they wait for the others.`;
    const height = 10 + list.length * rowHeight;
    replaceChildren(this.body, html("p", {class: "verdict"}, words),
                              picture(width, height, words, svg("line", {x1: at, x2: at, y1: 0, y2: height, class: "barrier-line"}), ...shapes));
  }
}
