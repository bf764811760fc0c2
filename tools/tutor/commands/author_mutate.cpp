// Mutation testing: does a grader notice small changes of the solution? Survivors are listed; those
// that are known stand in tools/graders/wrong/EXERCISE/survivors.txt, with the reason.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "mutate/outcome.hpp"
#include "support/exit_code.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;
using fate = mutation_bench::fate;

void print(const mutation_outcome& found, const palette& colours) {
  fmt::print(
      "{}",
      tr("{}: killed {} of {} ({:.1f} %), {} known; {} same code, {} not compiled; {:.0f} s\n",
         colours.bold(found.exercise), found.of(fate::killed), found.counted(), found.rate(),
         found.explained.size(), found.of(fate::same_code), found.of(fate::does_not_compile),
         found.seconds));
  for (const auto& m : found.survivors)
    fmt::print("{} {}:{}: {}\n- {}\n+ {}\n", colours.bad("survived"), found.source, m.lines.line,
               m.change.what, m.lines.before, m.lines.after);
  for (const auto& what : found.stale) fmt::print("{} {}\n", colours.bad("stale"), what);
  for (const auto& what : found.not_judged)
    fmt::print("{} {}\n", colours.bad(tr("not tested")), what);
  std::fflush(stdout);
}

ordered_json to_json(const mutation_outcome& found) {
  ordered_json survivors = ordered_json::array();
  for (const auto& m : found.survivors)
    survivors.push_back({{"file", found.source},
                         {"line", m.lines.line},
                         {"change", m.change.what},
                         {"before", m.lines.before},
                         {"after", m.lines.after}});
  return {{"exercise", found.exercise},
          {"ok", found.good()},
          {"killed", found.of(fate::killed)},
          {"survived", found.of(fate::survived)},
          {"known", found.explained.size()},
          {"same_code", found.of(fate::same_code)},
          {"not_compiled", found.of(fate::does_not_compile)},
          {"survivors", survivors},
          {"stale", found.stale},
          {"not_judged", found.not_judged},
          {"seconds", found.seconds}};
}

void print_total(unsigned killed, unsigned counted, bool good, const palette& colours) {
  fmt::print("\n{} of {} killed: {:.1f} %\n", killed, counted,
             counted == 0 ? 100 : 100.0 * killed / counted);
  if (!good)
    fmt::print("{}",
               tr("{} Add a trial or a property that notices it, or explain it in\n   "
                  "tools/graders/wrong/EXERCISE/survivors.txt: its two lines, then `why: ...`\n",
                  colours.warn("->")));
}

}  // namespace

int author_mutate(const context& all, const mutate_options& how) {
  ordered_json list = ordered_json::array();
  bool good = true;
  unsigned killed = 0, counted = 0;
  for (const auto& exercise : all.course.exercises) {
    if (!how.exercise.empty() && exercise.name != all.course.find_exercise(how.exercise).name)
      continue;
    const auto found = mutate(all, exercise, how.limit, how.jobs);
    good = good && found.good();
    killed += found.of(fate::killed);
    counted += found.counted();
    if (all.json) {
      list.push_back(to_json(found));
    } else {
      print(found, all.colours);
    }
  }
  if (all.json) {
    const ordered_json root{
        {"ok", good}, {"killed", killed}, {"counted", counted}, {"exercises", list}};
    fmt::print("{}\n", root.dump(2));
  } else {
    print_total(killed, counted, good, all.colours);
  }
  return static_cast<int>(good ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
