// Launches side by side: what each costs in instructions, and how many lanes each of them has.
import {laneCount, warpSize} from "./lanes.js";

// The steps of a launch's warps: {longest (of one warp), steps, lanes (the share that is active)}.
export function costOf(launch) {
  let longest = 0, steps = 0, lanes = 0;
  for (const warp of launch.warps) {
    longest = Math.max(longest, warp.length);
    steps += warp.length;
    for (let i = 0; i < warp.length; ++i) lanes += laneCount(warp.active[i]);
  }
  return {longest, steps, lanes: steps === 0 ? 0 : lanes / (steps * warpSize)};
}

const most = 24;

// The launches that can be compared: those of which steps are shown, if there are several.
export function compared(trace) {
  return trace.shown.length > 1 ? trace.shown.slice(0, most) : [];
}
