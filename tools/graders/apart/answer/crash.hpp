// What the answer's process says before it ends by a signal: where it crashed.
#pragma once

#include "../messages.hpp"

namespace lockstep::apart {

// Without memory from the heap.
void send_crash(const crash_facts& facts);
frame_list frames_here();
void catch_crashes();

}  // namespace lockstep::apart
