// How many blocks of a kernel one SM holds, what stops it from holding more, and what a little more of
// something would cost: chapters/03_occupancy/occupancy.hpp, for a page.
import {mostThreadsOfBlock, warpSize} from "./devices.js";

function roundUp(value, unit) {
  return Math.ceil(value / unit) * unit;
}

export function warpsOfBlock(kernel) {
  return Math.ceil(kernel.threads / warpSize);
}

export function warpSlots(sm) {
  return sm.threads / warpSize;
}

// Registers are given to warps, in units. 2.0 takes twice the unit for some counts.
export function registersOfWarp(sm, perThread) {
  const pair = sm.capability === "2.0" && perThread > 20 && perThread < 47 && [5, 6].includes(perThread % 8);
  return roundUp(perThread * warpSize, pair ? 2 * sm.registerUnit : sm.registerUnit);
}

function blocksByRegisters(sm, kernel) {
  if (kernel.registers === 0) return Infinity;
  if (kernel.registers > sm.registersPerThread) return 0;
  const each = registersOfWarp(sm, kernel.registers);
  // The hardware asks first whether the block fits into all partitions filled alike.
  if (each * roundUp(warpsOfBlock(kernel), sm.partitions) > sm.registers) return 0;
  // A warp's registers lie in one partition: what is left over in each is lost.
  const warps = Math.floor(sm.registers / sm.partitions / each) * sm.partitions;
  return Math.floor(warps / warpsOfBlock(kernel));
}

export function sharedOfBlock(sm, kernel) {
  return roundUp(kernel.shared + sm.sharedReserved, sm.sharedUnit);
}

function blocksByShared(sm, kernel) {
  if (kernel.shared > sm.sharedOptIn) return 0;
  const each = sharedOfBlock(sm, kernel);
  return each === 0 ? Infinity : Math.floor(sm.shared / each);
}

// Blocks that fit by each resource; Infinity where none of it is needed. `kernel`: {threads (of a
// block, at least 1), registers (of a thread), shared (bytes of a block)}.
export function blocksBy(sm, kernel) {
  return {
    warps: kernel.threads > mostThreadsOfBlock ? 0 : Math.floor(warpSlots(sm) / warpsOfBlock(kernel)),
    registers: blocksByRegisters(sm, kernel),
    shared: blocksByShared(sm, kernel),
    blocks: sm.blocks,
  };
}

// {blocks, warps, share (0 to 1), by, limits (the resources that allow no more)}.
export function occupancyOf(sm, kernel) {
  const by = blocksBy(sm, kernel);
  const blocks = Math.min(...Object.values(by));
  const warps = blocks * warpsOfBlock(kernel);
  return {blocks, warps, share: warps / warpSlots(sm), by, limits: Object.keys(by).filter((name) => by[name] === blocks)};
}

// The range of one need, the others as they are, in which the occupancy stays what it is.
function same(sm, kernel, need, step, last) {
  const {blocks} = occupancyOf(sm, kernel);
  let value = kernel[need];
  while (value + step >= 0 && value + step <= last && occupancyOf(sm, {...kernel, [need]: value + step}).blocks === blocks) value += step;
  return value;
}

// What registers cost: {free (how many more cost nothing), then (the occupancy with one more than
// that; null: a thread can have no more), fewer (the next count below at which more blocks fit, and
// the occupancy there; null: none is gained)}.
export function registerPrice(sm, kernel) {
  const now = occupancyOf(sm, kernel);
  const last = same(sm, kernel, "registers", 1, sm.registersPerThread);
  const first = same(sm, kernel, "registers", -1, sm.registersPerThread);
  const at = (registers) => ({registers, ...occupancyOf(sm, {...kernel, registers})});
  return {
    free: last - kernel.registers,
    then: last >= sm.registersPerThread ? null : at(last + 1),
    fewer: first > 0 && at(first - 1).blocks > now.blocks ? at(first - 1) : null,
  };
}

// The needs that a staircase can be drawn of: how far each goes, and in which steps it is looked at.
export function rangeOf(sm, need) {
  return {
    threads: {first: warpSize, last: mostThreadsOfBlock, step: warpSize},
    registers: {first: 1, last: sm.registersPerThread, step: 1},
    shared: {first: 0, last: sm.sharedOptIn, step: sm.sharedUnit},
  }[need];
}

// The occupancy by one need, the others as they are: [{from, to, share, limits}], each from its first
// value to its last.
export function staircase(sm, kernel, need) {
  const {first, last, step} = rangeOf(sm, need);
  const stairs = [];
  for (let value = first; value <= last; value += step) {
    const {share, limits} = occupancyOf(sm, {...kernel, [need]: value});
    const before = stairs[stairs.length - 1];
    if (before && before.share === share && before.limits.join() === limits.join()) before.to = value;
    else stairs.push({from: value, to: value, share, limits});
  }
  return stairs;
}
