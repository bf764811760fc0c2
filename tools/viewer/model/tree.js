// Launches by kernels: who launched whom, and when each ran, in the order of the run.
import {hasLane, warpSize} from "./lanes.js";

// Children behind their parents: [{launch, depth}].
export function treeOf(launches) {
  const children = new Map();
  const numbers = new Set(launches.map((one) => one.number));
  for (const launch of launches) {
    const parent = launch.by && numbers.has(launch.by.launch) ? launch.by.launch : 0;
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(launch);
  }
  const order = [];
  const visit = (number, depth) => {
    for (const launch of children.get(number) ?? []) {
      order.push({launch, depth});
      visit(launch.number, depth + 1);
    }
  };
  visit(0, 0);
  return order;
}

// The warp and lane that launched a launch, and the step in which it did: {warp, lane, step}, where
// `step` is -1 if the trace does not have it; null: the warp is not shown.
export function launcherOf(launch, parent) {
  const {block, thread, line} = launch.by;
  const [x, y] = parent.block;
  const number = thread[0] + x * (thread[1] + y * thread[2]);
  const lane = number % warpSize;
  const warp = parent.warps.find((one) => one.blockKey === block.join() && one.number === Math.floor(number / warpSize));
  if (!warp) return null;
  let step = -1;
  for (let i = 0; i < warp.length && warp.at[i] < launch.begins; ++i)
    if (warp.siteOf(i).line === line && hasLane(warp.active[i], lane)) step = i;
  return {warp, lane, step};
}

// Launches that are part of a tree, which launch or are launched, and of which something is recorded.
// Empty: the host launches all.
export function familiesOf(trace) {
  const rootOf = new Map();
  for (const one of trace.launches) rootOf.set(one.number, one.by ? rootOf.get(one.by.launch) ?? one.by.launch : one.number);
  const roots = new Set(trace.launches.filter((one) => one.by).map((one) => rootOf.get(one.number)));
  const recorded = new Set(trace.shown.map((one) => rootOf.get(one.number)));
  return trace.launches.filter((one) => roots.has(rootOf.get(one.number)) && recorded.has(rootOf.get(one.number)));
}
