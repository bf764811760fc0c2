#include "trace/rows.hpp"

#include <fmt/format.h>

#include <bit>

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using protocol::lane_mask;
using protocol::step_kind;

std::string mask_text(lane_mask active, lane_mask there) {
  std::string text;
  for (unsigned lane = 0; lane < protocol::lanes_per_warp; ++lane)
    text += (active >> lane & 1) != 0 ? '#' : (there >> lane & 1) != 0 ? '.' : ' ';
  return text;
}

// "splits 16 | 16"
std::string parts_text(const char* verb, const char* separator,
                       const std::vector<lane_mask>& parts) {
  if (parts.size() > 8) return fmt::format("{} {} parts", verb, parts.size());
  std::vector<std::string> counts;
  for (const lane_mask part : parts) counts.push_back(std::to_string(std::popcount(part)));
  return fmt::format("{} {}", verb, join(counts, separator));
}

std::string access_text(const protocol::trace_step& step, const protocol::trace_access& access) {
  std::string text =
      fmt::format("{} {} {} B", step.kind.name(), trace_name(access.space), access.bytes);
  if (access.lanes != step.active)
    text += fmt::format(" by {}", count_of(std::popcount(access.lanes), "lane"));
  if (access.sectors) text += ": " + count_of(*access.sectors, "sector");
  if (access.conflicts.value_or(0) != 0)
    text += ": " + count_of(*access.conflicts, "bank conflict");
  return text;
}

std::vector<std::string> events_of(const protocol::trace_step& step) {
  std::vector<std::string> events;
  if (!step.met.empty()) events.push_back(parts_text("meet", " + ", step.met));
  for (const auto& access : step.accesses) events.push_back(access_text(step, access));
  if (step.kind == step_kind::barrier) events.emplace_back("arrive at the barrier");
  if (step.kind == step_kind::leave) events.emplace_back("go on behind the barrier");
  if (step.kind == step_kind::exit)
    events.push_back(step.executing == step.active
                         ? "exit"
                         : fmt::format("{} exit", std::popcount(step.executing)));
  if (step.kind == step_kind::call && !step.callee.empty()) events.push_back("call " + step.callee);
  if (!step.split.empty() && step.kind != step_kind::exit)
    events.push_back(parts_text("splits", " | ", step.split));
  return events;
}

}  // namespace

std::string trace_row::steps() const {
  return first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
}

std::string trace_row::what() const { return join(events, ", "); }

std::vector<trace_row> rows_of(const traced_warp& warp) {
  std::vector<trace_row> rows;
  lane_mask there = warp.lanes;
  bool ended = true;  // the last row takes no more steps
  for (const protocol::trace_step& step : warp.steps) {
    trace_row row{step.step, step.step, mask_text(step.active, there),
                  step.file, step.line, events_of(step)};
    const bool begins = !step.met.empty() || step.kind == step_kind::leave;
    trace_row* const last = rows.empty() ? nullptr : &rows.back();
    if (last != nullptr && !ended && !begins && last->mask == row.mask && last->file == row.file &&
        last->line == row.line) {
      last->last = step.step;
      last->events.insert(last->events.end(), row.events.begin(), row.events.end());
    } else {
      rows.push_back(std::move(row));
    }
    ended =
        step.kind == step_kind::barrier || step.kind == step_kind::branch || !step.split.empty();
    if (step.kind == step_kind::exit) there &= ~step.executing;
  }
  return rows;
}

}  // namespace lockstep::tutor
