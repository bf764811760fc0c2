// The calculator of the book: four needs, what fits, and three staircases. Without script the page
// shows what stands in place of it.
import {html, replaceChildren, setText, svg} from "../draw.js";
import {devices} from "./devices.js";
import {occupancyOf, rangeOf, staircase} from "./model.js";
import {divisions, percent, priceText, resourceNames, summary} from "./words.js";

const needs = {
  threads: "Threads of a block",
  registers: "Registers of a thread",
  shared: "Shared memory of a block, bytes",
};
const plotWidth = 300, plotHeight = 120, left = 34, bottom = 20;

class Calculator {
  constructor(element) {
    this.kernel = {threads: 256, registers: 40, shared: 4096};
    this.sm = devices[0];
    this.result = html("p", {class: "occupancy-result", role: "status"});
    this.price = html("p", {class: "occupancy-price"});
    this.rows = html("tbody");
    this.plots = html("div", {class: "occupancy-plots"});
    this.fields = Object.fromEntries(Object.keys(needs).map((need) => [need, this.field(need)]));
    this.select = html("select", {"aria-label": "Device", onchange: () => this.choose(Number(this.select.value))},
                       ...devices.map((sm, i) => html("option", {value: i}, `${sm.name} (${sm.capability})`)));
    replaceChildren(element,
        html("div", {class: "occupancy-needs"}, html("label", null, "Device", this.select),
             ...Object.values(this.fields).map((field) => field.element)),
        this.result, this.price,
        html("table", {class: "occupancy-limits"},
             html("thead", null, html("tr", null, html("th", null, "by"), html("th", null, "how"), html("th", null, "fit"))), this.rows),
        this.plots);
    this.read();
    this.show();
  }

  field(need) {
    const set = (event) => this.set(need, Number(event.target.value));
    const range = html("input", {type: "range", "aria-label": needs[need], oninput: set});
    const exact = html("input", {type: "number", min: need === "shared" ? 0 : 1, "aria-label": needs[need], oninput: set});
    return {element: html("label", null, needs[need], exact, range), range, exact};
  }

  choose(index) {
    this.sm = devices[index];
    this.show();
  }

  set(need, value) {
    if (!Number.isFinite(value)) return;
    this.kernel[need] = Math.max(need === "threads" ? 1 : 0, Math.floor(value));
    this.show();
  }

  // The state is in the address, so that a lesson can link to a question.
  read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const need of Object.keys(needs)) if (wanted.has(need)) this.kernel[need] = Math.max(need === "threads" ? 1 : 0, Math.floor(Number(wanted.get(need)) || 0));
    const device = devices.findIndex((sm) => sm.name === wanted.get("device"));
    if (device >= 0) this.sm = devices[device];
  }

  keepAddress() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(history.state, "", `#${new URLSearchParams({...this.kernel, device: this.sm.name})}`), 400);
  }

  show() {
    const {sm, kernel} = this;
    const result = occupancyOf(sm, kernel);
    this.select.value = devices.indexOf(sm);
    for (const need of Object.keys(needs)) this.showField(need);
    setText(this.result, summary(sm, kernel, result));
    setText(this.price, priceText(sm, kernel));
    replaceChildren(this.rows, ...divisions(sm, kernel, result).map(({name, how, blocks}) => html("tr", {class: result.limits.includes(name) ? "binds" : ""},
        html("td", null, resourceNames[name]), html("td", null, how), html("td", null, blocks))));
    replaceChildren(this.plots, ...Object.keys(needs).map((need) => this.plot(need, result)));
    if (this.shown) this.keepAddress();
    this.shown = true;
  }

  showField(need) {
    const {range, exact} = this.fields[need];
    const {first, last, step} = rangeOf(this.sm, need);
    Object.assign(range, {min: first, max: last, step});
    range.value = this.kernel[need];
    if (document.activeElement !== exact) exact.value = this.kernel[need];
    exact.max = last;
  }

  plot(need, result) {
    const {first, last} = rangeOf(this.sm, need);
    const stairs = staircase(this.sm, this.kernel, need);
    const x = (value) => left + ((Math.min(last, Math.max(first, value)) - first) / (last - first)) * (plotWidth - left - 8);
    const y = (share) => 8 + (1 - share) * (plotHeight - bottom - 8);
    let path = "";
    stairs.forEach((stair, i) => {
      const end = stairs[i + 1]?.from ?? stair.to;
      path += `${i === 0 ? "M" : "L"}${x(stair.from)} ${y(stair.share)}L${x(end)} ${y(stair.share)}`;
    });
    const marks = [0, 0.5, 1].map((share) => svg("g", null, svg("line", {x1: left, x2: plotWidth - 8, y1: y(share), y2: y(share), class: "grid"}),
                                                 svg("text", {x: left - 5, y: y(share) + 3, "text-anchor": "end"}, percent(share))));
    const ends = [first, Math.round((first + last) / 2), last].map((value, i) => svg("text", {
      x: x(value), y: plotHeight - 6, "text-anchor": ["start", "middle", "end"][i],
    }, value.toLocaleString("en-GB")));
    const drawing = svg("svg", {viewBox: `0 0 ${plotWidth} ${plotHeight}`, role: "img", "aria-label": this.plotWords(need, stairs)},
                        ...marks, ...ends, svg("path", {d: path, class: "stairs"}),
                        svg("circle", {cx: x(this.kernel[need]), cy: y(result.share), r: 4}));
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * plotWidth;
      const {step} = rangeOf(this.sm, need);
      const value = first + ((at - left) / (plotWidth - left - 8)) * (last - first);
      this.set(need, Math.max(first, Math.min(last, Math.round(value / step) * step)));
    });
    return html("figure", null, html("figcaption", null, needs[need]), drawing);
  }

  plotWords(need, stairs) {
    const text = ({from, to, share}) => `${percent(share)} ${from === to ? `at ${from}` : `from ${from} to ${to}`}`;
    const joined = [];
    for (const stair of stairs) {
      const before = joined[joined.length - 1];
      if (before && before.share === stair.share) before.to = stair.to;
      else joined.push({...stair});
    }
    return `${needs[need]}: ${joined.slice(0, 12).map(text).join("; ")}${joined.length > 12 ? "; and so on" : ""}.`;
  }
}

for (const element of document.querySelectorAll(".occupancy-calculator")) element.calculator = new Calculator(element);
