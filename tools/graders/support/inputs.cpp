#include <lockstep/grader/inputs.hpp>
#include <lockstep/grader/trials.hpp>

#include <lockstep/data.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "session.hpp"

namespace lockstep::grader {

namespace {

std::uint64_t next_seed() {
  session& state = current_session();
  return state.drawn.next(state.seed);
}

}  // namespace

std::vector<int> integers(std::size_t count) {
  return random_integers<int>(count, next_seed(), 1, 999);
}

std::vector<int> large_integers(std::size_t count) {
  std::vector<int> values = integers_between(count, -1'000'000, 1'000'000);
  constexpr std::size_t larger_ones = 8;  // 800,000,000 together, at most
  const std::vector<int> larger = integers_between(larger_ones, -100'000'000, 100'000'000);
  const std::vector<unsigned> places = unsigneds(larger_ones, 0, 0xFFFFFFFF);
  for (std::size_t i = 0; count > 0 && i < larger_ones; ++i) values[places[i] % count] = larger[i];
  return values;
}

void for_large_integers(const std::function<void(const std::vector<int>&)>& trial) {
  const char* advice =
      "The elements are from -100,000,000 to 100,000,000 here. Is every type that they\n"
      "pass through wide enough?";
  for_every("N", {255, 4999}, advice, [&](unsigned n) { trial(large_integers(n)); });
}

void for_large_reals(const std::function<void(unsigned, float)>& trial) {
  const char* advice =
      "The elements are from -10^30 to 10^30 here. Is every type that they\n"
      "pass through wide enough?";
  constexpr float largest = 1e30F;
  for_every("size", {255, 4999}, advice, [&](unsigned size) { trial(size, largest); });
}

std::vector<int> integers_between(std::size_t count, int low, int high) {
  return random_integers<int>(count, next_seed(), low, high);
}

std::vector<unsigned> unsigneds(std::size_t count, unsigned low, unsigned high) {
  return random_integers<unsigned>(count, next_seed(), low, high);
}

std::vector<float> reals(std::size_t count, float low, float high) {
  return random_reals<float>(count, next_seed(), low, high);
}

std::vector<unsigned> permutation(unsigned count) {
  std::vector<unsigned> order(count);
  std::iota(order.begin(), order.end(), 0u);
  const std::uint64_t seed = next_seed();
  for (unsigned i = count; i > 1; --i) std::swap(order[i - 1], order[mix(seed + i) % i]);
  return order;
}

std::vector<int> one_hot(std::size_t count, std::size_t at, int value) {
  std::vector<int> values(count, 0);
  values.at(at) = value;
  return values;
}

std::vector<unsigned> awkward_sizes() {
  return {0, 1, 31, 32, 33, 1023, 1024, 1025, 100'003, 1u << 18};
}

std::vector<unsigned> random_sizes(std::size_t count, unsigned largest) {
  std::vector<unsigned> sizes = random_integers<unsigned>(count, next_seed(), 1, largest);
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

}  // namespace lockstep::grader
