// Inputs of trials. They follow from the seed of the run (LOCKSTEP_SEED, or a fresh one), so that
// no answer can know them and every failure can be repeated.
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep::grader {

// Integers from 1 to 999. None is zero, so that an element that is left out or counted twice shows
// in a sum; the sum of up to two million of them fits an int.
std::vector<int> integers(std::size_t count);

// Sizes at which kernels go wrong: none, one, around a warp, around the largest block, ragged and
// large.
std::vector<unsigned> awkward_sizes();

// `count` sizes from 1 to `largest`, in ascending order.
std::vector<unsigned> random_sizes(std::size_t count, unsigned largest);

}  // namespace lockstep::grader
