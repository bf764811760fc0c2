#include "missed_property.hpp"

#include <cuda_runtime.h>

#include <lockstep/number.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "counted_lines.hpp"
#include "idle_blocks.hpp"
#include "property_rules.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

using counts = lockstep_counters;
using sense = missed_bound::relation;

// "divergent branch per warp", "sectors per load request": as many as `count`.
std::string noun_of(const missed_bound& missed, double count) {
  std::string text = missed.what;
  const auto becomes = [&](std::string_view from, std::string_view to) {
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  };
  becomes("lanes that take part", "lanes take part");
  becomes(", on average", " on average");
  becomes("bytes loaded that were", "bytes loaded were");
  becomes("bytes stored that were", "bytes stored were");
  if (count == 1) {
    becomes("lanes take part", "lane takes part");
    becomes("branches", "branch");
    becomes("conflicts", "conflict");
    for (const char* noun : {"barrier", "sector", "block", "thread", "warp", "launch"})
      if (text.rfind(noun, 0) == 0) becomes(noun == std::string("launch") ? "es" : "s", "");
  }
  protocol::note({"", missed.what, {}, text});  // whatever its grammar, it is this quantity
  return text;
}

// "1 divergent branch per warp, none allowed".
std::string in_words(const missed_bound& missed) {
  return phrase("missed", "{} {}, {}", number(missed.measured), noun_of(missed, missed.measured),
                missed.bound);
}

// The same behind a text that says how much was measured: "at least 132 blocks required".
std::string bound_in_words(const missed_bound& missed) {
  const std::string measured = number(missed.measured), limit = number(missed.limit);
  const std::string noun = noun_of(missed, missed.limit);
  return missed.sense == sense::exactly
             ? phrase("missed", "{3} {1} required", measured, noun, missed.bound, limit)
         : missed.sense == sense::at_least
             ? phrase("missed", "at least {3} {1} required", measured, noun, missed.bound, limit)
             : phrase("missed", "at most {3} {1} allowed", measured, noun, missed.bound, limit);
}

// "few lanes of a warp work on this line: 512 of 1536 load requests, at most 1126 allowed".
std::string few_lanes_do(const missed_bound& missed, double part, double all) {
  if (all == missed.measured)
    return phrase("few-lanes-do", "few lanes of a warp work on this line") + ": " +
           phrase("missed", "{3} of {0} {1}, {2}", number(all), noun_of(missed, all), missed.bound,
                  number(part));
  return phrase("few-lanes-do", "few lanes of a warp work on this line ({} per cent of all)",
                per_cent(part, all)) +
         ": " + in_words(missed);
}

template <typename Amount>
const lockstep_line* line_with_most(const std::vector<lockstep_line>& lines, Amount amount) {
  const auto worst = std::max_element(lines.begin(), lines.end(),
                                      [&](const lockstep_line& a, const lockstep_line& b) {
                                        return amount(a.counters) < amount(b.counters);
                                      });
  return worst == lines.end() || amount(worst->counters) <= 0 ? nullptr : &*worst;
}

// Weighed by the lanes that rest.
const lockstep_line* line_for_few_lanes(const std::vector<lockstep_line>& lines,
                                        double (*amount)(const counts&)) {
  return line_with_most(lines, [=](const counts& c) {
    const double lanes = double(c.thread_instructions) / double(c.warp_instructions);
    return c.warp_instructions == 0 ? 0 : amount(c) * (33 - lanes);
  });
}

// From the first line on, the one with which it is more than `allowed`; null: one alone is.
const lockstep_line* line_too_many(const std::vector<lockstep_line>& lines, double allowed,
                                   double (*amount)(const counts&)) {
  std::vector<const lockstep_line*> in_order;
  for (const lockstep_line& one : lines) in_order.push_back(&one);
  std::sort(in_order.begin(), in_order.end(),
            [](const auto* a, const auto* b) { return a->line < b->line; });
  double sum = 0;
  const lockstep_line* found = nullptr;
  for (const lockstep_line* const one : in_order) {
    const double part = amount(one->counters);
    if (part > allowed) return nullptr;
    sum += part;
    if (found == nullptr && part > 0 && sum > allowed) found = one;
  }
  return found;
}

// The condition above the line at which lanes part; null if there is none.
const lockstep_line* line_where_lanes_part(const std::vector<lockstep_line>& lines,
                                           const lockstep_line& idle) {
  const lockstep_line* parts = nullptr;
  for (const lockstep_line& line : lines) {
    constexpr unsigned near = 8;
    if (line.counters.divergent_branches == 0 || line.line > idle.line ||
        idle.line - line.line > near)
      continue;
    if (parts == nullptr || line.line > parts->line) parts = &line;
  }
  return parts;
}

// In a line of the answer, what a rule says of it.
explanation by_line(const line_rule& rule, const missed_bound& missed, const counted_run& run,
                    const std::function<void()>& trial) {
  const lockstep_line* worst = line_with_most(run.lines, rule.amount);
  if (worst == nullptr) return {};
  double all = 0, of_the_answer = 0;
  for (const lockstep_launch& launch : run.launches) all += rule.amount(launch.counters);
  for (const lockstep_line& line : run.lines) of_the_answer += rule.amount(line.counters);
  if (of_the_answer < all / 2)
    return {};  // most of it is in a header of the course's, or a library
  const double allowed = missed.measured == 0 ? 0 : all * missed.limit / missed.measured;
  const lockstep_line* const too_many =
      rule.adds_up ? line_too_many(run.lines, allowed, rule.amount) : nullptr;
  if (too_many != nullptr)
    return {
        phrase("becomes-too-much", "this line takes it over the limit") + ": " + in_words(missed),
        {too_many->file, too_many->line}};
  const lockstep_line* const idle =
      rule.few_lanes_cost_more ? line_for_few_lanes(run.lines, rule.amount) : nullptr;
  // Without it, the rest would be within the limit.
  if (idle != nullptr && idle != worst && rule.amount(idle->counters) >= all - allowed)
    return {few_lanes_do(missed, rule.amount(idle->counters), all), {idle->file, idle->line}};
  std::optional<recording> seen;
  if (rule.is_about_addresses && can_record() && record(trial))
    seen = recording::last(buffers_of_trial());
  std::string sentence = rule.sentence(seen ? &*seen : nullptr, *worst, all);
  const lockstep_line* const parts =
      rule.is_about_lanes ? line_where_lanes_part(run.lines, *worst) : nullptr;
  if (parts != nullptr && parts->line != worst->line)
    sentence =
        phrase("behind-parting", "{}, after line {}, where lanes diverge", sentence, parts->line);
  explanation found{sentence + ": " + in_words(missed), {worst->file, worst->line}};
  if (rule.is_about_addresses) found.seen_from = "subscript";
  return found;
}

// Lanes that rest: the condition at which they part from the others, if that is why.
explanation few_lanes(const missed_bound& missed, const counted_run& run) {
  const lockstep_line* idle = line_with_most(run.lines, [](const counts& c) {
    return 32.0 * double(c.warp_instructions) - double(c.thread_instructions);
  });
  if (idle == nullptr) return {};
  const counts& of_idle = idle->counters;
  const bool one_works =
      double(of_idle.thread_instructions) < 1.5 * double(of_idle.warp_instructions);
  if (const lockstep_line* const parts = line_where_lanes_part(run.lines, *idle))
    return {(one_works ? phrase("one-lane-works", "after this line, one lane of a warp works alone")
                       : phrase("lanes-diverge", "lanes of a warp diverge here")) +
                ": " + in_words(missed),
            {parts->file, parts->line}};
  return {phrase("few-lanes", "few lanes of a warp take part here") + ": " + in_words(missed),
          {idle->file, idle->line}};
}

// Whether one of the numbers of the launch's shape is what was measured.
bool says_measured(const lockstep_launch& launched, double measured) {
  const auto is_measured = [&](std::uint32_t extent) { return extent == measured; };
  return std::any_of(launched.grid, launched.grid + 3, is_measured) ||
         std::any_of(launched.block, launched.block + 3, is_measured);
}

// "1", "42 x 24".
std::string size_in_words(const std::uint32_t (&size)[3]) {
  std::string text = std::to_string(size[0]);
  if (size[1] != 1 || size[2] != 1) text += " x " + std::to_string(size[1]);
  if (size[2] != 1) text += " x " + std::to_string(size[2]);
  return text;
}

bool is_about_a_launch(const std::string& what) {
  const auto begins = [&](std::string_view with) { return what.rfind(with, 0) == 0; };
  if (what.find(" on level ") != std::string::npos) return false;  // of one of several launches
  return what == "blocks" || begins("blocks of ") || begins("threads of a block") ||
         begins("threads launched") || begins("warps of ") || begins("elements for each thread");
}

// Of a grid that fills one SM where it should fill all.
std::string multiprocessors_in_words(const missed_bound& missed) {
  int device = 0, count = 0;
  if (missed.what != "blocks" || cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
    return {};
  if (count < 2 || missed.limit != missed.measured * count) return {};
  return ", " +
         phrase("fit-on-one-sm", "as many as fit on one SM, but the device has {} SMs", count);
}

explanation by_launch(const missed_bound& missed, const lockstep_launch& launched,
                      unsigned part_of_shape) {
  explanation found;
  const std::string blocks = size_in_words(launched.grid), threads = size_in_words(launched.block);
  const std::string size = phrase(
      "grid-size", "{} of {}", phrase("blocks", blocks == "1" ? "{} block" : "{} blocks", blocks),
      phrase("threads", threads == "1" ? "{} thread" : "{} threads", threads));
  found.cause =
      phrase("grid-launched", "a grid of {} is launched", size) + ": " +
      (says_measured(launched, missed.measured) ? bound_in_words(missed) : in_words(missed)) +
      multiprocessors_in_words(missed);
  found.occurrence = part_of_shape;
  found.launch_of = kernel_in_source(launched.kernel);
  return found;
}

// What the compiler has made of a kernel as a whole.
bool is_about_a_kernel(const std::string& what) {
  return has_one_of(what, {"local memory", "registers", "occupancy", "threads that a block may"});
}

explanation by_kernel(const missed_bound& missed, const counted_run& run) {
  if (run.launches.empty()) return {};
  explanation found;
  found.name = kernel_in_source(run.launches.back().kernel);
  found.cause = phrase("of-kernel", "kernel {}: {}", found.name, in_words(missed));
  return found;
}

}  // namespace

explanation explain(const missed_bound& missed, const std::function<void()>& trial) {
  if (missed.what == "per cent of blocks that access global memory") {
    explanation found;
    if (can_record() && record(trial))
      if (const auto seen = recording::last(buffers_of_trial())) found = idle_blocks(*seen);
    if (found) found.cause += ": " + in_words(missed);
    return found;
  }
  if (missed.measured == 0 && missed.what == "launches") {
    explanation found{in_words(missed), {}};
    found.seen_from = "host";
    return found;
  }
  const sense way = missed.sense != sense::exactly   ? missed.sense
                    : missed.measured > missed.limit ? sense::at_most
                                                     : sense::at_least;
  const line_rule* rule = rule_for(missed.what, way, missed.measured == 0);
  const bool of_lanes = missed.what.rfind("lanes that take part", 0) == 0;
  const bool of_launch = is_about_a_launch(missed.what);
  const bool of_kernel = is_about_a_kernel(missed.what);
  if (rule == nullptr && !of_lanes && !of_launch && !of_kernel) return {};
  const counted_run run = count_lines(trial);
  if (of_launch && !run.launches.empty())
    // Of several, the one that counts is the last: a grader looks at it, or all are alike.
    return by_launch(missed, run.launches.back(),
                     missed.what.rfind("threads of a block", 0) == 0 ? of_block : of_grid);
  if (of_lanes) {
    const auto small =
        std::find_if(run.launches.begin(), run.launches.end(), [](const lockstep_launch& one) {
          return one.block[0] * one.block[1] * one.block[2] < 16;  // half a warp
        });
    if (small != run.launches.end()) return by_launch(missed, *small, of_block);
    return few_lanes(missed, run);
  }
  if (rule != nullptr)
    if (auto found = by_line(*rule, missed, run, trial)) return found;
  return of_kernel ? by_kernel(missed, run) : explanation{};
}

}  // namespace lockstep::grader::diagnosis
