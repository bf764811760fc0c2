// What is known of memory at a moment, from the accesses of the warps that are shown.
import {hasLane, lanesOf} from "./lanes.js";

// All accesses of a launch, in the order in which they happened: [{warp, step}].
export function accessList(launch) {
  const all = [];
  for (const warp of launch.warps)
    for (let i = 0; i < warp.length; ++i) if (warp.hasAccess(i)) all.push({warp, step: i});
  return all.sort((a, b) => a.warp.at[a.step] - b.warp.at[b.step]);
}

// A place: {space, allocation, block} and an address. Shared memory is the block's own.
export function placeOf(access, warp, address) {
  return {
    space: access.space,
    allocation: access.allocation,
    block: access.space === "shared" ? warp.block.join() : "",
    address,
  };
}

function isOfPlace(access, warp, place) {
  return access.space === place.space && access.allocation === place.allocation &&
         (place.block === "" || warp.block.join() === place.block);
}

// The lane's element at an address; -1: it has none there.
function elementAt(access, lane, address) {
  if (!hasLane(access.lanes, lane)) return -1;
  const element = (address - access.addresses[lane]) / access.elementBytes;
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
      if (!isOfPlace(access, warp, place)) continue;
      for (const lane of lanesOf(access.lanes)) {
        const element = elementAt(access, lane, place.address);
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
      if (!isOfPlace(access, warp, place)) continue;
      const site = warp.siteOf(step);
      for (const lane of lanesOf(access.lanes).reverse()) {
        for (let element = 0; element < access.elements; ++element) {
          const address = access.addresses[lane] + element * access.elementBytes;
          if (!open.delete(address)) continue;
          const value = leftBehind(site, valueOf(access.values, lane, element), valueOf(access.found, lane, element));
          if (value !== null) known.set(address, value);
        }
      }
    }
  }
  return known;
}
