#include "trace/rows.hpp"

#include <fmt/format.h>

#include <bit>

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

std::string mask_text(std::uint32_t active, std::uint32_t there) {
  std::string text;
  for (unsigned lane = 0; lane < 32; ++lane)
    text += (active >> lane & 1) != 0 ? '#' : (there >> lane & 1) != 0 ? '.' : ' ';
  return text;
}

int count_of_lanes(const ordered_json& mask) { return std::popcount(mask.get<std::uint32_t>()); }

// "splits 16 | 16"
std::string parts_text(const char* verb, const ordered_json& parts) {
  std::vector<std::string> counts;
  for (const auto& part : parts) counts.push_back(std::to_string(count_of_lanes(part)));
  if (counts.size() > 8) return fmt::format("{} {} parts", verb, counts.size());
  return fmt::format("{} {}", verb, join(counts, *verb == 's' ? " | " : " + "));
}

std::string access_text(const std::string& kind, const ordered_json& access, std::uint32_t active) {
  const auto by = access.at("lanes").get<std::uint32_t>();
  std::string text = fmt::format("{} {} {} B", kind, access.at("space").get<std::string>(),
                                 access.at("bytes").get<unsigned>());
  if (by != active) text += fmt::format(" by {}", count_of(std::popcount(by), "lane"));
  if (access.contains("sectors"))
    text += ": " + count_of(access.at("sectors").get<std::size_t>(), "sector");
  if (access.contains("conflicts") && access.at("conflicts") != 0)
    text += ": " + count_of(access.at("conflicts").get<std::size_t>(), "bank conflict");
  return text;
}

std::vector<std::string> events_of(const ordered_json& step) {
  std::vector<std::string> events;
  const auto kind = step.at("kind").get<std::string>();
  const auto active = step.at("active").get<std::uint32_t>();
  if (step.contains("met")) events.push_back(parts_text("meet", step.at("met")));
  if (step.contains("accesses"))
    for (const auto& access : step.at("accesses"))
      events.push_back(access_text(kind, access, active));
  if (kind == "barrier") events.emplace_back("arrive at the barrier");
  if (kind == "leave") events.emplace_back("go on behind the barrier");
  if (kind == "exit") {
    const auto leaving = step.value("executing", active);
    events.push_back(leaving == active ? "exit" : fmt::format("{} exit", std::popcount(leaving)));
  }
  if (kind == "call" && step.contains("callee"))
    events.push_back("call " + step.at("callee").get<std::string>());
  if (step.contains("split") && kind != "exit")
    events.push_back(parts_text("splits", step.at("split")));
  return events;
}

}  // namespace

std::string trace_row::steps() const {
  return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

std::string trace_row::what() const { return join(events, ", "); }

std::vector<trace_row> rows_of(const traced_warp& warp) {
  std::vector<trace_row> rows;
  std::uint32_t there = warp.lanes;
  bool ended = true;  // the last row takes no more steps
  for (const auto& step : warp.steps) {
    try {
      const auto active = step.at("active").get<std::uint32_t>();
      const auto kind = step.at("kind").get<std::string>();
      const auto number = step.at("step").get<std::uint64_t>();
      trace_row row{number, number, mask_text(active, there), step.at("file"), step.at("line"), {}};
      row.events = events_of(step);
      const bool begins = step.contains("met") || kind == "leave";
      trace_row* const last = rows.empty() ? nullptr : &rows.back();
      if (last != nullptr && !ended && !begins && last->mask == row.mask &&
          last->file == row.file && last->line == row.line) {
        last->last = number;
        last->events.insert(last->events.end(), row.events.begin(), row.events.end());
      } else {
        rows.push_back(std::move(row));
      }
      ended = kind == "barrier" || kind == "branch" || step.contains("split");
      if (kind == "exit") there &= ~step.value("executing", active);
    } catch (const ordered_json::exception&) {
      // A damaged record is no step.
    }
  }
  return rows;
}

}  // namespace lockstep::tutor
