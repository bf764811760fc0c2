// Mutation testing: does a grader notice small changes of the solution? Survivors are listed; those
// that are known stand in graders/wrong/EXERCISE/survivors.txt, with the reason.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "mutate/bench.hpp"
#include "mutate/mutations.hpp"
#include "mutate/survivors.hpp"
#include "processes/parallel.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::commands {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using fate = mutation_bench::fate;

struct mutant {
  mutation change;
  changed_lines lines;
  mutation_bench::result judged;
};

struct outcome_of_exercise {
  std::string exercise, source;
  std::map<fate, unsigned> count;
  std::vector<mutant> survivors;               // not explained
  std::vector<known_survivor> explained;       // met
  std::vector<std::string> stale, not_judged;  // headlines
  double seconds = 0;

  unsigned of(fate which) const {
    const auto found = count.find(which);
    return found == count.end() ? 0 : found->second;
  }
  unsigned counted() const { return of(fate::killed) + of(fate::survived); }
  double rate() const { return counted() == 0 ? 100 : 100.0 * of(fate::killed) / counted(); }
  bool good() const { return survivors.empty() && stale.empty() && not_judged.empty(); }
};

// `limit` of them, spread evenly.
std::vector<mutation> chosen(const std::vector<mutation>& all, unsigned limit) {
  if (limit == 0 || all.size() <= limit) return all;
  std::vector<mutation> some;
  for (std::size_t i = 0; i < limit; ++i) some.push_back(all[i * all.size() / limit]);
  return some;
}

std::string to_text(const mutation_bench::result& one) {
  return json{{"fate", static_cast<int>(one.is)}, {"headline", one.headline}}.dump(
      -1, ' ', false, json::error_handler_t::replace);
}

outcome_of_exercise mutate(const context& all, const exercise& one, const mutate_wish& how) {
  const auto begin = std::chrono::steady_clock::now();
  mutation_bench bench(all, one);
  outcome_of_exercise found;
  found.exercise = one.name;
  found.source = "solutions/" + one.name + ".cu";
  bench.prepare();
  const std::string known_name = "graders/wrong/" + one.name + "/survivors.txt";
  const auto known = parse_survivors(content_of(all.where.root / known_name), known_name);

  std::vector<mutant> mutants;
  for (const auto& change : chosen(mutations_of(bench.source()), how.limit))
    mutants.push_back({change, lines_changed_by(bench.source(), change), {}});
  std::size_t done = 0;
  progress_line progress;
  in_processes(
      mutants.size(), how.jobs,
      [&](std::size_t i) {
        return to_text(bench.judge(mutated(bench.source(), mutants[i].change)));
      },
      [&](std::size_t i, const std::string& text) {
        const json result = json::parse(text);
        mutants[i].judged = {static_cast<fate>(result.at("fate").get<int>()),
                             result.at("headline").get<std::string>(), 0};
        progress.show(fmt::format("[{}/{}] mutants\n", ++done, mutants.size()));
      });
  progress.clear();

  const auto is_known = [](const known_survivor& entry, const mutant& m) {
    return entry.before == m.lines.before && entry.after == m.lines.after;
  };
  for (const auto& m : mutants) {
    ++found.count[m.judged.is];
    if (m.judged.is == fate::not_judged)
      found.not_judged.push_back(fmt::format("{}:{}: {}: {}", found.source, m.lines.line,
                                             m.change.what, m.judged.headline));
    if (m.judged.is != fate::survived) continue;
    const auto entry =
        std::find_if(known.begin(), known.end(), [&](const auto& k) { return is_known(k, m); });
    if (entry == known.end()) {
      found.survivors.push_back(m);
    } else {
      found.explained.push_back(*entry);
    }
  }
  for (const auto& entry : known) {
    const auto same = std::find_if(mutants.begin(), mutants.end(),
                                   [&](const auto& m) { return is_known(entry, m); });
    const bool left_out = how.limit != 0 && same == mutants.end();
    const bool survived = std::any_of(mutants.begin(), mutants.end(), [&](const auto& m) {
      return is_known(entry, m) && m.judged.is == fate::survived;
    });
    if (left_out || survived) continue;
    found.stale.push_back(fmt::format("{}:{}: this change {}", known_name, entry.line,
                                      same == mutants.end() ? "is not made any more"
                                      : same->judged.is == fate::killed
                                          ? "does not survive any more"
                                          : "makes no difference to the code"));
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

void print(const outcome_of_exercise& found, const palette& colours) {
  fmt::print("{}: killed {} of {} ({:.1f} %), {} known; {} same code, {} not compiled; {:.0f} s\n",
             colours.bold(found.exercise), found.of(fate::killed), found.counted(), found.rate(),
             found.explained.size(), found.of(fate::same_code), found.of(fate::does_not_compile),
             found.seconds);
  for (const auto& m : found.survivors)
    fmt::print("{} {}:{}: {}\n- {}\n+ {}\n", colours.bad("survived"), found.source, m.lines.line,
               m.change.what, m.lines.before, m.lines.after);
  for (const auto& what : found.stale) fmt::print("{} {}\n", colours.bad("stale"), what);
  for (const auto& what : found.not_judged) fmt::print("{} {}\n", colours.bad("not judged"), what);
  std::fflush(stdout);
}

ordered_json to_json(const outcome_of_exercise& found) {
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

}  // namespace

int author_mutate(const context& all, const mutate_wish& how) {
  ordered_json list = ordered_json::array();
  bool good = true;
  unsigned killed = 0, counted = 0;
  for (const auto& one : all.course.exercises) {
    if (!how.exercise.empty() && one.name != all.course.find_exercise(how.exercise).name) continue;
    const auto found = mutate(all, one, how);
    good = good && found.good();
    killed += found.of(fate::killed);
    counted += found.counted();
    if (all.wish.json) {
      list.push_back(to_json(found));
    } else {
      print(found, all.colours);
    }
  }
  if (all.wish.json) {
    fmt::print(
        "{}\n",
        ordered_json{{"ok", good}, {"killed", killed}, {"counted", counted}, {"exercises", list}}
            .dump(2));
  } else {
    fmt::print("\n{} of {} killed: {:.1f} %\n", killed, counted,
               counted == 0 ? 100 : 100.0 * killed / counted);
    if (!good)
      fmt::print(
          "{} Add a trial or a property that notices it, or explain it in\n   "
          "graders/wrong/EXERCISE/survivors.txt: its two lines, then `why: ...`\n",
          all.colours.warn("->"));
  }
  return static_cast<int>(good ? exit_code::passed : exit_code::wrong_result);
}

}  // namespace lockstep::tutor::commands
