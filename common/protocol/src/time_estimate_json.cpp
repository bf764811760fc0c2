#include "time_estimate_json.hpp"

#include <cmath>

namespace lockstep::protocol {
namespace {

using nlohmann::ordered_json;

// The members that are numbers, by name.
constexpr std::pair<const char*, double time_estimate::*> numbers[] = {
    {"microseconds", &time_estimate::microseconds},
    {"error_percent", &time_estimate::error_percent},
    {"launch_microseconds", &time_estimate::launch_microseconds},
    {"occupancy", &time_estimate::occupancy},
    {"waves", &time_estimate::waves},
    {"issue", &time_estimate::issue},
    {"dram", &time_estimate::dram},
    {"l2", &time_estimate::l2},
    {"warp_instructions", &time_estimate::warp_instructions},
};

// Four digits are more than a model knows.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return unit >= 1 ? std::round(value) : std::round(value / unit) * 1e6 / std::round(1e6 / unit);
}

ordered_json list_of(const std::vector<stall_share>& all) {
  ordered_json list = ordered_json::array();
  for (const stall_share& one : all)
    list.push_back({{"reason", one.reason}, {"percent", rounded(one.percent)}});
  return list;
}

template <class F>
void each_in(const ordered_json& object, const char* name, F f) {
  const auto list = object.find(name);
  if (list == object.end() || !list->is_array()) return;
  for (const auto& one : *list)
    if (one.is_object()) f(one);
}

std::vector<stall_share> shares_from(const ordered_json& object, const char* name) {
  std::vector<stall_share> all;
  each_in(object, name, [&](const ordered_json& one) {
    all.push_back({field<std::string>(one, "reason"), field<double>(one, "percent")});
  });
  return all;
}

}  // namespace

ordered_json json_of(const time_estimate& e) {
  if (!e.refused.empty()) return {{"refused", e.refused}, {"device", e.device}};
  ordered_json object = {{"device", e.device}};
  for (const auto& [name, member] : numbers) object[name] = rounded(e.*member);
  object["limited_by"] = e.limited_by;
  object["stalls"] = list_of(e.stalls);
  object["lines"] = ordered_json::array();
  for (const stalled_line& at : e.lines)
    object["lines"].push_back({{"file", at.file},
                               {"line", at.line},
                               {"percent", rounded(at.percent)},
                               {"stalls", list_of(at.reasons)}});
  object["what_if"] = ordered_json::array();
  for (const supposed_time& one : e.what_if)
    object["what_if"].push_back(
        {{"change", one.change}, {"microseconds", rounded(one.microseconds)}});
  return object;
}

time_estimate time_estimate_from(const ordered_json& object) {
  time_estimate e;
  e.refused = field<std::string>(object, "refused");
  e.device = field<std::string>(object, "device");
  for (const auto& [name, member] : numbers) e.*member = field<double>(object, name);
  e.limited_by = field<std::string>(object, "limited_by");
  e.stalls = shares_from(object, "stalls");
  each_in(object, "lines", [&](const ordered_json& one) {
    e.lines.push_back({field<std::string>(one, "file"), field<std::uint32_t>(one, "line"),
                       field<double>(one, "percent"), shares_from(one, "stalls")});
  });
  each_in(object, "what_if", [&](const ordered_json& one) {
    e.what_if.push_back({field<std::string>(one, "change"), field<double>(one, "microseconds")});
  });
  return e;
}

}  // namespace lockstep::protocol
