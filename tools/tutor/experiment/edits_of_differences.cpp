// Where the answer differs from the course's solution: what the solution says there, in the
// answer's own names, for one difference at a time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>

#include "experiment/alignment.hpp"
#include "experiment/edits.hpp"
#include "experiment/quotes.hpp"
#include "experiment/translation.hpp"

namespace lockstep::tutor::experiment {
namespace {

// A whole algorithm that is exchanged says nothing about a line.
constexpr std::size_t most_tokens_replaced = 40, most_tokens_by = 60;
constexpr unsigned most_lines = 2;

// Brackets that open less brackets that close, of each kind.
std::array<int, 3> open_brackets(const std::string& text) {
  std::array<int, 3> open = {};
  for (const char c : text) {
    const auto at = std::string("()[]{}").find(c);
    if (at != std::string::npos) open[at / 2] += at % 2 == 0 ? 1 : -1;
  }
  return open;
}

class differences {
 public:
  differences(const code& answer, const code& solution, const declaration& function,
              const declaration& solution_function, std::vector<edit>& to)
      : code_(answer),
        solution_(solution),
        function_(function),
        to_(to),
        found_(align(answer, function, solution, solution_function)),
        translated_(answer, solution, found_.names) {}

  void collect() {
    const auto groups = closed_groups();
    for (const auto& group : groups) add(group);
    for (std::size_t d = 0; d < found_.differences.size(); ++d) add_first_operand(d);
    // What stands in neighbouring places may be one idea: a condition and its statement.
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
      auto both = groups[g];
      both.insert(groups[g + 1].begin(), groups[g + 1].end());
      add(both);
    }
  }

 private:
  using group = std::set<std::size_t>;  // of found_.differences

  // Differences that hold the two brackets of a pair belong together.
  std::vector<group> closed_groups() const {
    const auto& all = found_.differences;
    std::vector<std::size_t> root(all.size());
    for (std::size_t d = 0; d < all.size(); ++d) root[d] = d;
    const auto root_of = [&](std::size_t d) {
      while (root[d] != d) d = root[d];
      return d;
    };
    for (std::size_t d = 0; d < all.size(); ++d)
      for (std::size_t e = d + 1; e < all.size(); ++e)
        if (share_brackets(code_, solution_, all[d], all[e])) root[root_of(e)] = root_of(d);
    std::map<std::size_t, group> by_root;
    for (std::size_t d = 0; d < all.size(); ++d) by_root[root_of(d)].insert(d);
    std::vector<group> groups;
    for (auto& one : by_root) groups.push_back(std::move(one.second));
    return groups;
  }

  // `blockDim.x` of `blockDim.x / 2`: the rest of the answer may do the dividing.
  void add_first_operand(std::size_t d) {
    const difference whole = found_.differences[d];
    std::size_t end = whole.solution_first;
    while (end < whole.solution_end &&
           !(solution_.tokens()[end].is == token::kind::symbol &&
             solution_.tokens()[end].blank_before && solution_.tokens()[end].blank_after))
      ++end;
    if (whole.first == whole.end || end == whole.solution_first || end == whole.solution_end)
      return;
    found_.differences[d].solution_end = end;
    add({d});
    found_.differences[d] = whole;
  }

  void add(const group& of) {
    const difference& first = found_.differences[*of.begin()];
    const difference& last = found_.differences[*of.rbegin()];
    std::string by;
    std::size_t replaced = 0, inserted = 0;
    for (std::size_t d = *of.begin(), i = first.first; d <= *of.rbegin(); ++d) {
      const difference& one = found_.differences[d];
      if (i < one.first) by += kept(i, one.first);
      by += ' ';
      by += of.count(d) > 0 ? as_answer(one) : kept(one.first, one.end);
      i = one.end;
      if (of.count(d) == 0) continue;
      replaced += one.end - one.first;
      inserted += one.solution_end - one.solution_first;
    }
    if (replaced > most_tokens_replaced || inserted > most_tokens_by || first.first == 0) return;
    edit made;
    const bool is_insertion = replaced == 0 && of.size() == 1;
    const std::size_t begins = is_insertion ? first.first - 1 : first.first;
    made.offset = is_insertion ? code_.end_of(begins) : offset_of(begins);
    const std::size_t end = is_insertion              ? made.offset
                            : last.end == first.first ? made.offset
                                                      : code_.end_of(last.end - 1);
    if (end < made.offset || last.end > function_.last) return;
    made.length = end - made.offset;
    made.by = by + ' ';
    const std::string before(code_.source().substr(made.offset, made.length));
    if (open_brackets(before) != open_brackets(made.by)) return;
    explain(first, last, is_insertion, inserted == 0, replaced == 0, made);
    if (!is_insertion) name_all_lines(of, made);
    const std::size_t line_of_end = code_.line_of(std::max(last.end, first.first + 1) - 1);
    if (line_of_end > code_.line_of(begins) + most_lines - 1) return;
    made.rank = of.size() == 1 && replaced + inserted <= 12 ? 0 : 1;
    made.leads_to_solution = true;
    to_.push_back(std::move(made));
  }

  void explain(const difference& first, const difference& last, bool is_insertion, bool is_removal,
               bool is_kept, edit& made) const {
    if (is_insertion && follows_statement(first.first) &&
        first.solution_end == first.solution_first + 1 &&
        solution_.is(first.solution_first, "__shared__")) {
      made.line = code_.line_of(first.first);
      made.cause = fmt::format("`{}` on @ is local to each thread: `__shared__` is missing",
                               name_declared_at(first.first));
      made.otherwise = "with it";
      return;
    }
    if (is_insertion && follows_statement(first.first)) {
      const bool is_barrier = made.by.find("__sync") != std::string::npos;
      // An `else` belongs to what stands before it.
      const bool is_at_end =
          code_.is(first.first, "}") || solution_.is(first.solution_first, "else");
      made.line = code_.line_of(is_at_end ? first.first - 1 : first.first);
      if (is_at_end)
        made.cause = is_barrier ? "a barrier is missing after @" : "a statement is missing after @";
      else
        made.cause =
            is_barrier ? "a barrier is missing before @" : "a statement is missing before @";
      made.otherwise = "with one there";
      made.adds_statement = true;
      return;
    }
    if (is_insertion) {
      made.line = code_.line_of(first.first - 1);
      made.cause = missing_at(code_, solution_, first);
      made.otherwise = "with it";
      return;
    }
    made.line = code_.line_of(first.first);
    blame_expression(first, last, is_kept, made);
    made.otherwise = is_removal ? "without it" : "with something else there";
  }

  void blame_expression(const difference& first, const difference& last, bool is_kept,
                        edit& made) const {
    const std::size_t end = std::max(last.end, first.first + 1);
    const std::string text = expression_around(code_, first.first, end - 1, is_kept);
    made.cause = text.empty() ? "@ is to blame" : "`" + text + "` on @ is to blame";
  }

  bool is_between_statements(const difference& one) const {
    return one.first == one.end && follows_statement(one.first);
  }
  bool follows_statement(std::size_t i) const {
    return code_.is(i - 1, ";") || code_.is(i - 1, "{") || code_.is(i - 1, "}");
  }

  // Of two differences that put a statement elsewhere, the one that takes it away; otherwise null.
  const difference* taken_elsewhere(const group& of) const {
    if (of.size() != 2) return nullptr;
    const auto is_taken = [&](const difference& from, const difference& to) {
      return from.first < from.end && from.solution_first == from.solution_end &&
             to.first == to.end && code_.is(from.end - 1, ";") &&
             without_blanks(code_.text(from.first, from.end - 1)) == without_blanks(as_answer(to));
    };
    const difference &one = found_.differences[*of.begin()],
                     &other = found_.differences[*std::next(of.begin())];
    return is_taken(one, other) ? &one : is_taken(other, one) ? &other : nullptr;
  }

  // What helps only together is to blame together.
  void name_all_lines(const group& of, edit& made) const {
    if (const difference* const taken = taken_elsewhere(of)) {
      const std::string text = expression_around(code_, taken->first, taken->end - 1, false);
      made.line = code_.line_of(taken->first);
      made.cause = text.empty() ? "the statement on @ is in the wrong place"
                                : "`" + text + "` on @ is in the wrong place";
      made.otherwise = "elsewhere";
      return;
    }
    std::set<unsigned> lines;
    std::set<std::string> exchanged;  // "x" for "y", "y" for "x"
    std::vector<const difference*> all;
    for (const std::size_t d : of) {
      const difference& one = found_.differences[d];
      // What goes before a line is no part of it.
      if (is_between_statements(one) && of.size() > 1) continue;
      all.push_back(&one);
      lines.insert(code_.line_of(one.first == one.end ? one.first - 1 : one.first));
      const bool is_of_word = one.end == one.first + 1 && code_.is(one.first - 1, ".");
      exchanged.insert(is_of_word ? code_.text(one.first, one.first) + as_answer(one) : "");
    }
    if (lines.size() > 1) {
      made.lines.assign(lines.begin(), lines.end());
      made.parts = parts_of(code_, all);
      made.cause = "@ is to blame";
    } else if (all.size() < of.size() && !all.empty()) {
      made.line = *lines.begin();
      blame_expression(*all.front(), *all.back(), false, made);
    }
    if (exchanged != std::set<std::string>{"xy", "yx"}) return;
    made.cause = "x and y are exchanged on @";
    made.otherwise = "the other way round";
  }

  std::string_view name_declared_at(std::size_t i) const {
    for (; i < function_.last && !code_.is(i, ";"); ++i)
      if (code_.declares_here(i)) return code_.text(i);
    return "the variable";
  }

  static std::string without_blanks(std::string text) {
    std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
    return text;
  }

  std::size_t offset_of(std::size_t i) const { return code_.tokens()[i].offset; }

  // The answer's tokens from `first` up to `end`, without it.
  std::string kept(std::size_t first, std::size_t end) const {
    return first < end ? " " + code_.text(first, end - 1) : std::string();
  }

  std::string as_answer(const difference& one) const {
    return translated_.of(one.solution_first, one.solution_end);
  }

  const code& code_;
  const code& solution_;
  const declaration& function_;
  std::vector<edit>& to_;
  alignment found_;
  translation translated_;
};

}  // namespace

void add_edits_of_differences(const code& answer, const code& solution, std::vector<edit>& to) {
  for (const declaration& one : answer.declarations()) {
    if (!one.is_function) continue;
    const declaration* const other = function_like(one, solution);
    if (other != nullptr) differences(answer, solution, one, *other, to).collect();
  }
}

}  // namespace lockstep::tutor::experiment
