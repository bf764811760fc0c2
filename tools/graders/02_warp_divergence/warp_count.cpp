// Grader of 02_warp_divergence/warp_count: warps and idle lanes of blocks of any shape.
#include "02_warp_divergence/warp_count.hpp"

#include <lockstep/grader.hpp>

#include <string>
#include <vector>

#include "warp_count_kernels.hpp"

using namespace lockstep::grader;

namespace {

lockstep::counters measure_block(const block_shape& shape) {
  output_buffer<unsigned> out("out", shape.x * shape.y * shape.z);
  return measure([&] { launch(all_the_same, 1, dim3(shape.x, shape.y, shape.z), out.data()); });
}

double warps(const block_shape& shape) { return double(measure_block(shape).warps); }

// All threads execute every instruction. So those active in an instruction, over all warps, are the
// lanes that have a thread.
double idle_lanes(const block_shape& shape) {
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
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      const block_shape& shape = shapes[i];
      const std::string name = std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                               std::to_string(shape.z);
      questions.push_back(
          {name + ": warps", predictions[i].warps, [&shape] { return warps(shape); }});
      questions.push_back({name + ": idle lanes", predictions[i].idle_lanes,
                           [&shape] { return idle_lanes(shape); }});
    }
    for_every_prediction(questions, advice);
  }
}
