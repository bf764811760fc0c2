// Where the threads of a block are that will not go on, in words.
#pragma once

#include <string>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// A warp that waits as a whole shows its split among warp::others, like the other warps.
void show_waiting(block& b);

// A line for each split, of the first few; neighbouring warps that stand alike share theirs. Every
// split is among warp::others afterwards.
std::string positions(block& b);

}  // namespace lockstep::simt
