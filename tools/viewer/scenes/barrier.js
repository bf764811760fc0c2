// The barrier of a block as a line: warps on their way, at it, and behind it. That of a cluster has a
// row for each block.
import {html, isNarrow, picture, replaceChildren, setText, svg} from "../draw.js";
import {laneCount} from "../model/lanes.js";

const rowHeight = 15, mostRows = 16;

// What a warp does, beside its dot.
function whereWords({warp, passed, waits, lanes, done, line, place, isReleased}) {
  if (done) return "exited";
  // The warp has not run since, though all have come and nothing holds it.
  if (isReleased) return place === "at" ? "may go on" : `may go on from barrier ${passed + 1}`;
  if (waits && place !== "at") return `waits at barrier ${passed + 1}`;
  if (waits) return lanes < laneCount(warp.lanes) ? `waits (${lanes} ${lanes === 1 ? "lane" : "lanes"})` : "waits";
  if (place === "at") return "arrived, continues";
  if (place === "behind") return "behind it";
  return line > 0 ? `line ${line}` : "not started";
}

// A row: {name, place, state, text, acts}.
function rowOfWarp(one, acting) {
  return {
    name: `warp ${one.warp.number}`,
    place: one.place,
    isBack: one.done || one.waits,
    state: one.done ? "gone" : one.isReleased ? "ready" : one.place === "at" || one.waits ? "barrier" : one.place === "behind" ? "run" : "start",
    text: whereWords(one),
    acts: one.warp === acting,
  };
}

function rowsOfBlocks(warps, acting) {
  const blocks = new Map();
  for (const one of warps) blocks.set(one.warp.blockKey, [...(blocks.get(one.warp.blockKey) ?? []), one]);
  return [...blocks.values()].map((ones) => {
    const count = (place) => ones.filter((one) => one.place === place).length;
    const place = count("behind") === ones.length ? "behind" : count("before") === 0 ? "at" : "before";
    const waiting = ones.filter((one) => one.place === "at" && one.waits && !one.isReleased).length;
    const done = ones.every((one) => one.done);
    return {
      name: `block ${ones[0].warp.blockName}`,
      place,
      isBack: done,
      state: done ? "gone" : place === "behind" ? "run" : place === "at" ? "barrier" : "start",
      text: done ? "exited" : place === "behind" ? "behind it" : `${ones.length - count("before")} of ${ones.length} here, ${waiting} wait`,
      acts: ones.some((one) => one.warp === acting),
    };
  });
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
    const {of, number, warps, arrived, shown} = arrivals;
    const acting = view.moment.warp;
    const rows = of === "cluster" ? rowsOfBlocks(warps, acting) : warps.map((one) => rowOfWarp(one, acting));
    const key = JSON.stringify([view.launch.number, of, number, rows]);
    if (key === this.shown) return;
    this.shown = key;
    setText(this.title, of === "cluster" ? `Barrier ${number} of the cluster` : `Barrier ${number} of block ${acting.blockName}`);
    const width = isNarrow() ? 316 : 420, at = 0.6 * width, list = rows.slice(0, mostRows);
    const shapes = list.map((one, i) => {
      const y = 10 + i * rowHeight;
      const x = at + (one.place === "behind" ? 46 : one.place === "at" ? 0 : one.isBack ? -128 : -110);
      return svg("g", {class: one.acts ? "acts" : ""},
                 svg("line", {x1: 56, x2: x, y1: y, y2: y, class: "track"}), // not through the words
                 svg("text", {x: 50, y: y + 3.5, class: "label"}, one.name),
                 svg("circle", {cx: x, cy: y, r: 5, class: one.state}),
                 svg("text", {x: x + 11, y: y + 3.5, class: "label start"}, one.text));
    });
    const all = of === "cluster" ? "the cluster" : "the block";
    const words = arrived === 0 ? "No warp that is shown has arrived yet." : arrived === shown ? `All ${shown} warps that are shown have arrived, so ${all} can continue.`
                                    : `${arrived} of the ${shown} warps that are shown ${arrived === 1 ? "has" : "have"} arrived; they wait for the others.`;
    const height = 10 + list.length * rowHeight;
    replaceChildren(this.body, html("p", {class: "verdict"}, words),
                              picture(width, height, words, svg("line", {x1: at, x2: at, y1: 0, y2: height, class: "barrier-line"}), ...shapes),
                              rows.length > mostRows ? html("p", {class: "quiet"}, `and ${rows.length - mostRows} more`) : null);
  }
}
