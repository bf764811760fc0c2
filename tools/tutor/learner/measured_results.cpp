#include "learner/measured_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <lockstep/number.hpp>

#include "language/language.hpp"
#include "terminal/styled_text.hpp"

namespace lockstep::tutor {
namespace {

using row = std::array<std::string, 5>;

// A bound may depend on the input, and an earlier attempt may have been worst on another one.
std::string with_its_bound(const measurement& then, const measurement& now) {
  const std::string text = number(then.measured);
  return then.bound == now.bound ? text : tr("{} (limit {})", text, number(then.bound));
}

std::string required(const measurement& one) {
  if (one.bound == 0 && one.relation != "at least") return tr("none");
  const std::string bound = number(one.bound);
  return one.relation == "exactly"    ? bound
         : one.relation == "at least" ? tr("at least {}", bound)
                                      : tr("at most {}", bound);
}

// The first column to the left, the others to the right.
std::vector<std::string> aligned(const std::vector<row>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const auto& one : rows) {
    for (std::size_t i = 0; i < one.size(); ++i) widths[i] = std::max(widths[i], columns(one[i]));
  }
  std::vector<std::string> lines;
  for (const auto& one : rows) {
    std::string line = one[0] + std::string(widths[0] - columns(one[0]), ' ');
    for (std::size_t i = 1; i < one.size(); ++i)
      if (widths[i] > 0) line += std::string(3 + widths[i] - columns(one[i]), ' ') + one[i];
    lines.push_back(std::move(line));
  }
  return lines;
}

constexpr std::size_t widest_table = 76;  // of 80 columns, less what stands before a line

// "bank conflicts of loads: 0 (required: none; at first: 3968)"
std::string row_in_words(const row& one) {
  std::string text = tr("{}: {} (required: {}", one[0], one[3], one[1]);
  if (!one[2].empty()) text += "; " + tr("at first: {}", one[2]);
  if (!one[4].empty() && one[4] != tr("now")) text += "; " + tr("best: {}", one[4]);
  return text + ")";
}

// A table that is too wide for a terminal of 80 columns is one sentence a row.
std::vector<std::string> readable(const std::vector<row>& rows) {
  auto lines = aligned(rows);
  if (columns(lines.front()) <= widest_table) return lines;
  lines = {rows.front()[0] + ":"};
  for (std::size_t i = 1; i < rows.size(); ++i) lines.push_back("  " + row_in_words(rows[i]));
  return lines;
}

std::vector<std::string> counters(const verdict& passed, const exercise_progress& before) {
  std::vector<row> rows{
      {tr("measured, on the worst input"), tr("required"), tr("at first"), tr("now"), tr("best")}};
  for (const auto& now : passed.measurements) {
    row made{in_language(now.what), required(now), "", number(now.measured), ""};
    if (const property_history* history = before.history_of(now)) {
      const bool best_now = now.margin() >= history->best.margin();
      made[2] = with_its_bound(history->first, now);
      made[4] = best_now ? tr("now") : with_its_bound(history->best, now);
    }
    // Several properties may ask the same of one launch.
    if (std::find(rows.begin(), rows.end(), made) == rows.end()) rows.push_back(std::move(made));
  }
  if (rows.size() == 1) return {};
  // Without an attempt before, there is nothing to set beside.
  if (std::all_of(rows.begin() + 1, rows.end(), [](const row& one) { return one[2].empty(); }))
    rows[0][2] = rows[0][4] = "";
  return readable(rows);
}

std::vector<std::string> times(const verdict& passed, const exercise_progress& before) {
  std::vector<std::string> lines;
  for (const auto& time : passed.times) {
    std::string line = tr("on the GPU, {}: {} ms", time.what, number(time.milliseconds));
    if (time.bytes > 0 && time.milliseconds > 0) {
      line += fmt::format(", {:.0f} GB/s", time.gigabytes_per_second());
      if (time.peak_gigabytes_per_second > 0) {
        line += tr(" ({:.0f} % of the {:.0f} GB/s that the memory can move)",
                   100 * time.gigabytes_per_second() / time.peak_gigabytes_per_second,
                   time.peak_gigabytes_per_second);
      }
    }
    if (!time.rival.empty() && time.milliseconds > 0) {
      line += tr("; {}: {} ms, {:.2f} times as long", time.rival, number(time.rival_milliseconds),
                 time.rival_milliseconds / time.milliseconds);
    }
    const auto best = before.best_milliseconds.find(time.what);
    if (best != before.best_milliseconds.end() && best->second < time.milliseconds)
      line += tr("; your best: {} ms", number(best->second));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::vector<std::string> measured_results(const verdict& passed, const exercise_progress& before) {
  std::vector<std::string> lines = counters(passed, before);
  for (auto& line : times(passed, before)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace lockstep::tutor
