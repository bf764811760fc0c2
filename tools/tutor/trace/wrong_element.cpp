#include "trace/wrong_element.hpp"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using protocol::trace_access;
using protocol::trace_step;

// Where an element of this number is, if it is one: the element of a lane's access, or nothing.
std::optional<std::uint32_t> element_at(const trace_access& access, unsigned lane,
                                        std::uint64_t index, std::uint64_t begin) {
  if (lane >= access.addresses.size() || !access.addresses[lane]) return std::nullopt;
  const std::int64_t each = access.bytes / std::max(1u, access.elements);
  const std::int64_t from = *access.addresses[lane] - static_cast<std::int64_t>(begin);
  const std::int64_t distance = static_cast<std::int64_t>(index) * each - from;
  if (each == 0 || distance < 0 || distance % each != 0 || distance / each >= access.elements)
    return std::nullopt;
  return static_cast<std::uint32_t>(distance / each);
}

// Whether the element of a lane has that value, as the grader prints it.
bool has_value(const trace_step& step, std::size_t access, unsigned lane, std::uint32_t element,
               const std::string& text) {
  const auto accesses = protocol::json_of(step).at("accesses");
  const auto& values = accesses.at(access);
  if (!values.contains("values")) return false;
  const auto& of_lane = values.at("values").at(lane);
  const auto& value = of_lane.is_array() ? of_lane.at(element) : of_lane;
  if (!value.is_number()) return value.is_string() && value.get<std::string>() == text;
  const double wanted = std::strtod(text.c_str(), nullptr), is = value.get<double>();
  constexpr double digits = 1e-6, unsigned_turn = 4294967296.0;  // an int may be shown without sign
  return std::abs(is - wanted) <= digits * std::abs(wanted) || is - wanted == unsigned_turn;
}

struct store {
  writer by;
  std::uint64_t at = 0;
  bool is_it = false;  // it leaves the wrong value
};

void look_at(const trace_step& step, const std::vector<protocol::traced_array>& arrays,
             const wrong_element& wrong, store& last) {
  if (step.kind.name() != "store" || step.at < last.at) return;
  for (std::size_t i = 0; i < step.accesses.size(); ++i) {
    const trace_access& access = step.accesses[i];
    if (!access.allocation) continue;
    for (const auto& array : arrays) {
      if (array.allocation != *access.allocation) continue;
      for (const auto& parameter : array.parameters)
        protocol::for_lanes_as_stored(~protocol::lane_mask{0}, access.bytes, [&](unsigned lane) {
          if (const auto element = element_at(access, lane, wrong.index, parameter.offset))
            last = {{0, step.block, step.warp, step.step, lane},
                    step.at,
                    has_value(step, i, lane, *element, wrong.got)};
        });
    }
  }
}

}  // namespace

std::optional<wrong_element> wrong_element_of(const case_record& failed) {
  // As common/include/lockstep/compare.hpp says it, behind the name of the grader's buffer.
  // Of a matrix it says the row and the column, too.
  static const std::regex form(
      R"((\w+): (?:row \d+, column \d+ \()?element (\d+)\)?: expected (\S+), got ([^\s(]+))");
  for (const auto& failure : failed.failures)
    for (const auto& line : lines_of(failure.message)) {
      std::smatch match;
      if (std::regex_search(line, match, form))
        return wrong_element{match[1], match[3], match[4], std::stoull(match[2])};
    }
  return std::nullopt;
}

std::optional<writer> writer_of(const wrong_element& wrong, const traced_run& run) {
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    const traced_launch& launch = run.launches[i];
    if (!launch.end) continue;
    store last;
    for (const traced_warp& warp : launch.warps)
      for (const trace_step& step : warp.steps) look_at(step, launch.end->arrays, wrong, last);
    if (!last.is_it) continue;
    last.by.launch = i;
    return last.by;
  }
  return std::nullopt;
}

std::optional<std::size_t> launch_without_store(const wrong_element& wrong, const traced_run& run) {
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    const traced_launch& launch = run.launches[i];
    if (!launch.end || !launch.begin.traced) continue;
    store last;
    for (const traced_warp& warp : launch.warps)
      for (const trace_step& step : warp.steps) look_at(step, launch.end->arrays, wrong, last);
    if (last.at == 0) return i;
  }
  return std::nullopt;
}

}  // namespace lockstep::tutor
