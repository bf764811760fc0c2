// The barrier of a block as a line: warps on their way, at it, and behind it.
import {html, picture, replaceChildren, setText, svg} from "../draw.js";
import {laneCount} from "../model/lanes.js";

const rowHeight = 15;

// What a warp does, beside its dot.
function whereWords({warp, passed, waits, lanes, done, line, place}) {
  if (done) return "exited";
  if (waits && place !== "at") return `waits at barrier ${passed + 1}`;
  if (waits) return lanes < laneCount(warp.lanes) ? `waits (${lanes} lanes)` : "waits";
  if (place === "behind") return "behind it";
  return line > 0 ? `line ${line}` : "not started";
}

export class BarrierScene {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.shown = "";
  }

  show(view) {
    const arrivals = view.standing;
    this.section.hidden = arrivals === null;
    if (arrivals === null) return;
    const key = JSON.stringify([view.launch.number, view.moment.warp.index, arrivals.number,
                                arrivals.warps.map((one) => [one.passed, one.waits, one.done, one.line, one.place])]);
    if (key === this.shown) return;
    this.shown = key;
    const {number, warps, arrived, shown} = arrivals;
    setText(this.title, `Barrier ${number} of block ${view.moment.warp.blockName}`);
    const width = 420, at = 250, list = warps.slice(0, 16);
    const shapes = list.map((one, i) => {
      const y = 10 + i * rowHeight;
      const x = at + (one.place === "behind" ? 46 : one.place === "at" ? 0 : one.done || one.waits ? -150 : -90);
      const state = one.done ? "gone" : one.waits ? "barrier" : one.place === "behind" ? "run" : "start";
      return svg("g", {class: one.warp === view.moment.warp ? "acts" : ""},
                 svg("line", {x1: 70, x2: width - 6, y1: y, y2: y, class: "track"}),
                 svg("text", {x: 62, y: y + 3.5, class: "label"}, `warp ${one.warp.number}`),
                 svg("circle", {cx: x, cy: y, r: 5, class: state}),
                 svg("text", {x: x + 11, y: y + 3.5, class: "label start"}, whereWords(one)));
    });
    const words = arrived === 0 ? "No warp that is shown has arrived yet." : arrived === shown ? `All ${shown} warps that are shown have arrived, so the block can continue.`
                                    : `${arrived} of the ${shown} warps that are shown ${arrived === 1 ? "has" : "have"} arrived; they wait for the others.`;
    const height = 10 + list.length * rowHeight;
    replaceChildren(this.body, html("p", {class: "verdict"}, words),
                              picture(width, height, words, svg("line", {x1: at, x2: at, y1: 0, y2: height, class: "barrier-line"}), ...shapes));
  }
}
