#include "check/orders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/language.hpp"
#include "lockstep/protocol/finding_cause.hpp"
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

void add_runs(std::vector<std::size_t>& to, const std::vector<std::size_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
}

void add_to(seen_finding& known, const finding& found, std::size_t run) {
  const bool is_of_same_run = known.runs.back() == run;  // of several processes
  const auto launches = known.what.launches;
  finding added = found;
  if (!is_of_same_run) added.count = 0;  // they are the same ones again
  take_in(known.what, added);
  if (!is_of_same_run) return known.runs.push_back(run);
  known.what.launches = launches + found.launches;
}

// What has become worse may have one cause with a later finding that was apart before.
void join_what_is_one_now(std::vector<seen_finding>& all) {
  for (auto one = all.begin(); one != all.end(); ++one) {
    const auto others = std::stable_partition(one + 1, all.end(), [&](const seen_finding& other) {
      return !have_one_cause(one->what, other.what);
    });
    for (auto other = others; other != all.end(); ++other) {
      if (one->runs != other->runs) other->what.count = 0;
      take_in(one->what, other->what);
      add_runs(one->runs, other->runs);
    }
    all.erase(others, all.end());
  }
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
  return tr("; the same idiom is in {}{}{}", join(names, ", "), names.empty() ? "" : " and ", last);
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
    if (i >= lines.size()) return difference{number, lines_[i].text, tr("nothing more")};
    if (i >= lines_.size()) return difference{number, tr("nothing more"), lines[i]};
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
  for (std::size_t run = 0; run < by_run.size(); ++run) {
    for (const finding& found : by_run[run]) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const seen_finding& one) {
        return have_one_cause(one.what, found);
      });
      if (known == all.end())
        all.push_back({found, {run}});
      else
        add_to(*known, found, run);
    }
  }
  join_what_is_one_now(all);
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
