// All moments of a launch at a glance: a track for each warp, as wide as the slider below it.
import {html, onSchemeChange, replaceChildren} from "../draw.js";
import {laneCount} from "../model/lanes.js";

const colours = {
  conflict: "--bad", scattered: "--wait", diverge: "--wait", reconverge: "--run", barrier: "--barrier", atomic: "--atomic", fence: "--fence", reach: "--write",
};

export function colourOf(event) {
  return colours[event] ?? "--run";
}

// What colours say, in the order of the legend.
const meanings = {
  "": "runs; paler: fewer lanes", barrier: "barrier", fence: "fence", atomic: "atomic", diverge: "divergence, or more sectors than needed",
  reach: "another block's shared memory", conflict: "bank conflict",
};

export class Overview {
  constructor(element, legend, goTo) {
    this.canvas = html("canvas");
    this.head = html("div", {class: "head"});
    this.marks = html("div", {class: "marks"});
    element.append(this.canvas, this.marks, this.head);
    this.element = element;
    this.legend = legend;
    const seek = (event) => {
      const box = element.getBoundingClientRect();
      goTo(Math.floor(((event.clientX - box.left) / box.width) * this.count));
    };
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      seek(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) seek(event);
    });
    new ResizeObserver(() => this.draw()).observe(element);
    onSchemeChange(() => this.draw());
  }

  open(view) {
    this.view = view;
    this.count = view.moments.length;
    replaceChildren(this.marks, ...view.findings.filter((one) => one.moment >= 0).map((one) => {
      const mark = html("i", {title: one.finding.message});
      mark.style.left = `${(100 * (one.moment + 0.5)) / this.count}%`;
      return mark;
    }));
    this.showLegend(view.events);
    this.draw();
  }

  // Of the colours that occur.
  showLegend(events) {
    const seen = new Set(events.map(colourOf));
    const entries = Object.entries(meanings).filter(([kind]) => seen.has(colourOf(kind)));
    replaceChildren(this.legend, html("span", null, "Strip: a row is a warp."), ...entries.map(([kind, text]) => {
      const key = html("i", {class: "key"});
      key.style.background = `var(${colourOf(kind)})`;
      return html("span", null, key, text);
    }), events.includes("finding") ? html("span", null, html("i", {class: "arrow"}), "finding") : null);
  }

  draw() {
    if (!this.view) return;
    const {moments, events, launch} = this.view;
    const rows = launch.warps.length;
    const rowHeight = Math.max(1, Math.min(7, Math.floor((this.element.clientWidth < 600 ? 40 : 48) / rows)));
    const height = rows * rowHeight;
    this.element.style.height = `${height + 4}px`;
    const scale = devicePixelRatio || 1;
    const width = this.width = this.element.clientWidth;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colour = Object.fromEntries([...new Set([...Object.values(colours), "--run"])].map((name) => [name, style.getPropertyValue(name)]));
    pen.scale(scale, scale);
    const step = width / this.count;
    moments.forEach((moment, i) => {
      pen.fillStyle = colour[colourOf(events[i])];
      pen.globalAlpha = 0.25 + 0.75 * (laneCount(moment.warp.active[moment.last]) / 32);
      pen.fillRect(i * step, moment.warp.index * rowHeight, Math.max(1, step), Math.max(1, rowHeight - 1));
    });
    if (this.view.index !== undefined) this.show(this.view);
  }

  show(view) {
    this.head.style.transform = `translateX(${((view.index + 0.5) * this.width) / this.count}px)`;
  }
}
