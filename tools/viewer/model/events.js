// What is worth stopping at: where lanes diverge, reconverge or wait, accesses that cost more than
// they must, and the moments of findings.
import {reachesOf} from "./cluster.js";
import {hasLane, warpSize} from "./lanes.js";
import {momentOfStep, momentsOfLaunch} from "./moments.js";
import {isScattered} from "./requests.js";

// Kinds of events, in the order in which they are drawn, the most important last.
export const eventKinds = ["exit", "barrier", "fence", "atomic", "reach", "reconverge", "diverge", "scattered", "conflict", "finding"];

function kindOf(moment) {
  const {warp, first, last} = moment;
  const {kind} = warp.siteOf(last);
  for (const access of warp.accesses(last)) {
    if ((access.conflicts ?? 0) > 0) return "conflict";
    if (isScattered(access)) return "scattered";
  }
  if (reachesOf(warp, last).length > 0) return "reach";
  if (warp.split(last) !== null && kind !== "exit") return "diverge";
  if (warp.met(first) !== null) return "reconverge";
  if (kind === "barrier" || kind === "leave") return "barrier";
  if (kind === "atomic") return "atomic";
  if (warp.isFence(last)) return "fence";
  return kind === "exit" ? "exit" : "";
}

// By moment its kind of event; "" where nothing is remarkable.
export function eventsOf(moments) {
  return moments.map(kindOf);
}

function threadNumber(index, block) {
  return index[0] + block[0] * (index[1] + block[1] * index[2]);
}

const kindsOfAccess = {read: ["load"], write: ["store"], atomic: ["atomic"], barrier: ["barrier", "warp"]}; // __syncwarp() and votes, too

// The steps in which a thread did what a side of a finding says: [{warp, step, lane}].
function stepsOfSide(launch, side) {
  if (!side || side.call || (side.kernel && side.kernel !== launch.kernel)) return [];
  if (!side.thread || !side.block) return [];
  const thread = threadNumber(side.thread, launch.block);
  const lane = thread % warpSize;
  const warp = launch.warps.find((one) => one.block.join() === side.block.join() &&
                                          one.number === Math.floor(thread / warpSize));
  if (!warp) return [];
  const kinds = kindsOfAccess[side.access];
  const steps = [];
  for (let i = 0; i < warp.length; ++i) {
    const site = warp.siteOf(i);
    if (site.line !== side.line || !hasLane(warp.active[i], lane)) continue;
    if (kinds && !kinds.includes(site.kind)) continue;
    steps.push({warp, step: i, lane});
  }
  return steps;
}

function addressesIn({warp, step, lane}) {
  return warp.accesses(step)
      .filter((access) => hasLane(access.lanes, lane))
      .map((access) => ({access, address: access.addresses[lane]}));
}

// Where two steps touch the same bytes: {access, address, warp}; null: nowhere.
function overlap(one, other) {
  for (const a of addressesIn(one))
    for (const b of addressesIn(other)) {
      const same = a.access.space === b.access.space && a.access.allocation === b.access.allocation;
      if (same && a.address < b.address + b.access.bytes && b.address < a.address + a.access.bytes)
        return {access: a.access, address: Math.max(a.address, b.address), warp: one.warp};
    }
  return null;
}

// The two steps of a race that touch one place, as near to each other as there are.
function nearestPair(ones, others) {
  let best = null;
  for (const one of ones)
    for (const other of others) {
      if (one.step === other.step && one.warp === other.warp && one.lane === other.lane) continue;
      const distance = Math.abs(one.warp.at[one.step] - other.warp.at[other.step]);
      if (best !== null && distance >= best.distance) continue;
      const place = overlap(one, other);
      if (place !== null) best = {one, other, place, distance};
    }
  return best;
}

const most = 600; // steps of a side that are compared

// Where a lane touches memory in a step, if it is in one place only.
function onlyPlace(one) {
  const all = addressesIn(one);
  return all.length === 1 ? {...all[0], warp: one.warp} : null;
}

// Whether a launch has the kernel, the grid and the block that a finding names.
export function isOfShape(finding, launch) {
  const {grid, block} = finding.launch ?? {};
  return (!finding.kernel || finding.kernel === launch.kernel) && (!grid || grid.join() === launch.grid.join()) &&
         (!block || block.join() === launch.block.join());
}

// Of the steps of a mask's finding those in which the lane that it misses is not there: launches of the
// same shape may have the others only.
function stepsWithout(finding, ones, launch) {
  if (finding.kind !== "warp_mask" || !finding.other?.thread) return ones;
  const missing = threadNumber(finding.other.thread, launch.block) % warpSize;
  return ones.filter(({warp, step}) => !hasLane(warp.active[step], missing)).slice(0, 1);
}

// A finding in a launch: {finding, one, other, place, moment}; null if its threads are not shown in
// it. `other` is null where it has one side only, `place` where no single element is known.
function placeFinding(finding, launch, moments) {
  if (!isOfShape(finding, launch)) return null;
  const ones = stepsWithout(finding, stepsOfSide(launch, finding), launch).slice(0, most);
  const others = stepsOfSide(launch, finding.other).slice(0, most);
  if (ones.length === 0) return null;
  const pair = others.length > 0 ? nearestPair(ones, others) : null;
  const one = pair?.one ?? ones[ones.length - 1];
  const other = pair?.other ?? others[0] ?? null;
  const later = other !== null && other.warp.at[other.step] > one.warp.at[one.step] ? other : one;
  const place = pair?.place ?? (other === null && ones.length === 1 ? onlyPlace(one) : null);
  return {finding, one, other, place, moment: momentOfStep(moments, later.warp, later.step)};
}

// The store that wrote the element which an exercise's case found wrong, as a finding; null if it
// is in another launch, or a check has found the reason.
function placedWrong(trace, launch, moments) {
  const {wrong} = trace;
  if (wrong === null || trace.findings.some((one) => one.severity === "error")) return null;
  const isUnwritten = wrong.launch !== null && wrong.step === undefined;
  const nobody = {
    kind: "wrong_element",
    severity: "error",
    message: `element ${wrong.index} of ${wrong.array} is ${wrong.got}, where ${wrong.expected} is expected; ${
        isUnwritten ? "no lane of this launch writes it, so this was there before" : "no store that is shown leaves this there"}`,
    advice: isUnwritten ? "Which lane should write it, and which condition keeps it from that? Step to where lanes diverge or exit." : "",
  };
  if (wrong.launch !== null && wrong.launch !== launch.number) return null;
  if (wrong.launch === null || isUnwritten) return {finding: nobody, one: null, other: null, place: null, moment: -1};
  const warp = launch.warps.find((one) => one.block.join() === wrong.block.join() && one.number === wrong.warp);
  const step = warp ? warp.packed.findIndex(([number]) => number === wrong.step) : -1;
  if (step < 0) return null;
  const finding = {
    kind: "wrong_element",
    severity: "error",
    line: warp.siteOf(step).line,
    message: `lane ${wrong.lane} writes ${wrong.got} into element ${wrong.index} of ${wrong.array}, where ${wrong.expected} is expected`,
    advice: "step back from here, and see where the value comes from, and whether this is the lane's element",
  };
  return {finding, one: {warp, step, lane: wrong.lane}, other: null, place: onlyPlace({warp, step, lane: wrong.lane}), moment: momentOfStep(moments, warp, step)};
}

// All findings, with the moments at which they show in the launch, if they do.
export function placedFindings(trace, launch, moments) {
  const wrong = placedWrong(trace, launch, moments);
  return trace.findings.map((finding) => placeFinding(finding, launch, moments) ??
                                         {finding, one: null, other: null, place: null, moment: -1})
      .concat(wrong ?? []);
}

// The first launch that shows the moment of a finding; null: none does.
export function launchWith(trace, finding) {
  return trace.shown.find((launch) => placeFinding(finding, launch, momentsOfLaunch(launch)) !== null) ?? null;
}
