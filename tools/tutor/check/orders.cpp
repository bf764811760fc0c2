#include "check/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "lockstep/protocol/kernel_name.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using protocol::finding;

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  while (true) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

using place = std::tuple<std::string, unsigned>;
using protocol::finding_kind;
using cause = std::tuple<std::string, std::string, std::string, place, place, std::string>;

// As the emulator tells causes apart within a run.
cause cause_of(const finding& found) {
  const auto place_of = [](const protocol::access& one) { return place(one.file, one.line); };
  place one = place_of(found.where), two;
  if (found.other) two = place_of(*found.other);
  if (found.other && two < one) std::swap(one, two);
  std::string rest;
  if (found.kernel.empty() && found.where.line != 0)
    for (const protocol::source_place& caller : found.where.callers)
      rest += fmt::format("{}:{}\n", caller.file, caller.line);
  else if (found.where.line == 0)
    rest = found.kernel.empty() ? found.message : std::string(found.where.kind.name());
  return {std::string(found.kind.name()),
          std::string(found.space.name()),
          found.kernel,
          one,
          two,
          rest};
}

// An error among the lanes is no part of a warning about warps.
bool absorbs(const seen_finding& race, const seen_finding& of_a_warp) {
  if (race.what.kind != finding_kind::race || of_a_warp.what.kind != finding_kind::warp_race)
    return false;
  if (race.what.is_warning() && !of_a_warp.what.is_warning()) return false;
  finding wider = of_a_warp.what;
  wider.kind = finding_kind::race;
  return cause_of(race.what) == cause_of(wider);
}

void add_runs(std::vector<std::size_t>& to, const std::vector<std::size_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

void absorb_races_of_warps(std::vector<seen_finding>& all) {
  std::vector<seen_finding> kept;
  for (const seen_finding& one : all) {
    if (std::any_of(all.begin(), all.end(), [&](const auto& other) { return absorbs(other, one); }))
      continue;
    kept.push_back(one);
    for (const seen_finding& other : all) {
      if (!absorbs(one, other)) continue;
      if (one.runs == other.runs) kept.back().what.count += other.what.count;
      add_runs(kept.back().runs, other.runs);
    }
  }
  all = std::move(kept);
}

// An error where the known one is a warning; or threads of two blocks race, where those of the
// known one were of one block.
bool is_worse_than(const finding& known, const finding& found) {
  if (known.is_warning() != found.is_warning()) return known.is_warning();
  return crosses_blocks(found) && !crosses_blocks(known);
}

// "kernel sum<256> (line 15)"
std::string name_beside(const finding& found, const finding& shown) {
  const std::string file = found.where.file == shown.where.file
                               ? fmt::format("line {}", found.where.line)
                               : fmt::format("{}:{}", found.where.file, found.where.line);
  return fmt::format("{} ({})", protocol::short_name(found.kernel), file);
}

std::string others_in_words(const finding& shown, const std::vector<finding>& also) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> names;
  for (const finding& one : also)
    if (names.size() < most_named) names.push_back(name_beside(one, shown));
  if (also.size() > most_named) names.push_back(fmt::format("{} more", also.size() - most_named));
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("; the same idiom is in {}{}{}", join(names, ", "),
                     names.empty() ? "" : " and ", last);
}

}  // namespace

std::string order_of_run::options() const {
  if (schedule == "natural") return {};
  return fmt::format("--schedule {} --seed {}", schedule, seed);
}

std::vector<order_of_run> orders_for(unsigned schedules) {
  std::vector<order_of_run> orders{{"natural", 0}};
  for (unsigned seed = 1; seed < schedules; ++seed) orders.push_back({"shuffled", seed});
  orders.push_back({"adversarial", 0});
  return orders;
}

double seconds_for_second_order(double first_run) { return std::clamp(2 * first_run, 1.0, 10.0); }

expected_output::expected_output(std::string_view first) {
  for (auto& text : lines_of(first)) {
    line one{text, words_of(text), {}, false};
    one.stable.assign(one.words.size(), true);
    lines_.push_back(std::move(one));
  }
}

void expected_output::leave_out_what_differs(std::string_view one, std::string_view other) {
  const auto first = lines_of(one), second = lines_of(other);
  if (first.size() != second.size()) unstable_ = true;
  for (std::size_t i = 0; i < std::min({first.size(), second.size(), lines_.size()}); ++i) {
    if (first[i] == second[i]) continue;
    line& known = lines_[i];
    const auto a = words_of(first[i]), b = words_of(second[i]);
    if (a.size() != b.size() || a.size() != known.words.size()) {
      unstable_words_ += known.any ? 0 : 1;
      known.any = true;
      continue;
    }
    for (std::size_t w = 0; w < a.size(); ++w) {
      if (!known.stable[w] || a[w] == b[w]) continue;
      known.stable[w] = false;
      ++unstable_words_;
    }
  }
}

std::optional<difference> expected_output::compare(std::string_view output) const {
  if (unstable_) return std::nullopt;
  const auto lines = lines_of(output);
  for (std::size_t i = 0; i < std::max(lines.size(), lines_.size()); ++i) {
    const unsigned number = static_cast<unsigned>(i + 1);
    if (i >= lines.size()) return difference{number, lines_[i].text, "nothing more"};
    if (i >= lines_.size()) return difference{number, "nothing more", lines[i]};
    const line& known = lines_[i];
    if (known.any || known.text == lines[i]) continue;
    const auto words = words_of(lines[i]);
    bool same = words.size() == known.words.size();
    for (std::size_t w = 0; same && w < words.size(); ++w)
      same = !known.stable[w] || words[w] == known.words[w];
    if (!same) return difference{number, known.text, lines[i]};
  }
  return std::nullopt;
}

std::vector<seen_finding> united(const std::vector<std::vector<protocol::finding>>& by_run) {
  std::vector<seen_finding> all;
  std::vector<cause> causes;
  for (std::size_t run = 0; run < by_run.size(); ++run) {
    for (const auto& found : by_run[run]) {
      const cause of = cause_of(found);
      const auto known = std::find(causes.begin(), causes.end(), of);
      if (known == causes.end()) {
        causes.push_back(of);
        all.push_back({found, {run}});
        continue;
      }
      seen_finding& one = all[static_cast<std::size_t>(known - causes.begin())];
      const bool is_worse = is_worse_than(one.what, found);
      if (one.runs.back() == run) {  // of several processes
        const auto count = one.what.count, launches = one.what.launches;
        if (is_worse) one.what = found;
        one.what.count = count + found.count;
        one.what.launches = launches + found.launches;
      } else {
        if (is_worse) one.what = found;
        one.runs.push_back(run);
      }
    }
  }
  absorb_races_of_warps(all);
  return all;
}

void join_idioms(std::vector<seen_finding>& all) {
  const auto counts = [](const seen_finding& one) { return one.what.in_step; };
  const auto first = std::find_if(all.begin(), all.end(), counts);
  if (first == all.end()) return;
  for (auto other = first + 1; other != all.end(); ++other) {
    if (!counts(*other)) continue;
    first->what.count += other->what.count;
    first->what.launches += other->what.launches;
    add_runs(first->runs, other->runs);
    first->also.push_back(other->what);
  }
  all.erase(std::remove_if(first + 1, all.end(), counts), all.end());
  if (!first->also.empty()) first->what.message += others_in_words(first->what, first->also);
}

}  // namespace lockstep::tutor
