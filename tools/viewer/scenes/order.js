// Drawings of what memory does in an order: updates of one element by many lanes, and the writes on
// both sides of a fence.
import {html, isNarrow, note, picture, svg} from "../draw.js";
import {fenceWords} from "../model/caption.js";
import {lanesOf} from "../model/lanes.js";

const mostColumns = 32, mostLayers = 32;
const verbs = {load: "reads", store: "writes", atomic: "updates"};

// The lanes by address, in the order in which they were served, as far as what they found says it.
export function queuesOf(access) {
  const queues = new Map();
  for (const lane of lanesOf(access.lanes)) {
    const address = access.addresses[lane];
    if (!queues.has(address)) queues.set(address, []);
    queues.get(address).push(lane);
  }
  return [...queues].sort((a, b) => a[0] - b[0]).map(([address, lanes]) => ({address, lanes}));
}

// A column for each element, and in it the lanes that have to go one after another.
export function updates(view, access, width) {
  const queues = queuesOf(access);
  const longest = Math.max(...queues.map((one) => one.lanes.length));
  if (longest < 2) return [];
  const shown = queues.slice(0, mostColumns);
  const label = 62, column = Math.min(40, (width - label) / Math.max(8, shown.length)), height = 13;
  const layers = Math.min(mostLayers, longest);
  const shapes = [], words = `${longest} lanes update one element, one after another, in an order that nothing fixes.`;
  for (let layer = 0; layer < layers; ++layer) {
    const y = 1 + layer * (height + 1);
    shapes.push(svg("text", {x: label - 6, y: y + 10, class: "label"}, `${layer + 1}`));
    shown.forEach(({address, lanes}, i) => {
      if (lanes[layer] === undefined) return;
      const x = label + i * column;
      shapes.push(svg("g", {class: "cell atomic"}, svg("rect", {x: x + 0.75, y, width: column - 1.5, height, rx: 1.5}),
                      column < 12 ? null : svg("text", {x: x + column / 2, y: y + 9.8}, `${lanes[layer]}`),
                      svg("title", null, `${view.names.element(access, address)}: lane ${lanes[layer]}`)));
    });
  }
  return [note("a column is an element, a row an update; numbers are lanes"), picture(width, 3 + layers * (height + 1), words, ...shapes)];
}

export function updateWords(access) {
  const queues = queuesOf(access), longest = Math.max(...queues.map((one) => one.lanes.length));
  if (longest < 2) return "Each lane updates an element of its own.";
  return `${longest} lanes update ${queues.length === 1 ? "one element" : "the same element"}: one after another, in an order that nothing fixes.`;
}

// Steps with accesses of a warp next to a step, nearest first.
function neighbours(warp, step, by, most) {
  const found = [];
  for (let i = step + by; i >= 0 && i < warp.length && found.length < most && Math.abs(i - step) < 400; i += by)
    if (warp.hasAccess(i) && ["store", "atomic", "load"].includes(warp.siteOf(i).kind)) found.push(i);
  return found;
}

// What a warp does on both sides of a fence.
export function fence(view, warp, step) {
  const width = isNarrow() ? 320 : 560, at = width / 2, rowHeight = 17, most = 4, letters = Math.floor(at / 6.4) - 2;
  const before = neighbours(warp, step, -1, most).reverse(), after = neighbours(warp, step, 1, most);
  const wordsOf = (i) => `line ${warp.siteOf(i).line} ${verbs[warp.siteOf(i).kind]} ${warp.accesses(i).map((one) => view.names.elements(one)).join(" and ")}`;
  const height = 26 + Math.max(1, before.length, after.length) * rowHeight;
  const side = (steps, x, kind) => steps.map((i, row) => {
    const text = wordsOf(i);
    return svg("text", {x, y: 34 + row * rowHeight, class: `label ${kind}`, onclick: () => view.goToStep(warp, i)}, text.length > letters ? `${text.slice(0, letters - 1)}\u2026` : text, svg("title", null, text));
  });
  const words = `A fence: ${fenceWords(warp.siteOf(step).op)}.`;
  return [html("p", {class: "verdict"}, `${words} It waits for nobody, and says nothing about when others look.`),
          picture(width, height, words, svg("line", {x1: at, x2: at, y1: 0, y2: height, class: "fence-line"}),
                  svg("text", {x: at - 12, y: 12, class: "label strong-label"}, "before"), svg("text", {x: at + 12, y: 12, class: "label start strong-label"}, "after"),
                  ...side(before, at - 12, "strong"), ...side(after, at + 12, "start strong"))];
}
