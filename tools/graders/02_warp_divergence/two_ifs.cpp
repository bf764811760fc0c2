// Grader of 02_warp_divergence/two_ifs: where 71.43 % comes from, branch by branch.
#include "02_warp_divergence/two_ifs.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include "02_warp_divergence/two_ifs_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

lockstep::counters measure_warp(void (*kernel)(float*)) {
  output_buffer<float> out("out", 32);
  return measure([&] { launch(kernel, 1, 32, out.data()); }, nothing_to_compare);
}

std::vector<question> questions_about(const std::string& name, void (*kernel)(float*),
                                      const branch_prediction& predicted) {
  return {
      {name + ": " + phrase("", "branches"), predicted.branches,
       [=] { return double(measure_warp(kernel).branch_targets); }},
      {name + ": " + phrase("", "divergent branches"), predicted.divergent,
       [=] { return double(measure_warp(kernel).divergent_branch_targets); }},
      {name + ": " + phrase("", "branch efficiency"),
       predicted.efficiency,
       [=] { return lockstep::branch_efficiency(measure_warp(kernel)).value_or(0); },
       {0.01, 0}},
  };
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("branches of a warp") {
    const char* advice =
        "An `if` takes three branches for both paths together: the test, the jump into its body,\n"
        "and the jump to its end.\n"
        "Read `Where 80 % comes from` in chapters/02_warp_divergence/README.md.";
    std::vector<question> all;
    for (const auto& some :
         {questions_about("if_and_else", if_and_else, if_and_else_predicted),
          questions_about("two_ifs", two_ifs, two_ifs_predicted),
          questions_about("three_ifs", three_ifs, three_ifs_predicted),
          questions_about("unsigned_index", unsigned_index, unsigned_index_predicted)}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    for_every_prediction(all, advice);
  }
}
