#include "experiment/experiment.hpp"

#include <algorithm>
#include <set>

#include "experiment/alignment.hpp"
#include "experiment/alternatives.hpp"
#include "experiment/choice.hpp"
#include "experiment/hunks.hpp"
#include "experiment/trials.hpp"

namespace lockstep::tutor::experiment {
namespace {

// Alternatives are entered through instructions of the host (alternatives.cpp).
#ifdef __x86_64__
constexpr bool knows_how_to_jump = true;
#else
constexpr bool knows_how_to_jump = false;
#endif

constexpr std::size_t most_hunks = 10, most_for_hunks = 20'000;

// Towards the solution, one difference at a time.
std::vector<edit> edits_towards(const code& answer, const code& solution,
                                const std::vector<hunk>& hunks) {
  std::vector<edit> all;
  add_edits_of_differences(answer, solution, all);
  add_edits_of_values(answer, solution, all);
  for (const hunk& one : hunks) {
    edit made = edit_of({&one});
    if (is_a_place(answer, made)) all.push_back(std::move(made));
  }
  return all;
}

// Whether that line declares the variable that an edit blames alone.
bool declares_what_differs(const code& answer, unsigned line, const edit& found) {
  for (std::size_t i = 0; i < answer.tokens().size(); ++i)
    if (answer.line_of(i) == line && answer.declares_here(i) &&
        found.cause.starts_with("`" + std::string(answer.text(i)) + "` "))
      return true;
  return false;
}

// The other line where changes help, if it is as likely to be the one: a difference from the
// solution in a few tokens goes before what makes up for it elsewhere. 0: it is not.
unsigned line_as_likely(const code& answer, const edit& found, unsigned other,
                        const std::vector<edit>& helpful) {
  const bool is_as_good = std::any_of(helpful.begin(), helpful.end(), [&](const edit& one) {
    const bool has_both = is_among(found.line, one.lines);  // which is more than enough
    return one.line == other && !has_both &&
           (one.rank <= found.rank || one.leads_to_solution != found.leads_to_solution);
  });
  return is_as_good || declares_what_differs(answer, other, found) ? other : 0;
}

// If changes in several lines help, the one that the verdict names anyway; if there is none of
// these, nothing decides. What the solution says otherwise goes before what anything else
// might; and what is there, before what could be added.
std::optional<edit> decisive(const code& answer, std::vector<edit> helpful,
                             const std::vector<unsigned>& suspects,
                             const std::set<unsigned>& as_in_solution) {
  constexpr std::size_t most_lines = 2;
  const auto leads_to_solution = [](const edit& one) { return one.leads_to_solution; };
  const auto only = [&](auto which) {
    const auto end = std::stable_partition(helpful.begin(), helpful.end(), which);
    if (end != helpful.begin()) helpful.erase(end, helpful.end());
  };
  if (std::any_of(helpful.begin(), helpful.end(), leads_to_solution))
    only([&](const edit& one) {
      return one.leads_to_solution || as_in_solution.count(one.line) == 0;
    });
  only([](const edit& one) { return !one.adds_statement; });
  only(leads_to_solution);
  only([&](const edit& one) { return as_in_solution.count(one.line) == 0; });
  std::set<unsigned> lines;
  for (const edit& one : helpful) lines.insert(one.line);
  for (edit one : helpful) {
    if (lines.size() > most_lines && !is_among(one.line, suspects)) continue;
    if (lines.size() == 2)
      one.other_line =
          line_as_likely(answer, one, *lines.begin() + *lines.rbegin() - one.line, helpful);
    return one;
  }
  return std::nullopt;
}

// So many that the answer can be there once for each.
std::vector<hunk> affordable_hunks(const code& answer, const code& solution) {
  std::vector<hunk> all = hunks_between(answer, solution, most_hunks);
  std::vector<const hunk*> whole;
  for (const hunk& one : all) whole.push_back(&one);
  const std::size_t amount = cost_of(answer, edit_of(whole)).amount;
  if (all.size() * amount <= most_for_hunks) return all;
  return hunks_between(answer, solution, std::max<std::size_t>(most_for_hunks / amount, 1));
}

// Of 24 edits that helped without the solution's words, 18 were among the first 20, and 23 among
// these (all answers of tools/graders/wrong, 2026-11-26).
std::vector<edit> first_ones(std::vector<edit> all) {
  constexpr std::size_t most = 60;
  if (all.size() > most) all.resize(most);
  return all;
}

void append(std::vector<edit>& to, std::vector<edit> more, edit::group of) {
  for (edit& one : more) {
    one.of = of;
    to.push_back(std::move(one));
  }
}

// All hunks but one, and at the end, all.
std::vector<edit> all_but_each(const std::vector<hunk>& hunks) {
  std::vector<edit> made;
  for (std::size_t left_out = 0; left_out <= hunks.size(); ++left_out) {
    std::vector<const hunk*> others;
    for (std::size_t h = 0; h < hunks.size(); ++h)
      if (h != left_out) others.push_back(&hunks[h]);
    made.push_back(edit_of(others));
    made.back().left_out = left_out;
  }
  return made;
}

// Of those that are needed: one, two and three of them, all, and one more besides.
std::vector<edit> combinations_of(const std::vector<const hunk*>& needed,
                                  const std::vector<hunk>& hunks) {
  constexpr std::size_t most_for_pairs = 6;
  std::vector<edit> made;
  const std::size_t count = needed.size();
  const auto add = [&](const std::vector<const hunk*>& some) {
    made.push_back(edit_of(some));
    made.back().rank = static_cast<unsigned>(some.size());
  };
  if (count == 0) return made;
  if (count <= most_for_pairs) {
    for (const hunk* const one : needed) add({one});
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = a + 1; b < count; ++b) add({needed[a], needed[b]});
    for (std::size_t a = 0; a < count && count > 3; ++a)
      for (std::size_t b = a + 1; b < count; ++b)
        for (std::size_t c = b + 1; c < count; ++c) add({needed[a], needed[b], needed[c]});
  }
  if (count > 2) add(needed);
  for (const hunk& other : hunks) {
    auto with_other = needed;
    if (std::find(needed.begin(), needed.end(), &other) != needed.end()) continue;
    with_other.push_back(&other);
    add(with_other);
  }
  return made;
}

// Those that have to change: with all others as in the solution, one of these still keeps the
// answer from being right. Empty if the solution's own code in its place does not help.
std::vector<const hunk*> those_needed(const std::vector<hunk>& hunks, trials& of) {
  std::set<std::size_t> not_needed;
  for (const edit& one : of.helpful(edit::group::all_but_one, true))
    not_needed.insert(one.left_out);
  std::vector<const hunk*> needed;
  if (not_needed.count(hunks.size()) == 0) return needed;
  for (std::size_t h = 0; h < hunks.size(); ++h)
    if (not_needed.count(h) == 0) needed.push_back(&hunks[h]);
  return needed;
}

class search {
 public:
  search(const std::string& source, const std::string& solution, const clues& known,
         const workshop& with)
      : with_(with),
        known_(known),
        answer_(source),
        of_course_(solution),
        of_compiler_(answer_, of_course_),
        likely_(lines_with_words_of(known.headline, answer_, known.suspects)),
        as_in_solution_(lines_as_in(answer_, of_course_)),
        hunks_(affordable_hunks(answer_, of_course_)),
        more_(only_in_solution(answer_, of_course_)) {}

  std::optional<edit> edit_that_helps() {
    trials first(answer_, of_compiler_, first_edits(), more_, "towards", with_);
    if (!first.are_ready()) return std::nullopt;
    auto found = one_of(first);
    // If the answer succeeds without any, whatever is wrong has no part in the trials.
    if (found && !first.helpful(edit::group::nothing).empty()) found.reset();
    return found;
  }

 private:
  std::vector<edit> first_edits() const {
    edit nothing;
    nothing.offset = answer_.source().size() + 1;
    std::vector<edit> edits{nothing};
    std::vector<edit> barriers;
    add_barriers(answer_, known_.races, barriers);
    append(edits, std::move(barriers), edit::group::barriers);
    append(edits, affordable_ones(edits_towards(answer_, of_course_, hunks_)),
           edit::group::towards_solution);
    if (hunks_.size() > 1) append(edits, all_but_each(hunks_), edit::group::all_but_one);
    return edits;
  }

  std::vector<edit> affordable_ones(std::vector<edit> all) const {
    return affordable(answer_, of_compiler_, std::move(all), known_.suspects, likely_,
                      known_.kernels_were_tried);
  }

  std::optional<edit> one_of(trials& first) {
    // Then their order is all that is wrong.
    if (auto ordered = first.helpful(edit::group::barriers); !ordered.empty())
      return ordered.front();
    std::vector<edit> helpful = first.helpful(edit::group::towards_solution);
    const bool is_all_that_differs = hunks_.size() == 1 && !helpful.empty();
    if (is_all_that_differs || std::any_of(helpful.begin(), helpful.end(),
                                           [](const edit& one) { return !one.adds_statement; }))
      return decisive(answer_, helpful, known_.suspects, as_in_solution_);
    return one_of_others(first, std::move(helpful));
  }

  std::optional<edit> one_of_others(trials& first, std::vector<edit> helpful) {
    std::vector<edit> others;
    if (hunks_.size() > 1 && helpful.empty())
      append(others, combinations_of(those_needed(hunks_, first), hunks_), edit::group::several);
    append(others, first_ones(affordable_ones(edits_of(answer_))), edit::group::other);
    trials second(answer_, of_compiler_, std::move(others), more_, "others", with_);
    if (!second.are_ready()) return decisive(answer_, helpful, known_.suspects, as_in_solution_);
    auto together = second.helpful(edit::group::several);
    // Or what the failure alone comes from, where there are others.
    if (together.empty()) {
      together = second.helpful(edit::group::several, true);
      for (edit& one : together) one.helps_one_case_only = true;
    }
    const auto alone = second.helpful(edit::group::other);
    helpful.insert(helpful.end(), alone.begin(), alone.end());
    std::stable_sort(helpful.begin(), helpful.end(),
                     [](const edit& a, const edit& b) { return a.rank < b.rank; });
    const auto found = decisive(answer_, helpful, known_.suspects, as_in_solution_);
    // What the solution has, too, is not to blame where other lines are.
    const bool is_worse = !found || as_in_solution_.count(found->line) > 0;
    if (!together.empty() && is_worse && is_a_place(answer_, together.front()))
      return together.front();
    return found;
  }

  const workshop& with_;
  const clues& known_;
  code answer_, of_course_;
  acceptance of_compiler_;
  std::vector<unsigned> likely_;
  std::set<unsigned> as_in_solution_;
  std::vector<hunk> hunks_;
  borrowed more_;
};

}  // namespace

std::optional<edit> edit_that_helps(const std::string& source, const std::string& solution,
                                    const clues& known, const workshop& with) {
  if (!knows_how_to_jump) return std::nullopt;
  return search(source, solution, known, with).edit_that_helps();
}

}  // namespace lockstep::tutor::experiment
