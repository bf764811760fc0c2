#include <cmath>
#include <nlohmann/json.hpp>

#include "export/export.hpp"

namespace lockstep::tutor {

using nlohmann::ordered_json;

// A test for each exercise: its parts are worth too different amounts to be tests of their own, and
// the headline says which of them failed.
std::string to_gradescope(const std::vector<graded_exercise>& all) {
  double score = 0, seconds = 0;
  ordered_json tests = ordered_json::array();
  for (const auto& one : all) {
    const exercise* of = one.of;
    const verdict& result = one.result;
    const double earned = std::round(100 * score_of(one)) / 100;
    score += earned;
    seconds += result.build_seconds + result.run_seconds;
    tests.push_back({{"name", of->name},
                     {"name_format", "text"},
                     {"score", earned},
                     {"max_score", of->worth.total()},
                     {"status", result.passed() ? "passed" : "failed"},
                     {"output", result.headline + "\n" + explanation(result)},
                     {"output_format", "text"},
                     {"visibility", "visible"}});
  }
  const ordered_json root{{"score", std::round(100 * score) / 100},
                          {"execution_time", std::lround(std::ceil(seconds))},
                          {"visibility", "visible"},
                          {"stdout_visibility", "hidden"},
                          {"tests", std::move(tests)}};
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::tutor
