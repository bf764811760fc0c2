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

// The model's answer to one of its questions, if it has one.
const protocol::supposed_time* answer_to(const time_estimate& e, std::string_view change) {
  const auto found = std::find_if(e.what_if.begin(), e.what_if.end(),
                                  [&](const auto& one) { return one.change == change; });
  return found == e.what_if.end() ? nullptr : &*found;
}

bool is_too_close(double microseconds, double otherwise) {
  return 100 * std::abs(microseconds - otherwise) < closest_call * microseconds;
}

// The bound, and how near the launch comes to it.
std::string limit_in_words(const time_estimate& e) {
  if (e.limited_by == "DRAM")
    return tr("the bandwidth of DRAM, {} of which is in use", percent(e.dram));
  if (e.limited_by == "L2") return tr("requests to L2, which is {} busy", percent(e.l2));
  if (e.limited_by == "issue") {
    constexpr double busy = 0.6;
    return e.issue >= busy
               ? tr("the number of instructions: one is issued {} of the time", percent(e.issue))
               : tr("instructions that wait for each other: one is issued {} of the time",
                    percent(e.issue));
  }
  if (e.limited_by == "latency")
    return tr(
        "latency: too few loads and other instructions are in flight to hide the wait for their "
        "results");
  if (e.limited_by == "barriers") {
    const auto* without = answer_to(e, "without barriers");
    return without != nullptr && is_too_close(e.microseconds, without->microseconds)
               ? tr("the slowest warps, for which the others of a block wait at barriers; without "
                    "barriers\n  it would take about as long")
               : tr("barriers: warps wait for the slowest of their block");
  }
  if (e.limited_by == "block starts") return tr("the rate at which blocks start: each does little");
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
      {"short_scoreboard", translatable("shared memory, or a function such as sin or sqrt")},
      {"barrier", translatable("the other warps, at a barrier")},
      {"membar", "a fence"},
      {"branch_resolving", "a branch"},
      {"math_pipe_throttle", translatable("an arithmetic pipe that is busy")},
      {"mio_throttle", translatable("the queue to shared memory, which is full")},
      {"lg_throttle", translatable("the queue to memory, which is full")},
      {"not_selected", translatable("its turn: another warp issues")}};
  const auto known = meanings.find(reason);
  return known == meanings.end() ? std::string() : in_language(known->second);
}

std::string stalls_text(const time_estimate& e) {
  constexpr std::size_t most = 5;
  constexpr double least = 1;  // per cent
  std::string text = tr("  How a warp spends its time, on average:\n");
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
  return text.empty()
             ? text
             : tr("  Where (a wait counts for the line that needs what it waits for):\n") + text;
}

// The questions that the model is asked of every launch. What it has none of, or no room for, has
// no answer.
constexpr const char* questions[] = {
    translatable("without barriers"), translatable("twice the bandwidth of DRAM"),
    translatable("without bank conflicts"), translatable("twice the resident warps")};

std::string what_if_text(const time_estimate& e) {
  std::string text;
  for (const char* change : questions) {
    const auto* answer = answer_to(e, change);
    if (answer == nullptr) continue;
    const bool says_nothing = is_too_close(e.microseconds, answer->microseconds);
    text += fmt::format("    {:<30} {:>9}  {}\n", in_language(change),
                        says_nothing ? "" : duration_in_words(answer->microseconds),
                        gain_in_words(e.microseconds, answer->microseconds));
  }
  return text.empty() ? text : tr("  What if:\n{}", text);
}

// "4.1", "1,056".
std::string times_in_words(double times) {
  return times < 10 ? fmt::format("{:.2g}", times)
                    : grouped(static_cast<std::uint64_t>(std::llround(times)));
}

// How full the GPU is.
std::string room_in_words(const profiled_launch& launch, const time_estimate& e) {
  if (e.waves >= 1)
    return tr("occupancy {}, {:.3g} {} of blocks", percent(e.occupancy), e.waves,
              e.waves == 1 ? "wave" : "waves");
  const auto blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  return tr("occupancy {}; the GPU has room for {} times as many blocks as these {}",
            percent(e.occupancy), times_in_words(1 / e.waves), grouped(blocks));
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
  if (is_too_close(microseconds, otherwise)) return std::string(too_close);
  return less > 0 ? tr("{:.0f} % less", std::abs(less)) : tr("{:.0f} % more", std::abs(less));
}

namespace {

// The slowest launches in order: where many are estimated, these are worth a look.
std::string summary_text(const std::vector<profiled_launch>& launches) {
  constexpr std::size_t few = 4, most = 10;
  std::vector<const profiled_launch*> timed;
  for (const profiled_launch& one : launches)
    if (one.estimate && one.estimate->refused.empty()) timed.push_back(&one);
  if (timed.size() < few) return {};
  const auto together = [](const profiled_launch& one) {
    return one.estimate->microseconds * static_cast<double>(one.launches);
  };
  std::stable_sort(timed.begin(), timed.end(),
                   [&](const auto* a, const auto* b) { return together(*a) > together(*b); });
  std::string text = tr("\nAll launches of a kernel together, the longest first:\n");
  for (std::size_t i = 0; i < timed.size() && i < most; ++i)
    text +=
        fmt::format("  {:>9}  {:<12}  {}<<<{}, {}>>>{}\n", duration_in_words(together(*timed[i])),
                    in_language(timed[i]->estimate->limited_by), short_name(timed[i]->kernel),
                    shape(timed[i]->grid), shape(timed[i]->block),
                    timed[i]->launches > 1 ? tr(", {} launches", grouped(timed[i]->launches)) : "");
  return text;
}

}  // namespace

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
    text += "  " + room_in_words(launch, e) + "\n";
    text += stalls_text(e) + lines_text(e) + what_if_text(e);
  }
  return text + summary_text(launches);
}

}  // namespace lockstep::tutor
