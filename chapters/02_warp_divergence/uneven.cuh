// Experiments 3 and 4: loops that lanes leave at different times; and leaving together, by a vote.
#pragma once

#include <lockstep/lockstep.hpp>

#include <algorithm>
#include <iostream>
#include <numeric>

#include "07_trip_counts.cuh"
#include "08_vote.cuh"
#include "experiment.cuh"

namespace lockstep::divergence {

// How many rounds each thread has: the same total, arranged in several ways.
struct arrangement {
  const char* name;
  std::vector<unsigned> trips;
};

// `size` a multiple of 32; on average `mean` rounds per thread.
inline std::vector<arrangement> arrangements(unsigned size, unsigned mean) {
  const std::vector<unsigned> equal(size, mean);
  std::vector<unsigned> stairs(size), one(size), random;
  // Each thread draws from 0 to 2 * mean, its neighbour gets the rest: the total stays.
  for (const unsigned drawn : random_integers<unsigned>(size / 2, 1, 0, 2 * mean)) {
    random.push_back(drawn);
    random.push_back(2 * mean - drawn);
  }
  for (unsigned i = 0; i < size; ++i) {
    const unsigned lane = i % 32;
    stairs[i] = lane < 16 ? mean * lane / 16 : 2 * mean - mean * (31 - lane) / 16;
    one[i] = lane == 0 ? 32 * mean : 0;
  }
  std::vector<unsigned> sorted = random;
  std::sort(sorted.begin(), sorted.end());
  return {{"all the same", equal},
          {"random", random},
          {"the same, sorted", sorted},
          {"stairs in each warp", stairs},
          {"one lane has it all", one}};
}

// Rounds that warps run, as a multiple of what they would run if lanes shared the work evenly.
inline double predicted_cost(const std::vector<unsigned>& trips) {
  double rounds = 0;
  for (std::size_t i = 0; i < trips.size(); i += 32)
    rounds += *std::max_element(trips.begin() + i, trips.begin() + i + 32);
  return 32 * rounds / std::accumulate(trips.begin(), trips.end(), 0.0);
}

// Whether each thread has done its rounds, of path 0.
inline bool is_right(const std::vector<unsigned>& trips, const std::vector<unsigned>& results) {
  std::vector<jump> jumps{jump{}};  // by number of rounds
  const unsigned most = *std::max_element(trips.begin(), trips.end());
  for (unsigned r = 0; r < most; ++r) jumps.push_back(jumps.back().then(jump_of(0, 1)));
  for (unsigned i = 0; i < trips.size(); ++i)
    if (results[i] != jumps[trips[i]](i)) return false;
  return true;
}

inline table trips_table(const sizes& s, verdicts& verdict) {
  table t({{"rounds per thread", "", align::left},
           {"result", "", align::left},
           {"predicted", "of even"},
           {"instr./warp", "PTX"},
           {"active lanes", "of 32"},
           {"time", "us"},
           {"cost", "of even"}});
  const unsigned size = (s.threads + 31) / 32 * 32;
  device_buffer<unsigned> trips(size), out(size);
  double even = 0;
  for (const arrangement& one : arrangements(size, s.rounds)) {
    trips.upload(one.trips);
    out.poison();
    const measurement m = measure(s.repeats, [&] {
      loop_by_data<<<blocks_for(size), threads_per_block>>>(trips.data(), out.data(), size);
    });
    const bool right = is_right(one.trips, out.download());
    const counters c = m.counted.value_or(counters{});
    const double cost = m.microseconds.value_or(double(c.warp_instructions));
    if (even == 0) even = cost;
    t.add({one.name, verdict(right), fixed(predicted_cost(one.trips), 2),
           fixed(instructions_per_warp(c), 1), fixed(active_lanes_per_instruction(c), 2),
           fixed(m.microseconds, 2), fixed(cost / even, 2)});
  }
  return t;
}

inline model_report trips_model(const sizes& s) {
  model_report report("h200_02_trips.csv");
  const unsigned size = (s.timed_threads + 31) / 32 * 32;
  device_buffer<unsigned> trips(size), out(size);
  for (const arrangement& one : arrangements(size, s.rounds)) {
    trips.upload(one.trips);
    report.add(
        one.name,
        [&] {
          loop_by_data<<<blocks_for(size), threads_per_block>>>(trips.data(), out.data(), size);
        },
        s.are_recorded() ? report.recorded({{"rounds_per_thread", one.name}}, "time_us")
                         : std::nullopt,
        "all the same");
  }
  return report;
}

inline void show_trips(const sizes& s, verdicts& verdict) {
  std::cout << "4. One loop; how many rounds a thread has is data. The same total in five"
               " arrangements.\n"
               "   Predict: which arrangement of random numbers costs no more than even ones?\n\n";
  trips_table(s, verdict).print(std::cout);
  show_model(grouped(s.timed_threads) + " threads", [&] { return trips_model(s); });
  std::cout
      << "\n   Why: a warp loops as often as the slowest of its lanes. The prediction is the sum"
         "\n   of those maxima. Sorted data put slow lanes together: the work is the same, the"
         "\n   waiting is gone.\n\n";
}

using search_kernel = void (*)(const unsigned* data, unsigned size, unsigned chunk, unsigned key,
                               unsigned* first);

struct search_variant {
  const char* name;
  search_kernel kernel;
};
inline const search_variant searches[] = {{"each lane alone", search_alone},
                                          {"together, by vote", search_together}};

// A key that is once in each chunk, at `depth` of it (0 to 1): 0 is nobody else's value.
inline std::vector<unsigned> haystack(unsigned size, unsigned chunk, double depth) {
  std::vector<unsigned> data = random_integers<unsigned>(size, 1, 1, 1000);
  for (unsigned start = 0; start < size; start += chunk) {
    const auto at = start + static_cast<unsigned>(depth * (chunk - 1));
    if (at < size) data[at] = 0;
  }
  return data;
}

inline std::vector<unsigned> first_matches(const std::vector<unsigned>& data, unsigned chunk,
                                           unsigned key) {
  std::vector<unsigned> first;
  for (std::size_t start = 0; start < data.size(); start += chunk) {
    const std::size_t end = std::min(data.size(), start + chunk);
    const auto found = std::find(data.begin() + start, data.begin() + end, key);
    first.push_back(
        static_cast<unsigned>(found == data.begin() + end ? data.size() : found - data.begin()));
  }
  return first;
}

// Where each warp found `key` first.
inline std::vector<unsigned> search(search_kernel kernel, const std::vector<unsigned>& data,
                                    unsigned chunk, unsigned key, int repeats, measurement& m) {
  const auto size = static_cast<unsigned>(data.size());
  const unsigned warps = blocks_for(size, chunk);
  const std::vector<unsigned> none(warps, size);
  device_buffer<unsigned> elements(data), first(warps);
  m = measure(
      repeats, [&] { first.upload(none); },
      [&] {
        kernel<<<blocks_for(32 * warps), threads_per_block>>>(elements.data(), size, chunk, key,
                                                              first.data());
      });
  return first.download();
}

constexpr unsigned search_chunk = 4096;  // elements of a warp

inline table search_table(unsigned size, int repeats, verdicts& verdict) {
  table t({{"match at", "% of chunk"},
           {"search", "", align::left},
           {"result", "", align::left},
           {"loads/warp", "requests"},
           {"instr./warp", "PTX"},
           {"time", "us"}});
  for (const double depth : {0.0, 0.25, 0.5, 1.0}) {
    const std::vector<unsigned> data = haystack(size, search_chunk, depth);
    const std::vector<unsigned> expected = first_matches(data, search_chunk, 0);
    for (const search_variant& v : searches) {
      measurement m;
      const bool right = search(v.kernel, data, search_chunk, 0, repeats, m) == expected;
      const counters c = m.counted.value_or(counters{});
      t.add({fixed(100 * depth, 0), v.name, verdict(right),
             m.counted ? fixed(double(c.global_load_requests) / expected.size(), 1) : "-",
             fixed(instructions_per_warp(c), 1), m.time()});
    }
  }
  return t;
}

// In 2^26 elements, as on a GPU. What is not the key may be anything, so that the haystack is
// filled where it lies.
inline model_report search_model() {
  constexpr unsigned size = 1u << 26, warps = size / search_chunk;
  model_report report("h200_02_search.csv");
  device_buffer<unsigned> elements(size), first(warps);
  for (const double depth : {0.0, 0.25, 0.5, 1.0}) {
    CUDA_CHECK(cudaMemset(elements.data(), 1, elements.bytes()));
    const auto at = static_cast<std::size_t>(depth * (search_chunk - 1));
    CUDA_CHECK(cudaMemset2D(elements.data() + at, search_chunk * sizeof(unsigned), 0,
                            sizeof(unsigned), warps));
    CUDA_CHECK(cudaMemset(first.data(), 0xff, first.bytes()));
    const std::string percent = fixed(100 * depth, 0);
    for (const search_variant& v : searches)
      report.add(
          v.name + (" (at " + percent + " %)"),
          [&] {
            v.kernel<<<blocks_for(32 * warps), threads_per_block>>>(elements.data(), size,
                                                                    search_chunk, 0, first.data());
          },
          report.recorded({{"match_at_of_chunk", percent}, {"search", v.name}}, "time_us"),
          &v == searches ? model_report::nothing : "");
  }
  return report;
}

inline void show_search(unsigned size, int repeats, verdicts& verdict) {
  std::cout
      << "5. Each warp searches " << search_chunk
      << " elements for a key that is there once.\n"
         "   Predict: how many of its 128 steps does a warp need if the key lies at a quarter,"
         "\n   in either kernel?\n\n";
  search_table(size, repeats, verdict).print(std::cout);
  show_model("67,108,864 elements", search_model);
  std::cout
      << "\n   Why: a lane that leaves its loop does not end the warp's. __ballot_sync tells all"
         "\n   lanes what each has seen, and they can leave together. It costs some instructions"
         "\n   in each step: where the key comes last, voting is the slower way.\n";
}

}  // namespace lockstep::divergence
