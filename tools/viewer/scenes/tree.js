// Launches by kernels as a tree: a row for each launch, a bar for the part of the run in which its blocks
// ran, with a track for each warp, and a line from where it was launched.
import {html, replaceChildren, setText, svg} from "../draw.js";
import {eventsOf} from "../model/events.js";
import {laneCount} from "../model/lanes.js";
import {momentsOfLaunch} from "../model/moments.js";
import {familiesOf, launcherOf, treeOf} from "../model/tree.js";
import {shapeWords} from "./launches.js";
import {colourOf} from "./overview.js";

const rowHeight = 22, barHeight = 14, wide = 1000, most = 64;
// Why there are no cycles. The figures: docs/data/h200_07_cost.csv.
const noTimes = "From left to right: the order in which the emulator ran them. It is not time: the timing model does not know what launches by kernels cost. On an H200, an empty kernel took 3\u00a0us, with one child 20\u00a0us, and 7\u00a0us more for each further child (chapter 07).";
const streams = {tail: ", into the tail stream", "fire and forget": ", fire and forget", "per thread": ", into its thread's stream", named: ", into a stream of its own"};

export class TreeScene {
  constructor(section, view) {
    this.section = section;
    this.view = view;
    const all = familiesOf(view.trace);
    section.hidden = all.length === 0;
    if (section.hidden) return;
    this.rows = treeOf(all).slice(0, most);
    this.events = [...new Set(all.flatMap((one) => [one.begins, one.ends ?? Infinity]))].sort((a, b) => a - b);
    this.cursor = svg("line", {class: "cursor", y1: 0, y2: this.rows.length * rowHeight, "vector-effect": "non-scaling-stroke"});
    this.buttons = this.rows.map((row) => this.button(row));
    const children = all.filter((one) => one.by).length;
    setText(section.querySelector("h2"), `Launch tree: ${children} ${children === 1 ? "launch" : "launches"} by kernels`);
    replaceChildren(section.querySelector(".body"),
        html("div", {class: "tree-chart"}, html("ol", null, ...this.buttons), this.chart()),
        html("p", {class: "quiet"}, `A bar is a launch, a row in it a warp; its line comes from where it was launched. Click on a bar to go there.${this.rows.some(({launch}) => launch.warps.length === 0) ? " Those that are dashed are not recorded." : ""}${all.length > most ? ` ${all.length - most} more launches are left out.` : ""}`), html("p", {class: "quiet"}, noTimes));
  }

  // Beginnings and ends of launches are equally far apart: those whose steps are not recorded would
  // otherwise be too narrow to see.
  x(at) {
    const {events} = this, last = events.length - 1;
    const next = events.findIndex((one) => one > at);
    const step = wide / Math.max(1, last);
    if (next <= 0) return next === 0 ? 0 : wide;
    const from = events[next - 1], to = events[next];
    return (next - 1 + (to === Infinity ? 0 : (at - from) / (to - from))) * step;
  }

  whoWords({by}) {
    return by ? `by launch ${by.launch}, block ${by.block[0]}, thread ${by.thread[0]}${by.line ? `, line ${by.line}` : ""}${streams[by.stream] ?? ""}` : "by the host";
  }

  button({launch, depth}) {
    const words = `${launch.number}. ${launch.shortName}`;
    return html("li", null, html("button", {
      type: "button",
      style: `padding-left: ${0.3 + depth * 0.9}rem`,
      disabled: launch.warps.length === 0,
      title: `${shapeWords(launch)}, launched ${this.whoWords(launch)}${launch.warps.length === 0 ? "; its instructions are not recorded" : ""}`,
      "aria-label": `${words}, ${shapeWords(launch)}, launched ${this.whoWords(launch)}`,
      onclick: () => this.view.openLaunch(launch),
    }, words, html("small", null, shapeWords(launch))));
  }

  // Where on the scale a launch was made: by its launching step, if the trace has that.
  launchedAt(launch, parent) {
    const found = launcherOf(launch, parent);
    return found && found.step >= 0 ? found.warp.at[found.step] : Math.min(parent.ends ?? launch.begins, launch.begins);
  }

  // What the warps of a launch do, in colours of the strip; the paler, the fewer lanes take part.
  tracks(launch, y) {
    const moments = momentsOfLaunch(launch), events = eventsOf(moments);
    const tall = barHeight / launch.warps.length, paths = new Map();
    moments.forEach(({warp, first, last}, i) => {
      const x = this.x(warp.at[first]), lanes = Math.ceil(laneCount(warp.active[last]) / 8);
      const key = `${colourOf(events[i])} ${lanes}`;
      paths.set(key, `${paths.get(key) ?? ""}M${x.toFixed(2)} ${(y + warp.index * tall).toFixed(2)}h${Math.max(0.4, this.x(warp.at[last] + 1) - x).toFixed(2)}v${(0.85 * tall).toFixed(2)}H${x.toFixed(2)}z`);
    });
    return [...paths].map(([key, d]) => {
      const [colour, lanes] = key.split(" ");
      return svg("path", {class: "deeds", d, style: `fill: var(${colour}); opacity: ${0.25 + 0.1875 * lanes}`});
    });
  }

  // To what happens in a launch at a place of its bar.
  follow(launch, event) {
    const box = event.currentTarget.ownerSVGElement.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * wide, moments = momentsOfLaunch(launch);
    const next = moments.findIndex((one) => this.x(one.at + 1) >= x);
    this.view.openLaunch(launch, next < 0 ? moments.length - 1 : next);
  }

  chart() {
    const rowOf = new Map(this.rows.map(({launch}, i) => [launch.number, i]));
    const lines = [], bars = [], deeds = [];
    this.bars = new Map();
    this.rows.forEach(({launch}, i) => {
      const y = i * rowHeight, x = this.x(launch.begins), parent = launch.by ? rowOf.get(launch.by.launch) : undefined;
      if (parent !== undefined) {
        const from = this.x(this.launchedAt(launch, this.rows[parent].launch));
        lines.push(svg("path", {class: "line", "vector-effect": "non-scaling-stroke", d: `M${from} ${parent * rowHeight + rowHeight / 2}V${y + rowHeight / 2}H${x}`}));
      }
      const bar = svg("rect", {class: `bar${launch.warps.length === 0 ? " unseen" : ""}`, x, y: y + (rowHeight - barHeight) / 2, width: Math.max(4, this.x(launch.ends ?? Infinity) - x), height: barHeight, "vector-effect": "non-scaling-stroke"},
                      svg("title", null, `${launch.number}. ${launch.shortName}, ${this.whoWords(launch)}`));
      if (launch.warps.length > 0) {
        bar.addEventListener("click", (event) => this.follow(launch, event));
        deeds.push(...this.tracks(launch, y + (rowHeight - barHeight) / 2));
      }
      this.bars.set(launch.number, bar);
      bars.push(bar);
    });
    return svg("svg", {class: "tree-bars", viewBox: `0 0 ${wide} ${this.rows.length * rowHeight}`, preserveAspectRatio: "none", style: `height: ${this.rows.length * rowHeight}px`, "aria-hidden": "true"},
               ...lines, ...bars, ...deeds, this.cursor);
  }

  // Scrolls the tree, if it is higher than its box, and not the page.
  reveal(view) {
    if (this.section.hidden || this.revealed === view.launch) return;
    this.revealed = view.launch;
    const row = this.rows.findIndex(({launch}) => launch === view.launch);
    if (row < 0) return;
    const {offsetTop} = this.buttons[row];
    const box = this.section.querySelector(".tree-chart");
    if (offsetTop < box.scrollTop || offsetTop + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = offsetTop - box.clientHeight / 3;
  }

  show(view) {
    if (this.section.hidden) return;
    const x = this.x(view.moment.at);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    if (this.launch === view.launch) return;
    this.launch = view.launch;
    this.rows.forEach(({launch}, i) => {
      const now = launch === view.launch;
      this.bars.get(launch.number).classList.toggle("now", now);
      if (now) this.buttons[i].firstChild.setAttribute("aria-current", "true");
      else this.buttons[i].firstChild.removeAttribute("aria-current");
    });
  }
}
