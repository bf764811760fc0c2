#include "mutate/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "processes/parallel.hpp"
#include "support/text.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {
namespace {

using json = nlohmann::ordered_json;
using fate = mutation_bench::fate;

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

mutation_bench::result from_text(const std::string& text) {
  const json result = json::parse(text);
  return {static_cast<fate>(result.at("fate").get<int>()), result.at("headline").get<std::string>(),
          0};
}

std::vector<mutant> judged_mutants(const mutation_bench& bench, unsigned limit, unsigned jobs) {
  std::vector<mutant> mutants;
  for (const auto& change : chosen(mutations_of(bench.source()), limit))
    mutants.push_back({change, lines_changed_by(bench.source(), change), {}});
  std::size_t done = 0;
  progress_line progress;
  in_processes(
      mutants.size(), jobs,
      [&](std::size_t i) {
        return to_text(bench.judge(mutated(bench.source(), mutants[i].change)));
      },
      [&](std::size_t i, const std::string& text) {
        mutants[i].judged = from_text(text);
        progress.show(fmt::format("[{}/{}] mutants\n", ++done, mutants.size()));
      });
  progress.clear();
  return mutants;
}

bool is_same(const known_survivor& entry, const mutant& m) {
  return entry.before == m.lines.before && entry.after == m.lines.after;
}

void count(mutation_outcome& found, const mutant& m, const std::vector<known_survivor>& known) {
  ++found.count[m.judged.is];
  if (m.judged.is == fate::not_judged)
    found.not_judged.push_back(
        fmt::format("{}:{}: {}: {}", found.source, m.lines.line, m.change.what, m.judged.headline));
  if (m.judged.is != fate::survived) return;
  const auto entry =
      std::find_if(known.begin(), known.end(), [&](const auto& k) { return is_same(k, m); });
  if (entry == known.end()) {
    found.survivors.push_back(m);
  } else {
    found.explained.push_back(*entry);
  }
}

// Why an entry is none of a survivor any more; empty if it is one, or if that was not tried.
std::string why_stale(const known_survivor& entry, const std::vector<mutant>& mutants,
                      bool all_were_tried) {
  const auto same = std::find_if(mutants.begin(), mutants.end(),
                                 [&](const auto& m) { return is_same(entry, m); });
  if (same == mutants.end()) return all_were_tried ? "is not made any more" : "";
  const bool survived = std::any_of(same, mutants.end(), [&](const auto& m) {
    return is_same(entry, m) && m.judged.is == fate::survived;
  });
  if (survived) return {};
  return same->judged.is == fate::killed ? "does not survive any more"
                                         : "makes no difference to the code";
}

}  // namespace

unsigned mutation_outcome::of(fate which) const {
  const auto found = count.find(which);
  return found == count.end() ? 0 : found->second;
}

unsigned mutation_outcome::counted() const { return of(fate::killed) + of(fate::survived); }

double mutation_outcome::rate() const {
  return counted() == 0 ? 100 : 100.0 * of(fate::killed) / counted();
}

bool mutation_outcome::good() const {
  return survivors.empty() && stale.empty() && not_judged.empty();
}

mutation_outcome mutate(const context& all, const exercise& exercise, unsigned limit,
                        unsigned jobs) {
  const auto begin = std::chrono::steady_clock::now();
  mutation_bench bench(all, exercise);
  bench.prepare();
  mutation_outcome found;
  found.exercise = exercise.name;
  found.source = "solutions/" + exercise.name + ".cu";
  const std::string known_name = "tools/graders/wrong/" + exercise.name + "/survivors.txt";
  const auto known = parse_survivors(content_of(all.paths.root / known_name), known_name);

  const auto mutants = judged_mutants(bench, limit, jobs);
  for (const auto& m : mutants) count(found, m, known);
  for (const auto& entry : known) {
    if (const auto why = why_stale(entry, mutants, limit == 0); !why.empty())
      found.stale.push_back(fmt::format("{}:{}: this change {}", known_name, entry.line, why));
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

}  // namespace lockstep::tutor
