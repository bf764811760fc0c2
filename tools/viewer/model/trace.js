// A trace as the page holds it: launches, their warps, their steps. Steps stay packed until somebody
// looks at one, so that a hundred thousand of them are there at once.
import {wayOf} from "./exchange.js";
import {hasLane, warpSize} from "./lanes.js";

const nothing = Object.freeze({});

// What the lanes of `mask` have, by lane; null for the others. `packed`: a list of what they have,
// or numbers in equal distances.
function byLane(packed, mask) {
  if (packed === undefined) return null;
  const all = new Array(warpSize).fill(null);
  let next = 0;
  for (let lane = 0; lane < warpSize; ++lane) {
    if (!hasLane(mask, lane)) continue;
    all[lane] = Array.isArray(packed) ? packed[next] : packed.first + packed.step * next;
    ++next;
  }
  return all;
}

function unpackAccess(packed) {
  const values = byLane(packed.values, packed.lanes);
  const one = values?.find((value) => value !== null);
  const elements = Array.isArray(one) ? one.length : 1;
  return {
    space: packed.space,
    lanes: packed.lanes,
    bytes: packed.bytes,
    elements,
    elementBytes: Math.max(1, packed.bytes / elements),
    addresses: byLane(packed.addresses, packed.lanes),
    allocation: packed.allocation ?? 0,
    sectors: packed.sectors,
    conflicts: packed.conflicts,
    type: packed.type ?? "",
    values,
    found: byLane(packed.found, packed.lanes),
  };
}

export class Warp {
  constructor(launch, packed, index) {
    this.launch = launch;
    this.index = index; // among the warps of the launch that are shown
    this.block = packed.block;
    this.blockKey = packed.block.join();
    this.number = packed.warp;
    this.lanes = packed.lanes >>> 0;
    const steps = packed.steps;
    this.packed = steps;
    this.length = steps.length;
    this.at = new Float64Array(steps.length);
    this.active = new Uint32Array(steps.length);
    this.site = new Uint32Array(steps.length);
    for (let i = 0; i < steps.length; ++i) {
      this.at[i] = steps[i][1];
      this.site[i] = steps[i][2];
      this.active[i] = steps[i][3];
    }
    this.unpacked = new Map();
  }

  get blockIndex() {
    const [x, y, z] = this.block;
    const grid = this.launch.grid;
    return x + grid[0] * (y + grid[1] * z);
  }

  // "block 0, warp 2"; with one block only "warp 2".
  get name() {
    return this.launch.blocks.length > 1 ? `block ${this.blockName}, warp ${this.number}`
                                         : `warp ${this.number}`;
  }

  get blockName() {
    const [x, y, z] = this.block;
    return y === 0 && z === 0 ? `${x}` : `(${x}, ${y}, ${z})`;
  }

  siteOf(i) {
    return this.launch.trace.sites[this.site[i]];
  }

  executing(i) {
    return (this.packed[i][4]?.executing ?? this.active[i]) >>> 0;
  }

  split(i) {
    return this.packed[i][4]?.split ?? null;
  }

  met(i) {
    return this.packed[i][4]?.met ?? null;
  }

  // Whether lanes wait from a step on; those that only arrive at a barrier go on.
  waitsAt(i) {
    const {kind, op} = this.siteOf(i);
    return kind === "barrier" && !op.includes(".arrive");
  }

  isFence(i) {
    return /^(membar|fence)\./.test(this.siteOf(i).op);
  }

  hasAccess(i) {
    return this.packed[i][4]?.accesses !== undefined;
  }

  accesses(i) {
    const packed = (this.packed[i][4] ?? nothing).accesses;
    if (packed === undefined) return [];
    if (!this.unpacked.has(i)) this.unpacked.set(i, packed.map(unpackAccess));
    return this.unpacked.get(i);
  }

  // The first step behind another one in which lanes access memory; -1: none is.
  firstAccess(behind) {
    for (let i = behind + 1; i < this.length; ++i) if (this.hasAccess(i)) return i;
    return -1;
  }

  hasExchange(i) {
    return this.packed[i][4]?.exchange !== undefined;
  }

  // The values that lanes exchange in a step; null: they exchange none, or none are recorded.
  exchange(i) {
    const packed = (this.packed[i][4] ?? nothing).exchange;
    if (packed === undefined) return null;
    const {op} = this.siteOf(i), {lanes, by} = packed;
    return {lanes, by, op, way: wayOf(op), gave: byLane(packed.gave, lanes), got: byLane(packed.got, lanes)};
  }

  // The last step that has happened at a moment; -1: none has.
  lastStepAt(at) {
    let low = 0, high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

export class Launch {
  constructor(trace, packed) {
    this.trace = trace;
    this.number = packed.launch;
    this.kernel = packed.kernel;
    this.grid = packed.grid;
    this.block = packed.block;
    this.cluster = packed.cluster ?? null; // its blocks in each dimension
    this.begins = packed.begins;
    this.ends = packed.ends;
    this.by = packed.by ?? null;
    this.stoppedBy = packed.stopped_by ?? null;
    this.ended = packed.ends !== null;
    this.arrays = packed.arrays ?? [];
    this.shared = packed.shared ?? [];
    this.blocks = [];
    for (const warp of packed.warps ?? []) {
      const key = warp.block.join();
      if (!this.blocks.includes(key)) this.blocks.push(key);
    }
    this.warps = (packed.warps ?? []).map((warp, i) => new Warp(this, warp, i));
  }

  get shortName() {
    return this.kernel.replace(/\(anonymous namespace\)::/g, "").replace(/^void /, "").replace(/\(.*$/s, "").replace(/^.*::(?=[^<>]*($|<))/, "").trim();
  }

  get threadsOfBlock() {
    return this.block[0] * this.block[1] * this.block[2];
  }

  get warpsOfBlock() {
    return Math.ceil(this.threadsOfBlock / warpSize);
  }

  get blocksOfGrid() {
    return this.grid[0] * this.grid[1] * this.grid[2];
  }

  // Whether all of its warps are shown.
  get isWhole() {
    return this.warps.length === this.blocksOfGrid * this.warpsOfBlock;
  }
}

function siteFrom([kind, op, file, line, callee]) {
  return {kind, op, file, line, callee: callee ?? ""};
}

export class Trace {
  constructor(document) {
    if (document.document !== 1) throw new Error("This page shows documents of version 1.");
    this.title = document.title;
    this.device = document.device ?? "";
    this.files = document.files;
    this.sites = document.sites.map(siteFrom);
    this.findings = document.findings ?? [];
    this.wrong = document.wrong ?? null; // the element that an exercise's case found wrong
    this.failure = document.failure ?? ""; // what the exercise's case says, if it fails
    this.timelines = document.timelines ?? null;
    this.leftOut = document.left_out ?? [];
    this.launches = document.launches.map((launch) => new Launch(this, launch));
    this.shown = this.launches.filter((launch) => launch.warps.length > 0);
  }

  get stepCount() {
    return this.shown.reduce(
        (sum, launch) => sum + launch.warps.reduce((all, warp) => all + warp.length, 0), 0);
  }
}
