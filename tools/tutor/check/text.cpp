#include "support/text.hpp"
#include "language/language.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "check/result.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/kernel_name.hpp"

namespace lockstep::tutor {
namespace {

std::string where_seen(const seen_finding& one, const check_result& result) {
  if (one.runs.size() == result.runs.size()) return {};
  if (result.second_order && one.runs.front() == 0) return {};  // the other one may be cut short
  const auto& order = result.runs[one.runs.front()].order;
  std::string text =
      tr("   seen in {} of {}", one.runs.size(), count_of(result.runs.size(), "order"));
  if (order.schedule != "natural") text += "; again: " + result.again(order);
  return text + "\n";
}

std::string name_of(const order_of_run& order) {
  return order.schedule == "shuffled" ? tr("shuffled, seed {}", order.seed) : order.schedule;
}

// The other orders in which the same line differs.
std::string also_different(const check_result& result, const checked_run& shown) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> names;
  for (const auto& run : result.runs)
    if (&run != &shown && run.differs && run.differs->line == shown.differs->line)
      names.push_back(name_of(run.order));
  if (names.empty()) return {};
  const std::size_t left_out = names.size() > most_named + 1 ? names.size() - most_named : 0;
  names.resize(names.size() - left_out);
  return tr("   also differs: {}{}\n", join(names, "; "),
            left_out == 0 ? "" : tr("; and {} more", left_out));
}

std::string differences(const check_result& result, const palette& colours) {
  std::string text;
  std::set<unsigned> lines;
  for (const auto& run : result.runs) {
    if (!run.differs || !lines.insert(run.differs->line).second) continue;
    const difference& d = *run.differs;
    const std::string here = name_of(run.order);
    const auto width = std::max(here.size(), std::string_view("natural").size());
    text += fmt::format(
        "{} {}\n   {:{}}  {}\n   {:{}}  {}\n   again: {}\n{}", colours.bad(tr("results differ:")),
        d.line == 0 ? tr("how the program ends") : tr("line {} of the output", d.line), "natural",
        width, d.expected, here, width, d.got, result.again(run.order),
        also_different(result, run));
  }
  if (text.empty()) return text;
  return tr(
      "{}   why: results must not depend on an order that CUDA leaves open. The one exception: the "
      "order\n"
      "   of additions changes the last digits of floating-point sums.\n"
      "\n",
      text);
}

std::string what_was_left_out(const check_result& result) {
  if (result.unstable_output)
    return tr(
        "note: the number of lines in the output varies, even in one order: it was not "
        "compared.\n");
  if (result.unstable_words == 0) return {};
  return tr(
      "note: {} of the output {} even in one order (a time, an address of the host, a "
      "random\nnumber?) and {} not compared.\n",
      count_of(result.unstable_words, "word"), result.unstable_words == 1 ? "changes" : "change",
      result.unstable_words == 1 ? "was" : "were");
}

// Which orders were tried without being asked for, and why; and what else could be tried.
std::string second_order(const check_result& result) {
  if (!result.second_order) return {};
  std::string text = result.cut_short
                         ? tr(", natural order and as much of the adversarial one as time allowed")
                         : tr(", natural and adversarial order");
  if (!result.findings.empty()) return text;
  const auto& locking = result.first().seen.locking;
  const std::string who = locking.size() == 1 ? protocol::short_name(*locking.begin()) + " has"
                                              : tr("{} kernels have", locking.size());
  return text + tr(" ({} a lock, a flag or a counter: --schedules 20 adds 19 shuffled orders, and "
                   "compares the results)",
                   who);
}

std::string what_was_checked(const check_result& result) {
  std::uint64_t launches = 0;
  const auto& kernels = result.first().seen.kernels;
  for (const auto& [name, times] : kernels) launches += times;
  std::string text = launches == 0 ? "no kernel was launched"
                                   : fmt::format("{} of {}", count_of(launches, "launch", "es"),
                                                 count_of(kernels.size(), "kernel"));
  text += ", " + join(result.tools, " ");
  if (result.strict) text += ", strict";
  if (result.in_orders) text += ", " + count_of(result.runs.size(), "order");
  return text + second_order(result);
}

std::string what_was_found(const check_result& result) {
  const std::size_t all = result.findings.size();
  const auto warnings = static_cast<std::size_t>(
      std::count_if(result.findings.begin(), result.findings.end(),
                    [](const seen_finding& one) { return one.what.is_warning(); }));
  std::string text = all == 0 ? tr("no findings") : count_of(all, "finding");
  if (warnings != 0 && warnings == all)
    text += all == 1 ? " (a warning)" : " (warnings)";
  else if (warnings != 0)
    text += tr(" ({} of them {})", warnings, warnings == 1 ? "a warning" : "warnings");
  if (result.suppressed != 0) text += fmt::format(", {} suppressed", result.suppressed);
  if (const auto different = result.different(); different != 0)
    text += tr(", results differ in {}", count_of(different, "order"));
  return text;
}

}  // namespace

std::string to_text(const check_result& result, const palette& colours) {
  std::string text;
  for (const auto& one : result.findings)
    text += in_language(protocol::text(one.what, colours)) + where_seen(one, result) + "\n";
  text += differences(result, colours) + what_was_left_out(result);
  const auto& first = result.first();
  if (first.interrupted_by != 0)
    text += tr("The program was interrupted.\n");
  else if (!first.end.succeeded())
    text += tr("The program {}.\n", in_language(end_in_words(first.end)));
  const std::string found =
      what_was_found(result) + (first.interrupted_by != 0 ? tr(" until then") : "");
  return text + fmt::format("{}: {}\n",
                            exit_code_of(result) == 0 ? colours.good(found) : colours.bad(found),
                            what_was_checked(result));
}

}  // namespace lockstep::tutor
