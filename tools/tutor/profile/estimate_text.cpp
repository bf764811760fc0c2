#include "profile/estimate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using protocol::time_estimate;

constexpr double closest_call = 10;  // per cent: less than that is within the model's error

std::string device_name(std::string id) {
  std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) { return std::toupper(c); });
  return id;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

// The bound, and how near the launch comes to it.
std::string limit_in_words(const time_estimate& e) {
  if (e.limited_by == "DRAM")
    return tr("the bandwidth of DRAM, {} of which is in use", percent(e.dram));
  if (e.limited_by == "L2") return tr("requests to L2, which is {} busy", percent(e.l2));
  if (e.limited_by == "issue")
    return tr("the number of instructions: {} of the time one is issued", percent(e.issue));
  if (e.limited_by == "latency")
    return tr(
        "latency: too few loads and other instructions are in flight to hide the wait for their "
        "results");
  if (e.limited_by == "barriers") return tr("barriers: warps wait for the slowest of their block");
  if (e.limited_by == "block starts") return tr("the rate at which blocks start");
  if (e.limited_by == "launch")
    return tr("the launch itself, which takes {} of it whatever the kernel does",
              duration_in_words(e.launch_microseconds));
  return e.limited_by;
}

// ncu's word for a stall, and what it means.
std::string reason_in_words(const std::string& reason) {
  static const std::map<std::string, const char*> meanings = {
      {"selected", translatable("an instruction is issued")},
      {"wait", translatable("the instruction before, a fixed time")},
      {"long_scoreboard", translatable("memory: L1, L2 or DRAM")},
      {"short_scoreboard", translatable("shared memory, or a rare function")},
      {"barrier", translatable("the other warps, at a barrier")},
      {"membar", "a fence"},
      {"branch_resolving", "a branch"},
      {"math_pipe_throttle", translatable("an arithmetic pipe that is busy")},
      {"mio_throttle", translatable("the queue to shared memory, which is full")},
      {"lg_throttle", translatable("the queue to memory, which is full")},
      {"not_selected", translatable("its turn: another warp is issued")}};
  const auto known = meanings.find(reason);
  return known == meanings.end() ? std::string() : in_language(known->second);
}

std::string stalls_text(const time_estimate& e) {
  constexpr std::size_t most = 5;
  constexpr double least = 1;  // per cent
  std::string text = tr("  What a warp waits for, on average:\n");
  for (std::size_t i = 0; i < e.stalls.size() && i < most && e.stalls[i].percent >= least; ++i)
    text += fmt::format("    {:3.0f} %  {:<19} {}\n", e.stalls[i].percent, e.stalls[i].reason,
                        reason_in_words(e.stalls[i].reason));
  return text;
}

std::string lines_text(const time_estimate& e) {
  constexpr std::size_t most = 4;
  constexpr double least = 2;
  std::string text;
  for (std::size_t i = 0; i < e.lines.size() && i < most && e.lines[i].percent >= least; ++i) {
    const auto& at = e.lines[i];
    text += fmt::format("    {:3.0f} %  {}:{}{}\n", at.percent,
                        std::filesystem::path(at.file).filename().string(), at.line,
                        at.reasons.empty() ? "" : "  " + at.reasons.front().reason);
  }
  return text.empty() ? text : "  Where:\n" + text;
}

// The questions that the model is asked of every launch, and why one may have no answer.
struct question {
  const char *change, *otherwise;
};
constexpr question questions[] = {
    {translatable("without barriers"), translatable("it has none")},
    {translatable("twice the bandwidth of DRAM"), ""},
    {translatable("without bank conflicts"), translatable("it has none")},
    {translatable("twice the resident warps"),
     translatable("an SM has no room for them, or the grid no more blocks")},
};

std::string what_if_text(const time_estimate& e) {
  std::string text;
  for (const auto& [change, otherwise] : questions) {
    const auto answer = std::find_if(e.what_if.begin(), e.what_if.end(),
                                     [&](const auto& one) { return one.change == change; });
    if (answer != e.what_if.end())
      text += fmt::format("    {:<30} {:>9}  {}\n", in_language(change),
                          duration_in_words(answer->microseconds),
                          gain_in_words(e.microseconds, answer->microseconds));
    else if (*otherwise != '\0')
      text +=
          fmt::format("    {:<30} {:>9}  {}\n", in_language(change), "-", in_language(otherwise));
  }
  return e.what_if.empty() ? std::string() : tr("  What if:\n{}", text);
}

std::string heading(const profiled_launch& launch, const palette& colours) {
  return fmt::format(
      "{}<<<{}, {}>>>{}\n", colours.bold(short_name(launch.kernel)), shape(launch.grid),
      shape(launch.block),
      launch.launches > 1 ? tr(", the first of {} launches", grouped(launch.launches)) : "");
}

}  // namespace

std::string duration_in_words(double microseconds) {
  if (microseconds >= 9995) return fmt::format("{:.3g} ms", microseconds / 1000);
  if (microseconds >= 99.5) return fmt::format("{:.0f} us", microseconds);
  return fmt::format("{:.1f} us", microseconds);
}

std::string time_in_words(const time_estimate& e) {
  return tr("about {} (model, {}; usually within {:.0f} %)", duration_in_words(e.microseconds),
            device_name(e.device), e.error_percent);
}

std::string gain_in_words(double microseconds, double otherwise) {
  if (microseconds <= 0) return {};
  const double less = 100 * (microseconds - otherwise) / microseconds;
  if (std::abs(less) < closest_call) return std::string(too_close);
  return less > 0 ? tr("{:.0f} % less", std::abs(less)) : tr("{:.0f} % more", std::abs(less));
}

std::string estimates_text(const std::vector<profiled_launch>& launches, const palette& colours) {
  std::string text;
  for (const profiled_launch& launch : launches) {
    text += "\n" + heading(launch, colours);
    if (!launch.estimate) {
      text += tr("  no estimate: it was not counted\n");
      continue;
    }
    const time_estimate& e = *launch.estimate;
    if (!e.refused.empty()) {
      text += tr("  no estimate: {}\n", in_language(e.refused));
      continue;
    }
    text += tr("  {}\n  limited by {}\n", time_in_words(e), limit_in_words(e));
    text += tr("  occupancy {}, {:.3g} {} of blocks\n", percent(e.occupancy), e.waves,
               e.waves == 1 ? "wave" : "waves");
    text += stalls_text(e) + lines_text(e) + what_if_text(e);
  }
  return text;
}

}  // namespace lockstep::tutor
