// Values that lanes of a warp exchange without memory: by shuffles, and by reductions of the warp.
import {hasLane, warpSize} from "./lanes.js";

const ways = {
  up: (lane, by) => lane - by,
  down: (lane, by) => lane + by,
  bfly: (lane, by) => lane ^ by,
  idx: (_, by) => by,
};

// "up", "down", "bfly", "idx"; "reduce" for a reduction.
export function wayOf(op) {
  return op.startsWith("redux") ? "reduce" : op.split(".").find((word) => word in ways) ?? "";
}

// The lane whose value a lane gets: itself where the shuffle leads to none; -1 if the trace does not
// say. What lanes gave decides, since a shuffle may be one of a part of the warp.
export function sourceOf(exchange, lane) {
  const {way, by, gave, got, lanes} = exchange;
  if (!hasLane(lanes, lane) || !(way in ways)) return -1;
  const from = ways[way](lane, by);
  if (from >= 0 && from < warpSize && hasLane(lanes, from) && gave[from] === got[lane]) return from;
  return gave[lane] === got[lane] ? lane : -1;
}

const reductions = {add: "the sum of all", min: "the least of all", max: "the greatest of all", and: "the bits that all have", or: "the bits that any has", xor: "the bits that an odd number of lanes have"};

// What each lane gets, in words.
export function exchangeWords({way, by, op}) {
  switch (way) {
    case "up": return `each gets the value of the lane ${by} below it`;
    case "down": return `each gets the value of the lane ${by} above it`;
    case "bfly": return `each swaps values with the lane whose number differs by the bits of ${by}`;
    case "idx": return "each gets the value of the lane that it names";
    case "reduce": return `each gets ${reductions[op.split(".").find((word) => word in reductions)] ?? "a result of all"}`;
    default: return "they exchange values";
  }
}
