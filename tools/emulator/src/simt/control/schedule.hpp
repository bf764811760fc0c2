// Which of a warp's splits runs next, and how lanes wait for each other.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// ---- Choosing what runs (schedule.cpp) ----

// The running split stands at `at`. Put it among the others, let splits that stand together become
// one, and choose what runs next: sets active, frame, horizon, fuel. nullptr: none is ready.
const step* reconverge(warp& w, const step* at);
// The same after the running split has ended or begun to wait: it is not put back.
const step* choose(warp& w);
// The running split has jumped backwards often: rotate. nullptr: it is the only one, and the warp
// gives way to other warps.
const step* rotate(warp& w, const step* at);
// Put aside `mask` at `at`, in the frame of the running split.
void put_aside(warp& w, const step* at, lane_mask mask);
// Lower the horizon if another ready split in the frame stands before it.
void find_horizon(warp& w);
// Lanes `mask` of the running split exit. Returns the step to go on with for the others of the
// split (at `next`), or another split.
const step* exit_lanes(warp& w, lane_mask mask, const step* next);
// The running split waits in `s` for lanes `wanted`; when all have come, each goes on with the step
// behind its own. Returns what to run.
const step* wait_for_lanes(warp& w, const step* s, lane_mask wanted);

constexpr int fuel_first = 1 << 16;  // long loops should not look like spinning,
constexpr int fuel_later = 1 << 10;  // but a split that was rotated once probably spins

}  // namespace lockstep::simt
