// The calculation in sentences.
import {registerPrice, registersOfWarp, sharedOfBlock, warpsOfBlock, warpSlots} from "./model.js";

export const resourceNames = {warps: "warp slots", registers: "registers", shared: "shared memory", blocks: "block slots"};

function number(value) {
  return value.toLocaleString("en-GB");
}

export function percent(share) {
  return `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;
}

function blocksText(count) {
  return count === Infinity ? "any number of blocks" : `${number(count)} ${count === 1 ? "block" : "blocks"}`;
}

export function summary(sm, kernel, result) {
  if (result.blocks === 0)
    return `Not even one block fits on an SM of the ${sm.name}: ${result.limits.map((one) => resourceNames[one]).join(" and ")} ${
        result.limits.length > 1 ? "do" : result.limits[0] === "shared" ? "does" : "do"} not suffice, so the launch fails.`;
  const warps = warpSlots(sm);
  return `${percent(result.share)}: ${blocksText(result.blocks)} of ${warpsOfBlock(kernel)} ${warpsOfBlock(kernel) === 1 ? "warp" : "warps"}, ${
      result.warps} of ${warps} warps. ${limitText(result)}`;
}

function limitText({limits, share}) {
  const names = limits.map((one) => resourceNames[one]).join(" and ");
  return share === 1 ? "The SM is full." : `No more fit because of ${names}.`;
}

export function priceText(sm, kernel) {
  const {free, then, fewer} = registerPrice(sm, kernel);
  const more = free > 0 ? `${free} more ${free === 1 ? "register costs" : "registers cost"} nothing` : "";
  const next = then === null ? `more than ${sm.registersPerThread} a thread cannot have`
               : then.blocks === 0 ? `with ${then.registers} no block fits`
                                   : `register ${then.registers} costs occupancy: ${percent(then.share)}, ${blocksText(then.blocks)}`;
  const less = fewer === null ? "No smaller number of registers gains anything." : `With ${fewer.registers} it would be ${percent(fewer.share)}.`;
  const all = more ? `${more}; ${next}` : next;
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}. ${less}`;
}

// The four divisions: [resource, how, blocks].
export function divisions(sm, kernel, {by}) {
  const warps = warpsOfBlock(kernel), each = registersOfWarp(sm, kernel.registers), part = sm.registers / sm.partitions;
  const shared = sharedOfBlock(sm, kernel);
  return [
    ["warps", `${warpSlots(sm)} / ${warps}`, by.warps],
    ["registers", each === 0 ? "none needed"
                             : `a warp takes ${kernel.registers} x 32, rounded up: ${number(each)}; ${sm.partitions} x (${number(part)} / ${number(each)}) = ${
                                   Math.floor(part / each) * sm.partitions} warps`, by.registers],
    ["shared", shared === 0 ? "none needed" : `${number(kernel.shared)}${sm.sharedReserved > 0 ? ` + ${number(sm.sharedReserved)}` : ""} bytes, rounded up: ${
                                  number(shared)}; ${number(sm.shared)} / ${number(shared)}`, by.shared],
    ["blocks", "the most that an SM takes", by.blocks],
  ].map(([name, how, blocks]) => ({name, how, blocks: blocksText(blocks)}));
}
