// How the warps of a block, or of a cluster, stand to a barrier: before it, at it, or behind it.
import {clusterKey, isOfCluster} from "./cluster.js";
import {laneCount} from "./lanes.js";
import {barriersPassed, isReleased, stateOf} from "./state.js";

const lastOf = new WeakMap();

// By kind the number of the last barrier that a warp comes to in the trace; 0: it comes to none.
function lastBarriers(warp) {
  if (!lastOf.has(warp)) {
    const end = warp.length - 1;
    const waits = end >= 0 && stateOf(warp, end).states.barrier !== 0 && !isOfCluster(warp.siteOf(end));
    lastOf.set(warp, end < 0 ? {block: 0, cluster: 0}
                             : {block: barriersPassed(warp, end) + (waits ? 1 : 0),
                                cluster: Math.max(barriersPassed(warp, end, "cluster"), barriersPassed(warp, end, "arrived"))});
  }
  return lastOf.get(warp);
}

// The barrier that a moment is about: the one that its warp leaves behind or arrives at, or else the
// next one. Warps may stand at different barriers, since one runs until it has to wait.
function numberAt({warp, first, last}, of) {
  const passed = barriersPassed(warp, last, of);
  return warp.siteOf(first).kind === "leave" && isOfCluster(warp.siteOf(first)) === (of === "cluster") ? passed : passed + 1;
}

// Whether a moment is about the cluster's barrier, rather than the block's.
function kindAt(moment, warps) {
  const {warp, last} = moment;
  const site = warp.siteOf(last);
  if (site.kind === "barrier" || site.kind === "leave") return isOfCluster(site) ? "cluster" : "block";
  return Math.max(0, ...warps.map((one) => lastBarriers(one).block)) > 0 ? "block" : "cluster";
}

// `stepOf` and `statesOf` say where each warp of the launch is and what its lanes do. {of ("block",
// "cluster"), number, arrived, shown, warps: [{warp, passed, waits, lanes, done, line, place}]}, where
// `place` is "before", "at" or "behind"; null if the block comes to no barrier.
export function arrivalsAt(moment, all, stepOf, statesOf) {
  const mine = all.filter((warp) => warp.blockKey === moment.warp.blockKey);
  const of = kindAt(moment, mine);
  const cluster = clusterKey(moment.warp);
  const warps = of === "block" ? mine : all.filter((warp) => clusterKey(warp) === cluster);
  const last = Math.max(0, ...warps.map((warp) => lastBarriers(warp)[of]));
  if (last === 0) return null;
  const number = Math.max(1, Math.min(last, numberAt(moment, of)));
  const standing = warps.map((warp) => {
    const step = stepOf(warp);
    const states = statesOf(warp);
    const passed = barriersPassed(warp, step, of);
    const waits = states.barrier !== 0 && isOfCluster(warp.siteOf(step)) === (of === "cluster");
    const arrived = of === "cluster" ? barriersPassed(warp, step, "arrived") >= number : waits && passed === number - 1;
    return {
      warp,
      passed,
      waits,
      lanes: laneCount(states.barrier),
      isReleased: waits && isReleased(warp, step, warps, stepOf),
      done: states.gone === warp.lanes,
      line: step < 0 ? 0 : warp.siteOf(step).line,
      place: passed >= number ? "behind" : arrived ? "at" : "before",
    };
  });
  return {of, number, warps: standing, shown: standing.length, arrived: standing.filter((one) => one.place !== "before").length};
}
