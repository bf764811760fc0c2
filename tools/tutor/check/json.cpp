#include <nlohmann/json.hpp>

#include "check/result.hpp"
#include "lockstep/protocol/finding_record.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const order_of_run& order) {
  return {{"schedule", order.schedule}, {"seed", order.seed}};
}

ordered_json to_json(const checked_run& run) {
  auto object = to_json(run.order);
  object["program_exit"] = exit_status(run.what);
  object["difference"] = ordered_json();
  if (run.differs) {
    const difference& d = *run.differs;
    object["difference"] = {{"line", d.line == 0 ? ordered_json() : ordered_json(d.line)},
                            {"expected", d.expected},
                            {"got", d.got}};
  }
  return object;
}

}  // namespace

std::string to_json(const check_result& result) {
  const auto& first = result.first();
  ordered_json root{{"backend", first.seen.backend},
                    {"program_exit", exit_status(first)},
                    {"findings", ordered_json::array()},
                    {"suppressed", result.suppressed},
                    {"tools", result.tools},
                    {"kernels", ordered_json::array()}};
  for (const auto& one : result.findings) {
    auto object = ordered_json::parse(protocol::members_of(one.what));
    if (result.in_orders || result.second_order) {
      object["seen_in"] = ordered_json::array();
      for (const std::size_t run : one.runs)
        object["seen_in"].push_back(to_json(result.runs[run].order));
    }
    for (const auto& other : one.also)
      object["also"].push_back(
          {{"kernel", other.kernel}, {"file", other.where.file}, {"line", other.where.line}});
    root["findings"].push_back(std::move(object));
  }
  for (const auto& [name, launches] : first.seen.kernels)
    root["kernels"].push_back({{"kernel", name}, {"launches", launches}});
  if (result.in_orders || result.second_order) {
    root["runs"] = ordered_json::array();
    for (const auto& run : result.runs) root["runs"].push_back(to_json(run));
    root["output_compared"] = result.in_orders && !result.unstable_output;
    root["words_not_compared"] = result.unstable_words;
  }
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::tutor
