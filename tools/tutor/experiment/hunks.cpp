#include "experiment/hunks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "experiment/alignment.hpp"
#include "experiment/quotes.hpp"
#include "experiment/translation.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::experiment {
namespace {

class function_hunks {
 public:
  function_hunks(const code& answer, const code& solution, const declaration& function,
                 const declaration& other)
      : code_(answer),
        solution_(solution),
        function_(function),
        other_(other),
        found_(align(answer, function, solution, other)),
        translated_(answer, solution, found_.names) {}

  void collect(std::vector<hunk>& to) const {
    const auto& all = found_.differences;
    for (std::size_t d = 0; d < all.size();) {
      std::size_t end = d + 1;
      for (std::size_t e = end; e < all.size(); ++e)
        if (belongs_to(d, e)) end = e + 1;
      for (std::size_t e = d + 1; e < end; ++e) {
        for (std::size_t f = end; f < all.size(); ++f)
          if (belong_together(all[e], all[f])) end = f + 1;
      }
      while (end < all.size() && opens(d, end) != 0) ++end;
      if (const hunk made = of(d, end); !made.changes.empty()) to.push_back(made);
      d = end;
    }
    add_pragmas(to);
  }

 private:
  bool belongs_to(std::size_t d, std::size_t e) const {
    return belong_together(found_.differences[d], found_.differences[e]);
  }

  // In one statement, or with the two brackets of a pair.
  bool belong_together(const difference& one, const difference& other) const {
    const bool share_a_line = !is_between_statements(one) && !is_between_statements(other) &&
                              last_line(one) >= first_line(other);
    return share_a_line || is_in_statement_of(one, other) ||
           share_brackets(code_, solution_, one, other);
  }

  // Braces that more are opened by the answer's side than by the solution's.
  int opens(std::size_t d, std::size_t end) const {
    int sum = 0;
    const auto add = [&](const code& in, std::size_t first, std::size_t last, int sign) {
      for (std::size_t i = first; i < last; ++i)
        sum += in.is(i, "{") ? sign : in.is(i, "}") ? -sign : 0;
    };
    for (; d < end; ++d) {
      const difference& one = found_.differences[d];
      add(code_, one.first, one.end, 1);
      add(solution_, one.solution_first, one.solution_end, -1);
    }
    return sum;
  }

  bool is_between_statements(const difference& one) const {
    return one.first == one.end && (code_.is(one.first - 1, ";") || code_.is(one.first - 1, "{") ||
                                    code_.is(one.first - 1, "}"));
  }

  unsigned first_line(const difference& one) const {
    return code_.line_of(one.first == one.end ? one.first - 1 : one.first);
  }
  unsigned last_line(const difference& one) const {
    return code_.line_of(one.first == one.end ? one.first : one.end - 1);
  }

  bool is_in_statement_of(const difference& one, const difference& other) const {
    return std::any_of(
        code_.statements().begin(), code_.statements().end(), [&](const statement& of) {
          const auto holds = [&](const difference& part) {
            return of.begin <= part.first && part.first <= of.last && !is_between_statements(part);
          };
          return holds(one) && holds(other);
        });
  }

  hunk of(std::size_t d, std::size_t end) const {
    const difference& first = found_.differences[d];
    hunk made;
    std::set<unsigned> lines;
    for (std::size_t e = d; e < end; ++e) {
      const difference& one = found_.differences[e];
      if (one.first == 0 || one.end > function_.last) return {};
      add_lines(one, lines);
      made.tokens += one.end - one.first + one.solution_end - one.solution_first;
      replacement change;
      change.offset =
          one.first == one.end ? code_.end_of(one.first - 1) : code_.tokens()[one.first].offset;
      change.length = one.first == one.end ? 0 : code_.end_of(one.end - 1) - change.offset;
      change.by = " " + translated_.of(one.solution_first, one.solution_end) + " ";
      made.changes.push_back(std::move(change));
    }
    if (lines.empty()) lines.insert(first_line(first));  // braces alone
    made.lines.assign(lines.begin(), lines.end());
    made.is_missing =
        end == d + 1 && is_between_statements(first) &&
        (solution_.is(first.solution_end - 1, ";") || solution_.is(first.solution_end - 1, "}"));
    if (made.is_missing) {
      // An `else` belongs to what stands before it.
      made.is_missing_after =
          code_.is(first.first, "}") || solution_.is(first.solution_first, "else");
      made.lines = {made.is_missing_after ? first_line(first) : last_line(first)};
    } else {
      quote(d, end, made);
    }
    return made;
  }

  void quote(std::size_t d, std::size_t end, hunk& made) const {
    std::vector<const difference*> all;
    for (std::size_t e = d; e < end; ++e)
      if (!is_of_braces(found_.differences[e])) all.push_back(&found_.differences[e]);
    if (all.size() == 1 && all[0]->first == all[0]->end && !is_between_statements(*all[0]))
      made.what_is_missing = missing_at(code_, solution_, *all[0]);
    // What goes around a line is no part of it.
    const auto end_of_parts = std::remove_if(
        all.begin(), all.end(), [&](const difference* one) { return is_between_statements(*one); });
    if (end_of_parts == all.end() || made.lines.size() == 1) {
      all.erase(end_of_parts, all.end());
      made.parts = parts_of(code_, all);
    }
  }

  bool is_of_braces(const difference& one) const {
    for (std::size_t i = one.first; i < one.end; ++i)
      if (!code_.is(i, "{") && !code_.is(i, "}")) return false;
    return inserts_braces(one);
  }

  // Those in which more than a brace differs.
  void add_lines(const difference& one, std::set<unsigned>& lines) const {
    if (one.first == one.end && !inserts_braces(one)) lines.insert(first_line(one));
    for (std::size_t i = one.first; i < one.end; ++i)
      if (!code_.is(i, "{") && !code_.is(i, "}")) lines.insert(code_.line_of(i));
  }

  bool inserts_braces(const difference& one) const {
    for (std::size_t j = one.solution_first; j < one.solution_end; ++j)
      if (!solution_.is(j, "{") && !solution_.is(j, "}")) return false;
    return true;
  }

  // Pragmas are no tokens: they belong to the token behind them.
  void add_pragmas(std::vector<hunk>& to) const {
    std::size_t i = function_.body, j = other_.body;
    const auto up_to = [&](std::size_t end) {
      for (; i < end; ++i, ++j) add_pragma(i, j, to);
    };
    for (const difference& one : found_.differences) {
      up_to(one.first);
      i = one.end;
      j = one.solution_end;
    }
    up_to(function_.last);
  }

  void add_pragma(std::size_t here, std::size_t there, std::vector<hunk>& to) const {
    const auto says = solution_.pragma_before(there);
    const auto own = std::find_if(code_.pragmas().begin(), code_.pragmas().end(),
                                  [&](const pragma& one) { return one.before == here; });
    const bool is_there = own != code_.pragmas().end();
    if (is_there ? own->says == says : says.empty()) return;
    hunk made;
    made.tokens = 2;
    made.lines = {code_.line_of(here) - (is_there ? 1 : 0)};
    if (is_there)
      made.changes.push_back({own->offset, own->text.size(),
                              says.empty() ? std::string() : "#pragma " + std::string(says)});
    else
      made.changes.push_back(
          {code_.tokens()[here].offset, 0, "_Pragma(\"" + std::string(says) + "\") "});
    to.push_back(std::move(made));
  }

  const code& code_;
  const code& solution_;
  const declaration& function_;
  const declaration& other_;
  alignment found_;
  translation translated_;
};

std::string text_of(const code& of, const declaration& one) { return of.text(one.first, one.last); }

const declaration* named(const code& in, std::string_view name) {
  const auto& all = in.declarations();
  const auto found = std::find_if(all.begin(), all.end(), [&](const declaration& one) {
    return !name.empty() && one.name == name;
  });
  return found == all.end() ? nullptr : &*found;
}

// Constants that both have.
void add_constants(const code& answer, const code& solution, std::vector<hunk>& to) {
  for (const declaration& one : answer.declarations()) {
    const declaration* const other = one.is_function ? nullptr : named(solution, one.name);
    if (other == nullptr || other->is_function) continue;
    if (text_of(answer, one) == text_of(solution, *other)) continue;
    const std::size_t offset = answer.tokens()[one.first].offset;
    hunk made;
    made.changes.push_back({offset, answer.end_of(one.last) - offset, text_of(solution, *other)});
    made.lines = {answer.line_of(one.first)};
    made.tokens = 2;
    to.push_back(std::move(made));
  }
}

// The two that stand nearest to each other become one.
void merge_nearest(std::vector<hunk>& all) {
  const auto distance = [&](std::size_t h) {
    return static_cast<long>(all[h + 1].lines.front()) - static_cast<long>(all[h].lines.back());
  };
  std::size_t nearest = 0;
  for (std::size_t h = 1; h + 1 < all.size(); ++h)
    if (distance(h) < distance(nearest)) nearest = h;
  hunk &one = all[nearest], &other = all[nearest + 1];
  one.changes.insert(one.changes.end(), other.changes.begin(), other.changes.end());
  std::set<unsigned> lines(one.lines.begin(), one.lines.end());
  lines.insert(other.lines.begin(), other.lines.end());
  one.lines.assign(lines.begin(), lines.end());
  one.is_missing = false;
  one.what_is_missing.clear();
  const bool are_quoted = !one.parts.empty() && !other.parts.empty();
  if (are_quoted)
    one.parts.insert(one.parts.end(), other.parts.begin(), other.parts.end());
  else
    one.parts.clear();
  one.tokens += other.tokens;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(nearest) + 1);
}

// `__syncthreads();` and nothing else.
bool is_a_barrier(const std::string& statement) {
  const std::string text = trimmed(statement);
  return text.starts_with("__sync") && text.find(';') == text.size() - 1;
}

}  // namespace

std::vector<hunk> hunks_between(const code& answer, const code& solution, std::size_t most) {
  std::vector<hunk> all;
  add_constants(answer, solution, all);
  for (const declaration& one : answer.declarations()) {
    if (!one.is_function) continue;
    const declaration* const other = function_like(one, solution);
    if (other != nullptr) function_hunks(answer, solution, one, *other).collect(all);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const hunk& a, const hunk& b) { return a.lines.front() < b.lines.front(); });
  while (all.size() > most) merge_nearest(all);
  return all;
}

borrowed only_in_solution(const code& answer, const code& solution) {
  borrowed found;
  for (const declaration& one : solution.declarations())
    if (!one.name.empty() && named(answer, one.name) == nullptr)
      found.declarations += text_of(solution, one) + "\n";
  std::istringstream lines{std::string(solution.source())};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#include") && answer.source().find(line) == std::string_view::npos)
      found.includes += line + "\n";
  return found;
}

edit edit_of(const std::vector<const hunk*>& hunks) {
  edit made;
  std::set<unsigned> lines;
  bool are_quoted = true;
  for (const hunk* const one : hunks) {
    made.more.insert(made.more.end(), one->changes.begin(), one->changes.end());
    lines.insert(one->lines.begin(), one->lines.end());
    are_quoted = are_quoted && !one->parts.empty();
    made.parts.insert(made.parts.end(), one->parts.begin(), one->parts.end());
  }
  if (!are_quoted) made.parts.clear();
  if (made.more.empty()) return made;
  made.lines.assign(lines.begin(), lines.end());
  made.line = made.lines.front();
  made.offset = made.more.back().offset;
  made.length = made.more.back().length;
  made.by = made.more.back().by;
  made.more.pop_back();
  made.leads_to_solution = true;
  made.cause = "@ is to blame";
  made.otherwise = "with something else there";
  made.rank = 2;
  if (made.lines.size() == 1 && made.parts.size() == 1)
    made.cause = "`" + made.parts.front().text + "` on @ is to blame";
  if (hunks.size() == 1 && !hunks.front()->what_is_missing.empty()) {
    made.cause = hunks.front()->what_is_missing;
    made.otherwise = "with it";
  }
  if (hunks.size() == 1 && hunks.front()->is_missing) {
    const bool is_after = hunks.front()->is_missing_after;
    if (is_a_barrier(made.by))
      made.cause = is_after ? "a barrier is missing after @" : "a barrier is missing before @";
    else
      made.cause = is_after ? "a statement is missing after @" : "a statement is missing before @";
    made.otherwise = "with one there";
    made.adds_statement = true;
  }
  return made;
}

bool is_a_place(const code& answer, const edit& one) {
  constexpr std::size_t few = 4;
  std::set<unsigned> around;  // lines of the functions that it changes
  for (const declaration& function : answer.declarations()) {
    const bool holds = std::any_of(one.lines.begin(), one.lines.end(), [&](unsigned line) {
      return answer.line_of(function.first) <= line && line <= answer.line_of(function.last);
    });
    if (!function.is_function || !holds) continue;
    for (std::size_t i = function.body + 1; i < function.last; ++i)
      if (!answer.is(i, "}")) around.insert(answer.line_of(i));
  }
  const std::size_t count = one.lines.size();
  if (around.empty() || count == 1) return true;  // a constant, or a line
  return count <= std::max(few, around.size() / 3) && 3 * count <= 2 * around.size();
}

}  // namespace lockstep::tutor::experiment
