// Inputs of trials. They follow from the seed of the run (LOCKSTEP_SEED, or a fresh one), so that
// no answer can know them and every failure can be repeated. No two calls of a run give the same
// numbers, except in a trial that is made again: what an answer remembers of one is of no use in
// the next.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace lockstep::grader {

// Integers from 1 to 999. None is zero, so that an element that is left out or counted twice shows
// in a sum; the sum of up to two million of them fits an int.
[[nodiscard]] std::vector<int> integers(std::size_t count);

// Integers of both signs, up to a million from 0, and a few up to a hundred millions: neither a
// smaller type nor a float holds them. The sum of many thousands of them fits an int.
[[nodiscard]] std::vector<int> large_integers(std::size_t count);
// Trials with some of them, for exercises on sums: an answer may not count on small elements.
void for_large_integers(const std::function<void(const std::vector<int>&)>& trial);
// The same for floats, up to 10^30 from 0: the trial draws `size` of them by itself.
void for_large_reals(const std::function<void(unsigned size, float largest)>& trial);

[[nodiscard]] std::vector<int> integers_between(std::size_t count, int low,
                                                int high);  // both included
[[nodiscard]] std::vector<unsigned> unsigneds(std::size_t count, unsigned low, unsigned high);
[[nodiscard]] std::vector<float> reals(std::size_t count, float low, float high);

// The numbers from 0 to count - 1 in a random order.
[[nodiscard]] std::vector<unsigned> permutation(unsigned count);

// Zeros, and `value` at position `at`: shows which elements a result takes in.
[[nodiscard]] std::vector<int> one_hot(std::size_t count, std::size_t at, int value = 1);

// Sizes at which kernels go wrong: none, one, around a warp, around the largest block, ragged and
// large.
[[nodiscard]] std::vector<unsigned> awkward_sizes();

// `count` sizes from 1 to `largest`, in ascending order.
[[nodiscard]] std::vector<unsigned> random_sizes(std::size_t count, unsigned largest);

}  // namespace lockstep::grader
