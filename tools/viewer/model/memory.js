// What is known of memory at a moment, from the accesses of the warps that are shown.
import {offsetOf, ownerOf} from "./cluster.js";
import {hasLane, lanesOf} from "./lanes.js";

// All accesses of a launch, in the order in which they happened: [{warp, step}].
export function accessList(launch) {
  const all = [];
  for (const warp of launch.warps)
    for (let i = 0; i < warp.length; ++i) if (warp.hasAccess(i)) all.push({warp, step: i});
  return all.sort((a, b) => a.warp.at[a.step] - b.warp.at[b.step]);
}

// A place: {space, allocation, block} and an address. Shared memory is a block's own, though other blocks
// of its cluster may reach it.
export function placeOf(access, warp, address) {
  const isShared = access.space === "shared";
  return {
    space: access.space,
    allocation: access.allocation,
    block: isShared ? ownerOf(warp, address) : "",
    address: isShared ? offsetOf(address) : address,
  };
}

function isOfPlace(access, place) {
  return access.space === place.space && access.allocation === place.allocation;
}

// Where a lane's access begins, in the memory of the place's block; NaN: elsewhere.
function beginIn(access, warp, lane, place) {
  const address = access.addresses[lane];
  if (access.space !== "shared") return address;
  return ownerOf(warp, address) === place.block ? offsetOf(address) : NaN;
}

// The lane's element at a place; -1: it has none there.
function elementAt(access, warp, lane, place) {
  if (!hasLane(access.lanes, lane)) return -1;
  const element = (place.address - beginIn(access, warp, lane, place)) / access.elementBytes;
  return element >= 0 && element < access.elements && Number.isInteger(element) ? element : -1;
}

function valueOf(values, lane, element) {
  const one = values?.[lane];
  return Array.isArray(one) ? one[element] : one ?? null;
}

// Who touched an element: [{warp, step, lane, kind, access, value, found}], the earliest first.
export function historyOf(accesses, place, most = 400) {
  const events = [];
  for (const {warp, step} of accesses) {
    for (const access of warp.accesses(step)) {
      if (!isOfPlace(access, place)) continue;
      for (const lane of lanesOf(access.lanes)) {
        const element = elementAt(access, warp, lane, place);
        if (element < 0) continue;
        events.push({
          warp,
          step,
          lane,
          kind: warp.siteOf(step).kind,
          access,
          value: valueOf(access.values, lane, element),
          found: valueOf(access.found, lane, element),
        });
        if (events.length === most) return events;
      }
    }
  }
  return events;
}

const mostLookedAt = 3000;

// What an access leaves in memory; null if the trace does not show it.
function leftBehind(site, value, found) {
  if (site.kind !== "atomic" || value === null) return value;
  if (site.op.includes(".exch")) return value;
  const known = typeof value === "number" && typeof found === "number";
  if (known && site.op.includes(".add")) return found + value;
  if (known && site.op.includes(".max")) return Math.max(found, value);
  if (known && site.op.includes(".min")) return Math.min(found, value);
  return null;
}

// The values at addresses, as far as accesses up to a moment show them: a map. `place`: as of
// placeOf, whose address does not matter.
export function contentsAt(accesses, at, place, wanted) {
  const known = new Map();
  const open = new Set(wanted);
  let end = accesses.length;
  for (let low = 0, high = end; low < high;) {
    const middle = (low + high) >> 1;
    if (accesses[middle].warp.at[accesses[middle].step] <= at) low = middle + 1;
    else high = middle;
    end = low;
  }
  for (let i = end - 1; i >= Math.max(0, end - mostLookedAt) && open.size > 0; --i) {
    const {warp, step} = accesses[i];
    for (const access of warp.accesses(step)) {
      if (!isOfPlace(access, place)) continue;
      const site = warp.siteOf(step);
      for (const lane of lanesOf(access.lanes).reverse()) {
        const begin = beginIn(access, warp, lane, place);
        for (let element = 0; element < access.elements; ++element) {
          const address = begin + element * access.elementBytes;
          if (!open.delete(address)) continue;
          const value = leftBehind(site, valueOf(access.values, lane, element), valueOf(access.found, lane, element));
          if (value !== null) known.set(address, value);
        }
      }
    }
  }
  return known;
}
