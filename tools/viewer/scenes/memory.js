// What the access of a moment asks of the memory: elements and sectors of an array, or words and
// banks of shared memory.
import {html, note, picture, replaceChildren, setText, svg} from "../draw.js";
import {conflictWords, requestWords} from "../model/caption.js";
import {capital} from "../model/lanes.js";
import {contentsAt, placeOf} from "../model/memory.js";
import {rankOf} from "../model/cluster.js";
import {fitted} from "../model/names.js";
import {bankCount, globalRequest, lineBytes, sectorBytes, sharedPasses, wordBytes} from "../model/requests.js";
import {exchangeDrawing} from "./exchange.js";
import {fence, updates, updateWords} from "./order.js";
import {explained} from "./words.js";

const titles = {load: "reads", store: "writes", atomic: "updates"};
const mostLines = 33, mostRows = 16;

// Where a drawing stops: null if it shows everything.
function restWords(left, noun, why = "") {
  return left > 0 ? html("p", {class: "quiet"}, `and ${left} more ${noun}${left === 1 ? "" : "s"}${why}`) : null;
}

// The step whose accesses are shown: that of the moment, or the last one before it of the warp.
function shownStep(view) {
  const {warp, last} = view.moment;
  for (let i = last; i >= 0 && i > last - 400; --i) if (warp.accesses(i).length > 0) return i;
  return -1;
}

function laneText(lanes) {
  return lanes.length === 1 ? `${lanes[0]}` : `${lanes[0]}+`;
}

export class MemoryScene {
  constructor(section, view) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.shown = "";
    this.width = this.body.clientWidth || 600;
    new ResizeObserver(() => { // to ask at each moment would have the page laid out anew
      this.width = this.body.clientWidth || 600;
      if (this.view) this.show(this.view);
    }).observe(this.body);
  }

  show(view) {
    this.view = view;
    const {warp, last} = view.moment;
    const isFence = warp.isFence(last), exchanges = warp.hasExchange(last);
    const step = isFence || exchanges ? last : shownStep(view);
    const key = `${view.launch.number} ${warp.index} ${step} ${view.lane} ${view.focus.index} ${this.width}`;
    this.section.classList.toggle("past", step !== last && step >= 0);
    if (this.shown === key) return;
    this.shown = key;
    if (step < 0) {
      setText(this.title, "Memory");
      const first = warp.firstAccess(last);
      replaceChildren(this.body, html("p", {class: "quiet"}, `${capital(warp.name)} has not accessed memory yet. `,
                                      first < 0 ? null : html("button", {type: "button", class: "link", onclick: () => view.goToStep(warp, first)}, `Go to its first access, on line ${warp.siteOf(first).line}`)));
      return;
    }
    const {kind, line} = warp.siteOf(step);
    if (isFence) {
      setText(this.title, `Memory: line ${line} is a fence`);
      replaceChildren(this.body, ...fence(view, warp, step));
      return;
    }
    if (exchanges) {
      setText(this.title, `Registers: line ${line} exchanges values`);
      replaceChildren(this.body, ...exchangeDrawing(view, warp, step, Math.max(300, Math.min(720, this.width))));
      return;
    }
    const accesses = warp.accesses(step);
    setText(this.title, `Memory: line ${line} ${titles[kind] ?? "touches"} ${
        accesses.map((one) => view.names.elements(one)).join(" and ")}`);
    replaceChildren(this.body, ...accesses.flatMap((one) => this.drawingsOf(view, warp, step, one)));
  }

  drawingsOf(view, warp, step, access) {
    if (access.space === "shared") return this.banks(view, warp, step, access);
    if (access.space === "global" || access.space === "constant")
      return this.sectors(view, warp, step, access);
    return [html("p", {class: "quiet"}, `${access.space} memory: each lane has its own.`)];
  }

  cell(view, warp, access, address, box, lanes, kind, text) {
    const own = warp === view.focus && lanes.includes(view.lane);
    const group = svg("g", {class: `cell ${kind}${own ? " own" : ""}`},
                      svg("rect", {x: box.x + 0.75, y: box.y + 0.75, width: box.width - 1.5, height: box.height - 1.5, rx: 1.5}),
                      text === "" || box.width < 12 ? null : svg("text", {x: box.x + box.width / 2, y: box.y + box.height / 2 + 3.2}, text),
                      svg("title", null, `${view.names.element(access, address)}: lane ${lanes.join(", ")}`));
    group.addEventListener("click", () => view.showHistory(placeOf(access, warp, address), view.names.element(access, address)));
    return group;
  }

  // A row for each 128 bytes that are touched; sectors that are fetched have a ground of their own.
  sectors(view, warp, step, access) {
    const request = globalRequest(access);
    const kind = warp.siteOf(step).kind;
    const width = Math.max(300, Math.min(720, this.width)), label = width < 420 ? 58 : 84;
    const perByte = (width - label) / lineBytes, height = 17;
    const rows = [];
    let y = 1, expected = null;
    const lines = request.lines.slice(0, mostLines);
    for (const line of lines) {
      if (expected !== null && line.address !== expected) y += 4;
      expected = line.address + lineBytes;
      rows.push(svg("text", {x: label - 6, y: y + height / 2 + 3.5, class: "label"}, view.names.element(access, line.address)));
      for (let i = 0; i < lineBytes / sectorBytes; ++i) {
        const fetched = line.sectors.has(line.address / sectorBytes + i);
        rows.push(svg("rect", {
          class: fetched ? "sector fetched" : "sector",
          x: label + i * sectorBytes * perByte + 1,
          y: y + 0.5,
          width: sectorBytes * perByte - 2,
          height: height - 1,
          rx: 2,
        }));
      }
      for (const {address, lanes} of line.cells)
        rows.push(this.cell(view, warp, access, address, {
          x: label + (address - line.address) * perByte,
          y,
          width: access.elementBytes * perByte,
          height,
        }, lanes, kind, laneText(lanes)));
      y += height + 2;
    }
    const left = request.lines.length - lines.length;
    return [
      html("p", {class: "verdict"}, ...explained(`${requestWords(access)}${kind === "atomic" ? ` ${updateWords(access)}` : ""}`)),
      note("a row is 128 bytes, in 4 sectors of 32; numbers are lanes"),
      picture(width, y + 2, `${view.names.elements(access)}: ${requestWords(access)}`, ...rows),
      restWords(left, "row"),
      ...(kind === "atomic" ? updates(view, access, width) : []),
    ];
  }

  // A column for each bank: the words around those that are touched, and the passes.
  banks(view, warp, step, access) {
    const passes = sharedPasses(access);
    const kind = warp.siteOf(step).kind;
    const width = Math.max(300, Math.min(720, this.width)), label = width < 420 ? 50 : 62;
    const column = (width - label) / bankCount, height = 17;
    const shapes = [];
    let y = 11, idle = "";
    for (const bank of [0, 8, 16, 24, 31])
      shapes.push(svg("text", {x: bank === 31 ? width : label + (bank + 0.5) * column, y: 8, class: bank === 31 ? "label" : "label middle"}, `${bank}`));
    shapes.push(svg("text", {x: label - 6, y: 8, class: "label"}, "bank"));
    passes.slice(0, mostLines).forEach((pass, i) => {
      shapes.push(svg("text", {x: label - 6, y: y + height / 2 + 3.5, class: "label"}, `pass ${i + 1}`));
      for (let bank = 0; bank < bankCount; ++bank) {
        const one = pass[bank];
        const box = {x: label + bank * column, y, width: column, height};
        if (one === null)
          idle += `M${box.x + 0.75} ${y + 0.75}h${column - 1.5}v${height - 1.5}h${1.5 - column}z`;
        else
          shapes.push(this.cell(view, warp, access, one.word * wordBytes, box, one.lanes, kind, laneText(one.lanes)));
      }
      y += height + 2;
    });
    const words = conflictWords(access);
    return [
      html("p", {class: `verdict${access.conflicts > 0 ? " bad" : ""}`}, ...explained(`${words}${kind === "atomic" ? ` ${updateWords(access)}` : ""}`)),
      note("a row is a pass, a column a bank; numbers are lanes"),
      picture(width, y, `${view.names.elements(access)}: ${words}`, svg("path", {class: "idle", d: idle}), ...shapes),
      ...(kind === "atomic" ? updates(view, access, width) : []),
      ...this.contents(view, warp, step, access, width, label),
    ];
  }

  // What is known of rows of shared memory, by address as the warp sees it.
  valuesOf(view, warp, step, access, rows) {
    const values = new Map();
    for (const row of rows) {
      const begin = row * bankCount * wordBytes, place = placeOf(access, warp, begin);
      const known = contentsAt(view.accesses, warp.at[step], place, Array.from({length: bankCount}, (_, i) => place.address + i * wordBytes));
      for (const [address, value] of known) values.set(begin + address - place.address, value);
    }
    return values;
  }

  // The array in shared memory, 32 words a row, with the values that are known.
  contents(view, warp, step, access, width, label) {
    const touched = new Set();
    access.addresses.forEach((address) => {
      for (let i = 0; address !== null && i < Math.max(1, access.bytes / wordBytes); ++i)
        touched.add(Math.floor(address / wordBytes) + i);
    });
    const array = view.names.ofShared(access.addresses.find((address) => address !== null));
    const rowsTouched = [...new Set([...touched].map((word) => Math.floor(word / bankCount)))].sort((a, b) => a - b);
    const rowsDrawn = rowsTouched.slice(0, mostRows);
    const values = access.elementBytes === wordBytes ? this.valuesOf(view, warp, step, access, rowsDrawn) : new Map();
    const column = (width - label) / bankCount, height = 15;
    const shapes = [], rowAt = [];
    let y = 1, before = null, all = "", marked = "", dots = false;
    for (const row of rowsDrawn) {
      if (before !== null && row !== before + 1) y += 4;
      before = row;
      rowAt.push({row, y});
      const first = row * bankCount * wordBytes;
      const index = Math.floor((first - view.names.ofShared(first).begin) / wordBytes);
      shapes.push(svg("text", {x: label - 6, y: y + height / 2 + 3.5, class: "label"}, rankOf(first) < 0 ? `[${Math.max(0, index)}]` : `rank ${rankOf(first)}`));
      for (let i = 0; i < bankCount; ++i) {
        const word = row * bankCount + i;
        const box = `M${label + i * column + 0.5} ${y + 0.5}h${column - 1}v${height - 1}h${1 - column}z`;
        if (touched.has(word)) marked += box;
        else all += box;
        const value = values.has(word * wordBytes) ? view.names.value(access, word * wordBytes, values.get(word * wordBytes)) : "";
        const {text, size} = fitted(value, column - 4);
        dots ||= text === "\u2022";
        if (text !== "")
          shapes.push(svg("text", {
            x: label + (i + 0.5) * column,
            y: y + height / 2 + size * 0.36,
            style: `font-size: ${size}px`,
          }, text, svg("title", null, value)));
      }
      y += height + 1;
    }
    // One listener, and two shapes for all words: a thousand elements would take too long.
    const drawn = svg("g", {class: "words"}, svg("path", {d: all, class: "word"}), svg("path", {d: marked, class: "word touched"}), ...shapes);
    drawn.addEventListener("click", (event) => {
      const box = drawn.ownerSVGElement.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width, at = ((event.clientY - box.top) / box.height) * y;
      const row = rowAt.find((one) => one.y <= at && at < one.y + height);
      const bank = Math.floor((x - label) / column);
      if (!row || bank < 0 || bank >= bankCount) return;
      const address = (row.row * bankCount + bank) * wordBytes;
      view.showHistory(placeOf(access, warp, address), view.names.element(access, address));
    });
    const last = view.names.element(access, (rowsTouched[rowsTouched.length - 1] + 1) * bankCount * wordBytes - wordBytes);
    const left = rowsTouched.length - rowsDrawn.length;
    return [note(`${array.name} after this access; a column is a bank; empty: no warp shown has touched it${dots ? "; a dot: a value that has no room here" : ""}`),
            picture(width, y, `What ${array.name} holds where lanes touch it`, drawn),
            restWords(left, "row", `, up to ${last}`)];
  }
}
