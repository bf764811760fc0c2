// What one access of a warp asks of the memory: sectors in global memory, banks in shared memory.
import {hasLane, lanesOf, warpSize} from "./lanes.js";

export const sectorBytes = 32;
export const lineBytes = 128;
export const bankCount = 32;
export const wordBytes = 4;

// {sectors, needed, usedBytes, contiguous, lines}: `needed` is the least number of sectors that hold
// so many bytes; contiguous addresses have no gap between them. Each line is 128 bytes that are touched, with its address
// and its cells, one for each element: {address, lanes}.
export function globalRequest(access) {
  const size = access.elementBytes;
  const cells = new Map(); // by address
  const sectors = new Set();
  for (const lane of lanesOf(access.lanes)) {
    for (let e = 0; e < access.elements; ++e) {
      const address = access.addresses[lane] + e * size;
      if (!cells.has(address)) cells.set(address, []);
      cells.get(address).push(lane);
    }
    const first = Math.floor(access.addresses[lane] / sectorBytes);
    const last = Math.floor((access.addresses[lane] + access.bytes - 1) / sectorBytes);
    for (let sector = first; sector <= last; ++sector) sectors.add(sector);
  }
  const lines = new Map();
  for (const sector of sectors) {
    const address = Math.floor((sector * sectorBytes) / lineBytes) * lineBytes;
    if (!lines.has(address)) lines.set(address, {address, sectors: new Set(), cells: []});
    lines.get(address).sectors.add(sector);
  }
  for (const [address, lanes] of cells) {
    const line = lines.get(Math.floor(address / lineBytes) * lineBytes);
    line?.cells.push({address, lanes});
  }
  const usedBytes = cells.size * size;
  const addresses = [...cells.keys()].sort((a, b) => a - b);
  return {
    sectors: sectors.size,
    needed: Math.ceil(usedBytes / sectorBytes),
    usedBytes,
    contiguous: addresses.every((address, i) => i === 0 || address <= addresses[i - 1] + size),
    lines: [...lines.values()].sort((a, b) => a.address - b.address),
  };
}

// The passes in which shared memory serves an access: lists by bank of {word, lanes} or null. Up
// to 32 words are served together; lanes with more bytes come in groups.
export function sharedPasses(access) {
  const wordsPerLane = Math.max(1, Math.floor(access.bytes / wordBytes));
  const lanesPerGroup = Math.max(1, Math.floor(bankCount / wordsPerLane));
  const passes = [];
  for (let first = 0; first < warpSize; first += lanesPerGroup) {
    const words = new Map();
    for (let lane = first; lane < first + lanesPerGroup; ++lane) {
      if (!hasLane(access.lanes, lane)) continue;
      const word = Math.floor(access.addresses[lane] / wordBytes);
      for (let i = 0; i < wordsPerLane; ++i) {
        if (!words.has(word + i)) words.set(word + i, []);
        words.get(word + i).push(lane);
      }
    }
    const ofGroup = [];
    const used = new Array(bankCount).fill(0);
    for (const [word, lanes] of [...words].sort((a, b) => a[0] - b[0])) {
      const bank = word % bankCount;
      const pass = used[bank]++;
      ofGroup[pass] ??= new Array(bankCount).fill(null);
      ofGroup[pass][bank] = {word, lanes};
    }
    passes.push(...ofGroup);
  }
  return passes;
}

// Passes of an access without bank conflicts: one for each group of lanes that has 32 words at most.
export function passGroups(lanes, bytes) {
  const wordsPerLane = Math.max(1, Math.floor(bytes / wordBytes));
  const lanesPerGroup = Math.max(1, Math.floor(bankCount / wordsPerLane));
  let groups = 0;
  for (let first = 0; first < warpSize; first += lanesPerGroup) {
    let any = false;
    for (let lane = first; lane < first + lanesPerGroup; ++lane) any = any || hasLane(lanes, lane);
    if (any) ++groups;
  }
  return groups;
}

// Passes beyond these.
export function conflictsOf(access) {
  return sharedPasses(access).length - passGroups(access.lanes, access.bytes);
}

// Whether a request fetches more than it has to, because there are gaps between what its lanes want.
// Data that begin within a sector may need one more, which is no matter of the access.
export function isScattered(access) {
  if (access.space !== "global") return false;
  const {sectors, needed, contiguous} = globalRequest(access);
  return !contiguous && sectors > needed;
}
