#include "experiment/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "experiment/alignment.hpp"
#include "experiment/alternatives.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::experiment {
namespace {

// cost_of, together half a second of a compiler's work: a kernel is dear, and a function of the
// host must not wait for all of them. In 31 of 33 answers that were kept (tools/graders/attempts)
// what decides is among these.
constexpr std::size_t most_on_device = 40'000, most_on_host = 8'000;
constexpr unsigned most_compilations = 6, most_crashes = 20, most_without_end = 3;

bool is_one_of(unsigned line, const std::vector<unsigned>& lines) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// Lines with a variable that the verdict names, or with an array that a suspect has an index of.
std::vector<unsigned> lines_with_words_of(const std::string& verdict, const code& answer,
                                          const std::vector<unsigned>& suspects) {
  std::set<std::string_view> named;
  for (const token& one : tokens_of(verdict))
    if (one.is == token::kind::word) named.insert(one.text);
  for (std::size_t i = 0; i + 1 < answer.tokens().size(); ++i)
    if (answer.is(i + 1, "[") && is_one_of(answer.line_of(i), suspects))
      named.insert(answer.text(i));
  std::vector<unsigned> found;
  for (std::size_t i = 0; i < answer.tokens().size(); ++i)
    if (named.count(answer.text(i)) > 0 && answer.variable_at(i) != nullptr)
      found.push_back(answer.line_of(i));
  return found;
}

std::vector<edit> affordable(const code& answer, const std::string& solution,
                             const std::vector<unsigned>& suspects,
                             const std::vector<unsigned>& likely, bool kernels_were_tried) {
  std::vector<edit> all;
  const code with(solution);
  add_edits_of_differences(answer, with, all);
  add_edits_of_values(answer, with, all);
  std::vector<edit> others = edits_of(answer);
  all.insert(all.end(), others.begin(), others.end());
  // A line with much in it must not keep the others from their turn.
  constexpr unsigned turn = 6;
  std::map<unsigned, unsigned> edits_before;  // by line
  constexpr unsigned behind_differences = 2;
  std::vector<std::pair<unsigned, std::size_t>> in_order;  // place, index
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].leads_to_solution) {
      in_order.emplace_back(all[i].rank, i);
      continue;
    }
    const unsigned line = all[i].line;
    const unsigned distance = is_one_of(line, suspects) ? 0 : is_one_of(line, likely) ? 1 : 3;
    in_order.emplace_back(
        behind_differences + 2 * all[i].rank + distance + edits_before[line]++ / turn, i);
  }
  std::sort(in_order.begin(), in_order.end());
  std::set<std::string> seen;
  std::size_t on_device = 0, on_host = 0;
  std::vector<edit> chosen;
  for (const auto& place : in_order) {
    edit& one = all[place.second];
    if (!seen.insert(fmt::format("{} {} {}", one.offset, one.length, one.by)).second) continue;
    const auto cost = cost_of(answer, one);
    if (cost.is_on_device && one.is_simple && kernels_were_tried) continue;
    std::size_t& sum = cost.is_on_device ? on_device : on_host;
    if (sum > (cost.is_on_device ? most_on_device : most_on_host)) continue;
    sum += cost.amount;
    chosen.push_back(std::move(one));
  }
  return chosen;
}

// Of functions ("TW"), or of variables ("DRB").
std::vector<std::string> symbols_of(const fs::path& object, std::string_view kinds,
                                    const workshop& with) {
  const process_end end = with.make(fmt::format("nm -g --defined-only -P '{}'", object.string()));
  std::vector<std::string> found;
  for (const std::string& line : lines_of(end.output)) {
    std::istringstream words(line);
    std::string name, kind;
    words >> name >> kind;
    if (kind.size() == 1 && kinds.find(kind) != std::string_view::npos) found.push_back(name);
  }
  return found;
}

// Compiles all that can be; those that cannot are taken out.
bool compile(const code& answer, std::vector<edit>& edits, const fs::path& source,
             const fs::path& object, const workshop& with) {
  const auto variables = symbols_of(with.object, "DRB", with);
  for (unsigned n = 0; n < most_compilations && !edits.empty(); ++n) {
    const std::string text = source_with(answer, edits, variables);
    if (text.empty() || !write_file(source, text).empty()) return false;
    const process_end end = with.make(with.compile(source, object));
    if (end.succeeded()) return true;
    const auto faulty = faulty_ones(end.output);
    if (faulty.empty()) return false;
    for (auto at = faulty.rbegin(); at != faulty.rend(); ++at)
      if (*at < edits.size()) edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(*at));
  }
  return false;
}

bool link(std::size_t alternatives, const fs::path& object, const fs::path& program,
          const workshop& with) {
  const std::string entries = entries_for(symbols_of(with.object, "TW", with),
                                          symbols_of(object, "TW", with), alternatives);
  const fs::path assembly = with.folder / "entries.s", entries_object = with.folder / "entries.o";
  if (entries.empty() || !write_file(assembly, entries).empty()) return false;
  if (!with.make(fmt::format("as '{}' -o '{}'", assembly.string(), entries_object.string()))
           .succeeded())
    return false;
  return with
      .make(with.link(fmt::format("'{}' '{}'", object.string(), entries_object.string()), program))
      .succeeded();
}

std::vector<std::size_t> those_that_help(std::size_t alternatives, const fs::path& program,
                                         const workshop& with) {
  std::vector<std::size_t> found;
  std::size_t first = 0;
  unsigned without_end = 0;
  for (unsigned n = 0; n < most_crashes && first < alternatives; ++n) {
    const process_end end = with.run(program, first);
    for (const std::string& line : lines_of(end.results)) {
      const auto record = nlohmann::json::parse(line, nullptr, false);
      if (!record.is_object() || record.value("type", "") != "alternative") continue;
      const auto number = record.value("number", alternatives);
      if (record.value("succeeds", false)) found.push_back(number);
      first = std::max(first, number + 1);
    }
    if (end.succeeded()) break;  // all, or as many as may be
    ++first;                     // that one has ended the process
    const bool ran_out_of_time =
        end.kind == process_end::how::timed_out ||
        (end.kind == process_end::how::signalled && (end.code == SIGPROF || end.code == SIGALRM));
    if (ran_out_of_time && ++without_end == most_without_end) break;
  }
  return found;
}

// If changes in several lines help, the one that the verdict names anyway; if there is none of
// these, nothing decides. What the solution says otherwise goes before what anything else
// might; and what is there, before what could be added.
std::optional<edit> decisive(std::vector<edit> helpful, const std::vector<unsigned>& suspects,
                             const std::set<unsigned>& as_in_solution) {
  constexpr std::size_t most_lines = 2;
  const auto only = [&](auto which) {
    const auto end = std::stable_partition(helpful.begin(), helpful.end(), which);
    if (end != helpful.begin()) helpful.erase(end, helpful.end());
  };
  only([](const edit& one) { return !one.adds_statement; });
  only([](const edit& one) { return one.leads_to_solution; });
  only([&](const edit& one) { return as_in_solution.count(one.line) == 0; });
  std::set<unsigned> lines;
  for (const edit& one : helpful) lines.insert(one.line);
  for (edit one : helpful) {
    if (lines.size() > most_lines && !is_one_of(one.line, suspects)) continue;
    if (lines.size() == 2) one.other_line = *lines.begin() + *lines.rbegin() - one.line;
    return one;
  }
  return std::nullopt;
}

}  // namespace

std::optional<edit> edit_that_helps(const std::string& source, const std::string& solution,
                                    const std::vector<unsigned>& suspects,
                                    const std::string& verdict, bool kernels_were_tried,
                                    const workshop& with) {
#ifdef __x86_64__
  const code answer(source);
  // The first one changes nothing: if that helps, whatever is wrong has no part in the trials.
  std::vector<edit> edits =
      affordable(answer, solution, suspects, lines_with_words_of(verdict, answer, suspects),
                 kernels_were_tried);
  edits.insert(edits.begin(), edit{source.size() + 1, 0, {}, 0, {}, {}, 0, false});
  const fs::path text = with.folder / "alternatives.cu", object = with.folder / "alternatives.o",
                 program = with.folder / "alternatives";
  if (!compile(answer, edits, text, object, with)) return std::nullopt;
  if (!link(edits.size(), object, program, with)) return std::nullopt;
  std::vector<edit> helpful;
  for (const std::size_t number : those_that_help(edits.size(), program, with)) {
    if (number == 0) return std::nullopt;
    helpful.push_back(edits[number]);
  }
  std::stable_sort(helpful.begin(), helpful.end(),
                   [](const edit& a, const edit& b) { return a.rank < b.rank; });
  return decisive(helpful, suspects, lines_as_in(answer, code(solution)));
#else
  return std::nullopt;
#endif
}

}  // namespace lockstep::tutor::experiment
