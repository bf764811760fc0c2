// How the warps of a block stand to a barrier: before it, at it, or behind it.
import {laneCount} from "./lanes.js";
import {barriersPassed, stateOf} from "./state.js";

const lastOf = new WeakMap();

// The number of the last barrier that a warp comes to in the trace; 0: it comes to none.
function lastBarrier(warp) {
  if (!lastOf.has(warp)) {
    const end = warp.length - 1;
    const waits = end >= 0 && stateOf(warp, end).states.barrier !== 0;
    lastOf.set(warp, end < 0 ? 0 : barriersPassed(warp, end) + (waits ? 1 : 0));
  }
  return lastOf.get(warp);
}

// The barrier that a moment is about: the one that its warp leaves behind or arrives at, or else the
// next one. Warps may stand at different barriers, since one runs until it has to wait.
function numberAt({warp, first, last}) {
  const passed = barriersPassed(warp, last);
  return warp.siteOf(first).kind === "leave" ? passed : passed + 1;
}

// `warps`: those of the block that are shown; `stepOf` and `statesOf` say where each is and what its
// lanes do. {number, arrived, shown, warps: [{warp, passed, waits, lanes, done, line, place}]}, where
// `place` is "before", "at" or "behind"; null if the block comes to no barrier.
export function arrivalsAt(moment, warps, stepOf, statesOf) {
  const last = Math.max(0, ...warps.map(lastBarrier));
  if (last === 0) return null;
  const number = Math.max(1, Math.min(last, numberAt(moment)));
  const all = warps.map((warp) => {
    const step = stepOf(warp);
    const states = statesOf(warp);
    const passed = barriersPassed(warp, step);
    const waits = states.barrier !== 0;
    return {
      warp,
      passed,
      waits,
      lanes: laneCount(states.barrier),
      done: states.gone === warp.lanes,
      line: step < 0 ? 0 : warp.siteOf(step).line,
      place: passed >= number ? "behind" : waits && passed === number - 1 ? "at" : "before",
    };
  });
  return {number, warps: all, shown: all.length, arrived: all.filter((one) => one.place !== "before").length};
}
