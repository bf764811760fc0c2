// Grader of 02_warp_divergence/warp_count: warps and idle lanes of blocks of any shape.
#include "02_warp_divergence/warp_count.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <string>
#include <vector>

#include "warp_count_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// Those of one cause first, then shapes that no answer can know.
std::vector<block_shape> shapes() {
  std::vector<block_shape> all = {{64, 1, 1}, {80, 1, 1},  {1, 1, 1},
                                  {40, 2, 1}, {31, 31, 1}, {5, 5, 5}};
  constexpr std::size_t fresh = 12;
  const auto drawn = unsigneds(3 * fresh, 0, 1u << 20);
  for (std::size_t i = 0; i < drawn.size(); i += 3)
    all.push_back({drawn[i] % 40 + 1, drawn[i + 1] % 8 + 1, drawn[i + 2] % 3 + 1});
  return all;
}

lockstep::counters measure_block(const block_shape& shape) {
  output_buffer<unsigned> out("out", shape.x * shape.y * shape.z);
  return measure([&] { launch(all_the_same, 1, dim3(shape.x, shape.y, shape.z), out.data()); },
                 nothing_to_compare);
}

double launched_warps(const block_shape& shape) { return double(measure_block(shape).warps); }

// All threads execute every instruction. So those active in an instruction, over all warps, are the
// lanes that have a thread.
double lanes_without_thread(const block_shape& shape) {
  const auto counted = measure_block(shape);
  const double instructions = double(counted.warp_instructions) / double(counted.warps);
  return 32.0 * double(counted.warps) - double(counted.thread_instructions) / instructions;
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("warps and idle lanes of a block") {
    const char* advice =
        "Number the threads, x fastest, then y, then z. Every 32 of them are a warp.\n"
        "Read `A warp is 32 threads` in chapters/02_warp_divergence/README.md.";
    std::vector<question> questions;
    for (const block_shape& shape : shapes()) {
      const std::string name = std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                               std::to_string(shape.z);
      questions.push_back(
          {name + ": " + phrase("", "warps"), warps(shape), [=] { return launched_warps(shape); }});
      questions.push_back({name + ": " + phrase("", "idle lanes"), idle_lanes(shape),
                           [=] { return lanes_without_thread(shape); }});
    }
    for_every_prediction(questions, advice);
  }
}
