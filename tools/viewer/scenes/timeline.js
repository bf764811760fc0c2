// What the warps of one SM do, cycle by cycle, as the model of time simulates it: from the whole
// launch down to single cycles.
import {colourScheme, html, onSchemeChange, replaceChildren, setText} from "../draw.js";
import {meaningOf, timelinesOf, windowWithin} from "../model/timeline.js";
import {explained, setExplained} from "./words.js";

const colours = {
  selected: "--run", long_scoreboard: "--wait", short_scoreboard: "--atomic", barrier: "--barrier",
  lg_throttle: "--write", mio_throttle: "--queue", membar: "--bad", math_pipe_throttle: "--pipe",
  not_selected: "--run-soft", wait: "--faint", branch_resolving: "--branch",
};
const notThere = "The trace does not have this instruction, so a click leads nowhere.";
const loadsHeight = 34, axisHeight = 16, labelWidth = 66, most = 64;

function cycleText(cycle) {
  return cycle.toLocaleString("en-GB", {maximumFractionDigits: 0});
}

function percentText(share) {
  return `${share >= 0.1 ? Math.round(100 * share) : (100 * share).toFixed(1)} %`;
}

// A distance of marks that people count in: 1, 2 or 5 and noughts.
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least);
}

export class TimelineScene {
  constructor(section, view) {
    this.section = section;
    this.view = view;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.launch = null;
    this.all = timelinesOf(view.trace.timelines);
    this.words = html("p", {class: "verdict"});
    this.canvas = html("canvas", {role: "img"});
    this.cursor = html("i", {class: "cursor"});
    this.chart = html("div", {class: "chart"}, this.canvas, this.cursor);
    this.under = html("p", {class: "quiet under", role: "status"});
    this.legend = html("p", {class: "legend"});
    const button = (text, title, act) => html("button", {type: "button", title, "aria-label": title, onclick: act}, text);
    this.tools = html("div", {class: "tools"},
                      button("+", "Zoom in (+)", () => this.zoom(1 / 3)), button("\u2212", "Zoom out (-)", () => this.zoom(3)),
                      button("\u2039", "Earlier", () => this.pan(-0.5)), button("\u203a", "Later", () => this.pan(0.5)),
                      button("All", "The whole launch (0)", () => this.look(0, Infinity)));
    this.none = html("p", {class: "quiet"});
    this.parts = [this.words, this.tools, this.chart, this.under, this.legend];
    replaceChildren(this.body, this.none, ...this.parts);
    this.listen();
  }

  listen() {
    this.chart.addEventListener("pointermove", (event) => this.pointed(event));
    this.chart.addEventListener("click", (event) => {
      if (!this.dragged) this.follow(event);
    });
    this.chart.addEventListener("dblclick", (event) => this.zoom(1 / 4, this.cycleAt(event)));
    this.chart.addEventListener("pointerdown", (event) => {
      this.dragFrom = event.clientX;
      this.dragged = false;
    });
    this.chart.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // else the page scrolls
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.3 : 1 / 1.3, this.cycleAt(event));
    }, {passive: false});
    new ResizeObserver(() => {
      this.draw();
      if (this.timeline) this.showCursor();
    }).observe(this.chart);
    onSchemeChange(() => this.draw());
  }

  show(view) {
    if (this.launch !== view.launch) this.open(view.launch);
    if (this.timeline) this.showCursor();
  }

  open(launch) {
    this.launch = launch;
    this.timeline = this.all.get(launch.number);
    const why = this.timeline ? "" : this.reason(launch);
    this.section.hidden = !this.timeline && why === "";
    for (const part of this.parts) part.hidden = !this.timeline;
    this.none.hidden = why === "";
    setText(this.none, why);
    if (why !== "") setText(this.title, "No timeline");
    if (!this.timeline) return;
    this.key = "";
    this.rows = Math.min(most, this.timeline.tracks.length);
    setText(this.title, `Timeline of one SM: a model of ${this.timeline.device ? `the ${this.timeline.device.toUpperCase()}` : "a GPU"}, not a measurement`);
    setExplained(this.under, "A row is a slot for a warp. Point at one to see what it does; click to go to that step. Double-click, + and - zoom.");
    this.look(0, Infinity);
  }

  // Why the model of time has nothing to say about a launch; "": it was not asked, or did not say.
  reason(launch) {
    const {trace} = this.view;
    if (!trace.timelines) return "";
    if (launch.by || trace.launches.some((one) => one.by?.launch === launch.number)) return ""; // the launch tree says it
    if (launch.cluster) return "The blocks of this launch form clusters, which the timing model does not cover.";
    if (launch.stoppedBy) return "This launch was stopped, so there is no timing model of it.";
    const alike = trace.launches.find((one) => one.kernel === launch.kernel && one.grid.join() === launch.grid.join() && one.block.join() === launch.block.join() && this.all.has(one.number));
    return alike ? `The timing model simulates only the first launch of a kernel and shape: see launch ${alike.number}.` : "The timing model has not simulated this launch.";
  }

  look(from, to) {
    if (!this.timeline) return;
    const end = this.timeline.end;
    this.window = windowWithin(end, Math.max(0, from), Math.min(end, to));
    this.draw();
    this.showCursor();
  }

  // Around a cycle; if none is said, the moment's, where it is in sight.
  zoom(factor, around = null) {
    if (!this.timeline) return;
    const {from, to} = this.window;
    const shown = this.at !== null && this.at !== undefined && from <= this.at && this.at < to;
    const middle = around ?? (shown ? this.at : (from + to) / 2);
    this.look(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  pan(share) {
    const {from, to} = this.window, length = to - from;
    const begin = Math.max(0, Math.min(this.timeline.end - length, from + share * length));
    this.look(begin, begin + length);
  }

  // --- drawing ---

  get plotWidth() {
    return Math.max(50, this.width - labelWidth);
  }

  x(cycle) {
    const {from, to} = this.window;
    return labelWidth + ((cycle - from) / (to - from)) * this.plotWidth;
  }

  y(place) {
    return loadsHeight + 6 + place * this.rowHeight;
  }

  draw() {
    this.width = this.chart.clientWidth;
    if (!this.timeline || !this.width) return;
    const {from, to} = this.window;
    const key = `${this.launch.number} ${from} ${to} ${this.width} ${colourScheme()}`;
    if (key === this.key) return;
    this.key = key;
    this.rowHeight = Math.max(4, Math.min(16, Math.floor(330 / this.rows)));
    const height = this.y(this.rows) + axisHeight;
    const scale = devicePixelRatio || 1;
    this.canvas.width = this.width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.height = `${height}px`;
    const pen = this.pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(name);
    this.fills = this.timeline.kinds.map((kind) => this.colour(colours[kind] ?? "--faint"));
    pen.font = `10px ${this.colour("--code")}`;
    this.drawLoads(pen);
    for (let place = 0; place < this.rows; ++place) this.drawTrack(pen, place);
    this.drawBlocks(pen);
    this.drawAxis(pen, height);
    this.say();
  }

  drawLoads(pen) {
    const {timeline} = this;
    const {from, to} = this.window;
    let peak = 1;
    const counts = [];
    for (let x = 0; x < this.plotWidth; ++x) {
      counts.push(timeline.loadsAt(from + ((to - from) * (x + 0.5)) / this.plotWidth));
      peak = Math.max(peak, counts[x]);
    }
    pen.fillStyle = this.colour("--wait-soft");
    counts.forEach((count, x) => {
      const tall = ((loadsHeight - 6) * count) / peak;
      pen.fillRect(labelWidth + x, loadsHeight - tall, 1, tall);
    });
    pen.fillStyle = this.colour("--soft");
    pen.textAlign = "right";
    pen.fillText("loads", labelWidth - 6, 11);
    pen.fillText("in flight", labelWidth - 6, 22);
    pen.fillText(`max ${Math.max(0, ...counts)}`, labelWidth - 6, 33);
  }

  drawTrack(pen, place) {
    const {timeline} = this;
    const {from, to} = this.window;
    const track = timeline.tracks[place], y = this.y(place), tall = Math.max(2, this.rowHeight - 1);
    const perCycle = this.plotWidth / (to - from);
    if (perCycle >= 3) {
      for (let i = track.firstBehind(from); i < track.length && track.from[i] < to; ++i)
        this.drawSlice(pen, track, i, y, tall);
      return;
    }
    // Narrower than a pixel: what fills most of each.
    const filled = timeline.filled(track, from, to, Math.floor(this.plotWidth));
    for (let x = 0; x < filled.length;) {
      let end = x + 1;
      while (end < filled.length && filled[end] === filled[x]) ++end;
      if (filled[x] >= 0) {
        pen.fillStyle = this.fills[filled[x]];
        pen.fillRect(labelWidth + x, y, end - x, tall);
      }
      x = end;
    }
  }

  drawSlice(pen, track, i, y, tall) {
    const left = Math.max(labelWidth, this.x(track.from[i])), right = Math.min(this.width, this.x(track.to[i]));
    pen.fillStyle = this.fills[track.kind(i)];
    pen.fillRect(left, y, Math.max(0.5, right - left - 0.7), tall);
    const {ptx} = this.timeline.sites[track.site(i)];
    if (!this.timeline.isIssue(track, i) || tall < 9 || right - left < ptx.length * 6.2) return;
    pen.fillStyle = this.colour("--panel");
    pen.textAlign = "left";
    pen.fillText(ptx, left + 2, y + tall / 2 + 3.5);
  }

  // Where blocks begin, and where all warps of one have come to a barrier.
  drawBlocks(pen) {
    const {from, to} = this.window;
    const inSight = (at) => from <= at && at < to;
    const rowsOf = (block) => this.timeline.warps.filter((warp) => warp.block === block && warp.place < this.rows);
    pen.fillStyle = this.colour("--barrier");
    for (const one of this.timeline.barriers)
      if (inSight(one.at))
        for (const warp of rowsOf(one.block)) pen.fillRect(this.x(one.at) - 0.5, this.y(warp.place), 1, this.rowHeight);
    pen.textAlign = "right";
    const named = new Set();
    for (const warp of this.timeline.warps) {
      if (warp.place >= this.rows) continue;
      pen.fillStyle = this.colour("--ink");
      if (inSight(warp.from)) pen.fillRect(this.x(warp.from), this.y(warp.place), 1.5, this.rowHeight);
      if (warp.number === 0) named.add(warp.place);
    }
    let free = 0;
    for (const place of [...named].sort((a, b) => a - b)) {
      if (this.y(place) < free) continue;
      pen.fillStyle = this.colour("--soft");
      pen.fillText(`slot ${place}`, labelWidth - 6, this.y(place) + 8);
      free = this.y(place) + 11;
    }
  }

  drawAxis(pen, height) {
    const {from, to} = this.window;
    const step = niceStep(((to - from) * 80) / this.plotWidth);
    pen.fillStyle = this.colour("--soft");
    pen.textAlign = "center";
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const x = this.x(at);
      if (x > this.width - 14) break;
      pen.fillRect(x, height - axisHeight, 1, 3);
      pen.fillText(cycleText(at), x, height - 3);
    }
    pen.textAlign = "right";
    pen.fillText("cycle", labelWidth - 22, height - 3);
  }

  // --- words ---

  say() {
    const {from, to} = this.window;
    const shares = this.timeline.sharesIn(from, to);
    const issue = shares.find((one) => one.kind === "selected")?.share ?? 0;
    const waits = shares.filter((one) => one.kind !== "selected");
    const longest = waits[0] ? ` For ${percentText(waits[0].share)} of it, it ${meaningOf(waits[0].kind)}.` : "";
    const cut = this.timeline.cutAt > 0 && to >= this.timeline.cutAt ? " The rest of the launch is left out." : "";
    const text = `Cycles ${cycleText(from)} to ${cycleText(to)}: a warp issues ${percentText(issue)} of the time.${longest}${cut}`;
    setText(this.words, text);
    this.canvas.setAttribute("aria-label", text);
    replaceChildren(this.legend, ...shares.map(({kind, share}) => {
      const key = html("i", {class: "key"});
      key.style.background = `var(${colours[kind] ?? "--faint"})`;
      return html("span", {title: kind}, key, html("span", null, ...explained(`${meaningOf(kind)}: ${percentText(share)}`)));
    }));
  }

  showCursor() {
    const {warp, last} = this.view.moment;
    const found = this.timeline.issueOfStep(warp, last);
    this.at = found === null ? null : this.timeline.tracks[found.place].from[found.slice];
    const seen = found !== null && found.place < this.rows && this.window.from <= this.at && this.at < this.window.to;
    this.cursor.hidden = !seen;
    if (!seen || !this.width) return;
    this.cursor.style.transform = `translate(${this.x(this.at)}px, ${this.y(found.place)}px)`;
    this.cursor.style.height = `${this.rowHeight}px`;
  }

  // --- the pointer ---

  cycleAt(event) {
    const {from, to} = this.window;
    const left = this.chart.getBoundingClientRect().left + labelWidth;
    return from + ((event.clientX - left) / this.plotWidth) * (to - from);
  }

  // What is under the pointer: {place, slice, warp}, or null.
  found(event) {
    const place = Math.floor((event.clientY - this.chart.getBoundingClientRect().top - this.y(0)) / this.rowHeight);
    const track = place >= 0 && place < this.rows ? this.timeline.tracks[place] : null;
    const cycle = this.cycleAt(event);
    const slice = track?.at(cycle) ?? -1;
    return slice < 0 ? null : {place, slice, warp: this.timeline.warpAt(place, cycle)};
  }

  pointed(event) {
    if (event.buttons === 1) {
      const moved = event.clientX - this.dragFrom;
      if (Math.abs(moved) < 4) return;
      this.dragged = true;
      this.dragFrom = event.clientX;
      this.pan(-moved / this.plotWidth);
      return;
    }
    const found = this.found(event);
    const leads = found !== null && this.targetOf(found).step >= 0;
    this.chart.style.cursor = leads ? "pointer" : found ? "not-allowed" : "";
    this.chart.title = found && !leads ? notThere : "";
    if (found) setExplained(this.under, `${this.wordsOf(found)}${leads ? "" : `. ${notThere}`}`);
  }

  // The step of the trace that is simulated there; -1: the trace does not have it.
  targetOf(found) {
    const warp = found.warp ? this.launch.warps.find((one) => one.blockIndex === found.warp.like && one.number === found.warp.number) : undefined;
    return {warp, step: warp ? this.timeline.stepOfSlice(found.place, found.slice, found.warp, warp) : -1};
  }

  wordsOf({place, slice, warp}) {
    const track = this.timeline.tracks[place];
    const site = this.timeline.sites[track.site(slice)];
    const who = warp === null ? `slot ${place}` : `block ${warp.block} of this SM, warp ${warp.number} (as block ${warp.like} of the grid)`;
    const cycles = Math.max(1, Math.round(track.to[slice] - track.from[slice]));
    return `${who}: ${meaningOf(this.timeline.kinds[track.kind(slice)])} for ${cycles} ${cycles === 1 ? "cycle" : "cycles"}, from ${
        cycleText(track.from[slice])} on: ${site.ptx}, ${site.place}`;
  }

  // To the moment of the trace that is simulated there, if the trace has that warp.
  follow(event) {
    const found = this.found(event);
    if (!found?.warp) return;
    const {warp, step} = this.targetOf(found);
    if (step >= 0) this.view.goToStep(warp, step);
    else setText(this.under, `${this.wordsOf(found)}. ${notThere}`);
  }
}
