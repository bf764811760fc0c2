// What the model of time simulates on an SM, by place for a warp and by cycle. Places hold slices: an
// instruction that issues, or what a warp waits for.

const tenths = 10, kindsOfSlices = 16;

// ncu's words for why a warp does not issue, in plain ones.
const meanings = {
  selected: "issues",
  wait: "waits for a result of fixed latency",
  long_scoreboard: "waits for a load from global memory",
  short_scoreboard: "waits for a load from shared memory",
  barrier: "waits at a barrier",
  membar: "waits at a fence",
  branch_resolving: "waits for a branch",
  math_pipe_throttle: "waits for a busy pipe",
  mio_throttle: "waits for the queue to shared memory",
  lg_throttle: "waits for the queue to global memory",
  not_selected: "could issue, but another warp does",
};

export function meaningOf(kind) {
  return meanings[kind] ?? kind.replace(/_/g, " ");
}

// The slices of a place, one after another.
class Track {
  constructor(packed) {
    const count = packed.length / 2;
    this.from = new Float64Array(count);
    this.to = new Float64Array(count);
    this.code = new Int32Array(count);
    this.length = 0;
    let at = 0;
    for (let i = 0; i < packed.length; i += 2) {
      const end = at + packed[i + 1];
      if (packed[i] >= 0) {
        this.from[this.length] = at / tenths;
        this.to[this.length] = end / tenths;
        this.code[this.length++] = packed[i];
      }
      at = end;
    }
  }

  kind(i) {
    return this.code[i] % kindsOfSlices;
  }

  site(i) {
    return Math.floor(this.code[i] / kindsOfSlices);
  }

  // The first slice that ends behind a cycle.
  firstBehind(cycle) {
    let low = 0, high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.to[middle] <= cycle) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The slice at a cycle; -1: none is.
  at(cycle) {
    const i = this.firstBehind(cycle);
    return i < this.length && this.from[i] <= cycle ? i : -1;
  }
}

// One launch.
export class Timeline {
  constructor(packed, all) {
    this.launch = packed.launch;
    this.device = packed.device;
    this.kinds = all.kinds;
    this.sites = all.sites.map(([place, ptx]) => ({place, ptx, line: Number(/\d+$/.exec(place)?.[0] ?? 0)}));
    this.cutAt = packed.cut_at;
    this.tracks = packed.tracks.map((track) => new Track(track));
    this.warps = packed.warps.map(([place, block, like, from, to]) => ({place, block, like, from: from / tenths, to: to / tenths}));
    this.starts = packed.starts.map(([block, at]) => ({block, at: at / tenths}));
    this.barriers = packed.barriers.map(([block, at]) => ({block, at: at / tenths}));
    this.loads = packed.loads.map(([at, count]) => ({at: at / tenths, count}));
    this.end = Math.max(1, this.cutAt, ...this.warps.map((warp) => warp.to));
    this.numberWarps();
  }

  // A block's warps lie in places one after another.
  numberWarps() {
    const first = new Map();
    for (const one of this.warps) first.set(one.block, Math.min(first.get(one.block) ?? Infinity, one.place));
    for (const one of this.warps) one.number = one.place - first.get(one.block);
  }

  warpAt(place, cycle) {
    return this.warps.find((one) => one.place === place && one.from <= cycle && cycle < one.to) ?? null;
  }

  // How many loads are in flight at a cycle.
  loadsAt(cycle) {
    let low = 0, high = this.loads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.loads[middle].at <= cycle) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.loads[low - 1].count;
  }

  // What all warps do between two cycles, as shares of their time: [{kind, share}], the largest first.
  sharesIn(from, to) {
    const sums = new Float64Array(this.kinds.length);
    let all = 0;
    for (const track of this.tracks)
      for (let i = track.firstBehind(from); i < track.length && track.from[i] < to; ++i) {
        const cycles = Math.min(to, track.to[i]) - Math.max(from, track.from[i]);
        sums[track.kind(i)] += cycles;
        all += cycles;
      }
    return this.kinds.map((kind, i) => ({kind, share: all === 0 ? 0 : sums[i] / all}))
        .filter((one) => one.share > 0)
        .sort((a, b) => b.share - a.share);
  }

  // Of a track what fills each of `count` equal parts of a window most: kinds, -1 for nothing.
  filled(track, from, to, count) {
    const result = new Int8Array(count).fill(-1);
    const width = (to - from) / count;
    const sums = new Float64Array(this.kinds.length);
    let i = track.firstBehind(from);
    for (let part = 0; part < count; ++part) {
      const begin = from + part * width, end = begin + width;
      sums.fill(0);
      while (i < track.length && track.to[i] <= begin) ++i;
      for (let k = i; k < track.length && track.from[k] < end; ++k)
        sums[track.kind(k)] += Math.min(end, track.to[k]) - Math.max(begin, track.from[k]);
      let best = -1;
      for (let kind = 0; kind < sums.length; ++kind)
        if (sums[kind] > (best < 0 ? 0 : sums[best])) best = kind;
      result[part] = best;
    }
    return result;
  }

  isIssue(track, i) {
    return this.kinds[track.kind(i)] === "selected";
  }

  // The issues of one instruction by a warp: positions in its track.
  issuesOf(running, {place, ptx}) {
    const track = this.tracks[running.place], found = [];
    for (let i = track.firstBehind(running.from); i < track.length && track.from[i] < running.to; ++i) {
      const site = this.sites[track.site(i)];
      if (site.place === place && site.ptx === ptx && this.isIssue(track, i)) found.push(i);
    }
    return found;
  }

  // The issue that a step of a traced warp became: {place, slice}; null: the model simulates no such
  // warp, or its compiler has left the instruction out.
  issueOfStep(warp, step) {
    const running = this.warps.find((one) => one.like === warp.blockIndex && one.number === warp.number);
    if (!running || !this.tracks[running.place]) return null;
    const what = siteOfStep(warp, step);
    const slice = this.issuesOf(running, what)[stepsLike(warp, what).indexOf(step)];
    return slice === undefined ? null : {place: running.place, slice};
  }

  // The step of a traced warp that a slice is of, or waits for: -1 if there is none.
  stepOfSlice(place, slice, running, warp) {
    const what = this.sites[this.tracks[place].site(slice)];
    const number = this.issuesOf(running, what).findIndex((one) => one >= slice);
    return stepsLike(warp, what)[number] ?? -1;
  }
}

function siteOfStep(warp, step) {
  const {file, line, op} = warp.siteOf(step);
  return {place: `${warp.launch.trace.files[file].name.replace(/^.*\//, "")}:${line}`, ptx: op};
}

// The steps of a warp that execute one instruction.
function stepsLike(warp, {place, ptx}) {
  const found = [];
  for (let i = 0; i < warp.length; ++i) {
    const one = siteOfStep(warp, i);
    if (one.place === place && one.ptx === ptx) found.push(i);
  }
  return found;
}

// The timelines of a document, by number of launch.
export function timelinesOf(packed) {
  return new Map((packed?.launches ?? []).map((one) => [one.launch, new Timeline(one, packed)]));
}

// A part of the launch that is looked at, within its bounds: never less than some cycles.
export function windowWithin(end, from, to, least = 8) {
  const length = Math.min(end, Math.max(least, to - from));
  const middle = (from + to) / 2;
  const begin = Math.max(0, Math.min(end - length, middle - length / 2));
  return {from: begin, to: begin + length};
}
