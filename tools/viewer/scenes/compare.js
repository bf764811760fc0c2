// All launches on one scale: a track for each warp, a column for each instruction, and the more lanes
// run the stronger its colour.
import {html, onSchemeChange, replaceChildren, setText} from "../draw.js";
import {compared, costOf} from "../model/compare.js";
import {laneCount} from "../model/lanes.js";
import {shapeWords} from "./launches.js";

const trackHeight = 5;
const colours = {barrier: "--barrier", leave: "--barrier", atomic: "--atomic"};

export class CompareScene {
  constructor(section, view) {
    this.section = section;
    this.view = view;
    this.launches = compared(view.trace);
    section.hidden = this.launches.length === 0;
    if (section.hidden) return;
    this.costs = this.launches.map(costOf);
    this.longest = Math.max(...this.costs.map((cost) => cost.longest));
    this.rows = this.launches.map((launch, i) => this.row(launch, this.costs[i]));
    replaceChildren(section.querySelector(".body"),
        html("p", {class: "quiet"}, "A track is a warp, its length the instructions that it executes (the number is that of the longest); the paler, the fewer lanes take part. Choose a launch to see it."),
        html("ol", {class: "compare"}, ...this.rows.map((row) => row.element)));
    setText(section.querySelector("h2"), `${this.launches.length} launches side by side`);
    new ResizeObserver(() => this.draw()).observe(section);
    onSchemeChange(() => this.draw());
  }

  row(launch, cost) {
    const canvas = html("canvas", {"aria-hidden": "true"});
    const words = `${cost.longest} instructions at most in a warp; ${Math.round(100 * cost.lanes)} % of its lanes are active`;
    const element = html("li", null, html("button", {type: "button", title: shapeWords(launch), "aria-label": `${launch.shortName}: ${words}`, onclick: () => this.view.openLaunch(launch)},
                                          html("b", null, launch.shortName), html("small", null, `${cost.longest} instructions, ${Math.round(100 * cost.lanes)} % of lanes`), canvas));
    return {launch, element, canvas};
  }

  show(view) {
    if (this.section.hidden || this.launch === view.launch) return;
    this.launch = view.launch;
    for (const row of this.rows) {
      if (row.launch === view.launch) row.element.firstChild.setAttribute("aria-current", "true");
      else row.element.firstChild.removeAttribute("aria-current");
    }
  }

  draw() {
    const width = this.rows[0].canvas.clientWidth;
    if (!width) return;
    const style = getComputedStyle(document.documentElement);
    const scale = devicePixelRatio || 1, step = width / this.longest;
    for (const {launch, canvas} of this.rows) {
      const height = launch.warps.length * trackHeight;
      canvas.width = width * scale;
      canvas.height = height * scale;
      canvas.style.height = `${height}px`;
      const pen = canvas.getContext("2d");
      pen.scale(scale, scale);
      launch.warps.forEach((warp, track) => {
        for (let i = 0; i < warp.length; ++i) {
          pen.fillStyle = style.getPropertyValue(colours[warp.siteOf(i).kind] ?? "--run");
          pen.globalAlpha = 0.12 + 0.88 * (laneCount(warp.active[i]) / 32);
          pen.fillRect(i * step, track * trackHeight, Math.max(0.6, step * 0.92), trackHeight - 1);
        }
      });
    }
  }
}
