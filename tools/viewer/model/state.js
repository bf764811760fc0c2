// Where the lanes of a warp are, once it has made so many steps.
import {isOfCluster} from "./cluster.js";
import {hasLane, maskOf, warpSize} from "./lanes.js";

// By lane the last step that it took part in; -1: none.
function lastStepOfLanes(warp, step) {
  const last = new Int32Array(warpSize).fill(-1);
  let open = warp.lanes;
  for (let i = step; i >= 0 && open !== 0; --i) {
    const now = (warp.active[i] & open) >>> 0;
    if (now === 0) continue;
    for (let lane = 0; lane < warpSize; ++lane) if (hasLane(now, lane)) last[lane] = i;
    open = (open & ~now) >>> 0;
  }
  return last;
}

const farthest = 20000; // steps that are looked ahead

// The first step behind `step` in which lanes of a mask run; -1: the trace has none.
export function nextStepOf(warp, step, mask) {
  const end = Math.min(warp.length, step + farthest);
  for (let i = step + 1; i < end; ++i) if ((warp.active[i] & mask) !== 0) return i;
  return -1;
}

// A part: lanes that stand together. What they do: "run", "wait" (while other lanes of the warp
// run), "barrier", "start".
function partFrom(warp, step, since, mask) {
  const next = nextStepOf(warp, step, mask);
  const state = since < 0 ? "start" : warp.waitsAt(since) ? "barrier" : since === step ? "run" : "wait";
  return {
    mask,
    state,
    line: since < 0 ? 0 : warp.siteOf(since).line,
    nextLine: next < 0 ? 0 : warp.siteOf(next).line,
    next,
  };
}

// The lanes of a warp at the end of its step `step` (-1: it has made none): {parts, gone, states},
// where `states` has masks by state.
export function stateOf(warp, step) {
  const last = lastStepOfLanes(warp, step);
  const groups = new Map();
  let gone = 0;
  for (let lane = 0; lane < warpSize; ++lane) {
    if (!hasLane(warp.lanes, lane)) continue;
    const since = last[lane];
    if (since >= 0 && warp.siteOf(since).kind === "exit" && hasLane(warp.executing(since), lane)) {
      gone = (gone | (1 << lane)) >>> 0;
      continue;
    }
    const ways = since < 0 ? null : warp.split(since);
    // Parts that only show at a later step are told there of lanes that went on before.
    const way = ways === null || warp.siteOf(since).kind === "leave"
                    ? 0
                    : ways.findIndex((mask) => hasLane(mask, lane));
    const key = since * 64 + way + 1;
    if (!groups.has(key)) groups.set(key, {since, lanes: []});
    groups.get(key).lanes.push(lane);
  }
  const parts = [...groups.values()]
                    .map(({since, lanes}) => partFrom(warp, step, since, maskOf(lanes)))
                    .sort((a, b) => (a.state === "run" ? 0 : 1) - (b.state === "run" ? 0 : 1) ||
                                    (a.next < 0) - (b.next < 0) || a.next - b.next);
  const states = {run: 0, wait: 0, barrier: 0, start: 0, gone};
  for (const part of parts) states[part.state] = (states[part.state] | part.mask) >>> 0;
  return {parts, states};
}

// Where groups of the warp reconverge after `step`; -1: the trace does not show it.
export function nextReconvergence(warp, step) {
  const end = Math.min(warp.length, step + farthest);
  for (let i = step + 1; i < end; ++i) if (warp.met(i) !== null) return i;
  return -1;
}

const passedBy = new WeakMap();

// How many barriers a warp has left behind: those of its block, or else of its cluster, and there also
// at how many it has arrived. Counted once for all steps.
function countsOf(warp) {
  if (!passedBy.has(warp)) {
    const counts = {block: new Uint32Array(warp.length), cluster: new Uint32Array(warp.length), arrived: new Uint32Array(warp.length)};
    const sums = {block: 0, cluster: 0, arrived: 0};
    for (let i = 0; i < warp.length; ++i) {
      const site = warp.siteOf(i);
      if (site.kind === "leave") ++sums[isOfCluster(site) ? "cluster" : "block"];
      if (site.kind === "barrier" && isOfCluster(site) && !warp.waitsAt(i)) ++sums.arrived;
      for (const name of Object.keys(sums)) counts[name][i] = sums[name];
    }
    passedBy.set(warp, counts);
  }
  return passedBy.get(warp);
}

const leftBy = new WeakMap();

// By step the last one until there in which lanes leave a barrier; -1: none.
function lastLeaves(warp) {
  if (!leftBy.has(warp)) {
    const last = new Int32Array(warp.length);
    for (let i = 0, left = -1; i < warp.length; ++i) last[i] = left = warp.siteOf(i).kind === "leave" ? i : left;
    leftBy.set(warp, last);
  }
  return leftBy.get(warp);
}

// Whether a warp that waits at a barrier since `step` may go on: another one has left that barrier,
// which is the one at the same place, or of the same number.
export function isReleased(warp, step, others, stepOf) {
  if (step < 0 || !warp.waitsAt(step)) return false;
  const kind = isOfCluster(warp.siteOf(step)) ? "cluster" : "block";
  const number = barriersPassed(warp, step, kind) + 1;
  return others.some((other) => {
    const now = stepOf(other), left = now < 0 ? -1 : lastLeaves(other)[now];
    if (left <= 0 || isOfCluster(other.siteOf(left)) !== (kind === "cluster")) return false;
    return barriersPassed(other, left, kind) === number || (other.site[left - 1] === warp.site[step] && other.at[left] > warp.at[step]);
  });
}

// `of`: "block", "cluster", or "arrived".
export function barriersPassed(warp, step, of = "block") {
  return step < 0 ? 0 : countsOf(warp)[of][step];
}
