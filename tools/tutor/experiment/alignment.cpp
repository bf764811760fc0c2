#include "experiment/alignment.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep::tutor::experiment {
namespace {

using names_of = std::map<std::string_view, std::string_view>;

bool is_variable(const code& of, std::size_t i) {
  return of.declares_here(i) || of.variable_at(i) != nullptr;
}

class aligner {
 public:
  aligner(const code& answer, const declaration& function, const code& solution,
          const declaration& solution_function)
      : answer_(answer),
        solution_(solution),
        a_(function),
        s_(solution_function),
        rows_(a_.last - a_.body + 1),
        columns_(s_.last - s_.body + 1) {
    for (std::size_t i = 0; i < rows_; ++i)
      a_is_variable_.push_back(is_variable(answer, a_.body + i));
    for (std::size_t j = 0; j < columns_; ++j)
      s_is_variable_.push_back(is_variable(solution, s_.body + j));
  }

  alignment found() {
    names_ = parameters();
    match();  // variables by their places
    names_ = by_votes();
    has_names_ = true;
    match();  // variables by their names
    return {differences(), names_};
  }

 private:
  // Parameters of functions with as many of them, by their order.
  names_of parameters() const {
    const auto of = [](const code& in, const declaration& function) {
      std::vector<std::string_view> all;
      for (std::size_t i = function.first; i < function.body; ++i)
        if (in.declares_here(i)) all.push_back(in.text(i));
      return all;
    };
    const auto here = of(answer_, a_), there = of(solution_, s_);
    names_of names;
    if (here.size() == there.size())
      for (std::size_t i = 0; i < here.size(); ++i) names[there[i]] = here[i];
    return names;
  }

  // How well two tokens fit; 0: not at all.
  int fit(std::size_t i, std::size_t j) const {
    const auto here = answer_.text(a_.body + i), there = solution_.text(s_.body + j);
    if (a_is_variable_[i] != s_is_variable_[j]) return 0;
    if (!a_is_variable_[i]) {
      if (here != there) return 0;
      return answer_.tokens()[a_.body + i].is == token::kind::symbol ? 2 : 6;
    }
    const auto known = names_.find(there);
    if (known != names_.end()) return known->second == here ? 6 : 0;
    if (has_names_) return 0;
    return here == there ? 4 : 1;
  }

  void match() {
    std::vector<int> best((rows_ + 1) * (columns_ + 1));
    const auto at = [&](std::size_t i, std::size_t j) -> int& {
      return best[i * (columns_ + 1) + j];
    };
    for (std::size_t i = rows_; i-- > 0;)
      for (std::size_t j = columns_; j-- > 0;) {
        const int points = fit(i, j);
        at(i, j) = std::max(at(i + 1, j), at(i, j + 1));
        if (points > 0) at(i, j) = std::max(at(i, j), points + at(i + 1, j + 1));
      }
    pairs_.clear();
    for (std::size_t i = 0, j = 0; i < rows_ && j < columns_;) {
      const int points = fit(i, j);
      if (points > 0 && at(i, j) == points + at(i + 1, j + 1))
        pairs_.emplace_back(i++, j++);
      else if (at(i, j) == at(i + 1, j))
        ++i;
      else
        ++j;
    }
  }

  // Each name of the solution goes to the name that stands most often in its places.
  names_of by_votes() const {
    std::map<std::pair<std::string_view, std::string_view>, int> votes;
    for (const auto& [i, j] : pairs_)
      if (a_is_variable_[i]) ++votes[{solution_.text(s_.body + j), answer_.text(a_.body + i)}];
    std::vector<std::pair<int, std::pair<std::string_view, std::string_view>>> in_order;
    for (const auto& [names, count] : votes) in_order.push_back({-count, names});
    std::sort(in_order.begin(), in_order.end());
    names_of names = names_;
    std::set<std::string_view> taken;
    for (const auto& one : names) taken.insert(one.second);
    for (const auto& [count, pair] : in_order)
      if (names.count(pair.first) == 0 && taken.insert(pair.second).second)
        names[pair.first] = pair.second;
    return names;
  }

  std::vector<difference> differences() const {
    std::vector<difference> found;
    std::size_t i = 0, j = 0;
    const auto up_to = [&](std::size_t next_i, std::size_t next_j) {
      if (next_i > i || next_j > j)
        found.push_back({a_.body + i, a_.body + next_i, s_.body + j, s_.body + next_j});
      i = next_i + 1;
      j = next_j + 1;
    };
    for (const auto& [next_i, next_j] : pairs_) up_to(next_i, next_j);
    up_to(rows_, columns_);
    for (std::size_t d = 0; d < found.size(); ++d)
      put_between_statements(found[d], d == 0 ? a_.body : found[d - 1].end);
    return found;
  }

  // `if (` belongs to what is missing and not to what follows it, where both have it: an insertion
  // that could as well stand further up, but not above `from`, goes to where whole statements do.
  void put_between_statements(difference& one, std::size_t from) const {
    const auto ends_statement = [](const code& of, std::size_t i) {
      return of.is(i, ";") || of.is(i, "{") || of.is(i, "}");
    };
    if (one.first != one.end || one.solution_first == one.solution_end) return;
    for (difference moved = one; moved.first > from && moved.solution_first > s_.body;) {
      const bool is_between = ends_statement(answer_, moved.first - 1);
      if (is_between && ends_statement(solution_, moved.solution_end - 1) && is_closed(moved)) {
        one = moved;
        return;
      }
      if (is_between || fit(moved.first - 1 - a_.body, moved.solution_end - 1 - s_.body) == 0)
        return;
      moved = {moved.first - 1, moved.end - 1, moved.solution_first - 1, moved.solution_end - 1};
    }
  }

  // All of its brackets open and close within it.
  bool is_closed(const difference& one) const {
    for (std::size_t j = one.solution_first; j < one.solution_end; ++j) {
      const std::size_t other = solution_.partner(j);
      if (other != code::npos && (other < one.solution_first || other >= one.solution_end))
        return false;
    }
    return true;
  }

  const code& answer_;
  const code& solution_;
  const declaration& a_;
  const declaration& s_;
  std::size_t rows_, columns_;
  std::vector<bool> a_is_variable_, s_is_variable_;
  names_of names_;
  bool has_names_ = false;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// Which changes nothing, or nothing at all.
bool is_const_alone(const code& in, std::size_t first, std::size_t end) {
  return first == end || (first + 1 == end && in.is(first, "const"));
}

}  // namespace

const declaration* function_like(const declaration& one, const code& in) {
  const declaration* only = nullptr;
  unsigned alike = 0;
  for (const declaration& other : in.declarations()) {
    if (!other.is_function) continue;
    if (other.name == one.name) return &other;
    if (other.is_device != one.is_device) continue;
    only = &other;
    ++alike;
  }
  return alike == 1 ? only : nullptr;
}

alignment align(const code& answer, const declaration& function, const code& solution,
                const declaration& solution_function) {
  return aligner(answer, function, solution, solution_function).found();
}

std::set<unsigned> lines_as_in(const code& answer, const code& solution) {
  constexpr unsigned least_tokens = 6;
  std::set<unsigned> lines, others;
  for (const declaration& one : answer.declarations()) {
    const declaration* const like = one.is_function ? function_like(one, solution) : nullptr;
    if (like == nullptr) continue;
    std::map<unsigned, unsigned> tokens;  // by line
    for (std::size_t i = one.body; i <= one.last; ++i) ++tokens[answer.line_of(i)];
    for (const auto& [line, count] : tokens)
      if (count >= least_tokens) lines.insert(line);
    for (const difference& all : align(answer, one, solution, *like).differences) {
      if (is_const_alone(answer, all.first, all.end) &&
          is_const_alone(solution, all.solution_first, all.solution_end))
        continue;
      const std::size_t first = all.first == all.end ? all.first - 1 : all.first,
                        end = std::min(all.first == all.end ? all.end + 1 : all.end, one.last);
      for (std::size_t i = first; i < end; ++i) others.insert(answer.line_of(i));
    }
  }
  for (const unsigned line : others) lines.erase(line);
  return lines;
}

bool share_brackets(const code& answer, const code& solution, const difference& one,
                    const difference& other) {
  const auto have_partner = [](const code& in, std::size_t first, std::size_t end,
                               std::size_t other_first, std::size_t other_end) {
    for (std::size_t i = first; i < end; ++i)
      if (other_first <= in.partner(i) && in.partner(i) < other_end) return true;
    return false;
  };
  return have_partner(answer, one.first, one.end, other.first, other.end) ||
         have_partner(solution, one.solution_first, one.solution_end, other.solution_first,
                      other.solution_end);
}

}  // namespace lockstep::tutor::experiment
