// Where answer and solution take the same values in other steps: what the solution computes from
// the same parameters, in place of an expression of the answer.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "experiment/alignment.hpp"
#include "experiment/edits.hpp"
#include "experiment/expressions.hpp"

namespace lockstep::tutor::experiment {
namespace {

constexpr double least_alike = 0.5;
constexpr std::size_t most_for_an_expression = 3;

std::string packed(const std::string& text) {
  std::string without;
  for (const char c : text)
    if (c != ' ' && c != '(' && c != ')' && c != '\n') without += c;
  return without;
}

// Shared leaves of all.
double alike(const std::set<std::string>& one, const std::set<std::string>& other) {
  std::size_t both = 0;
  for (const std::string& leaf : one) both += other.count(leaf);
  const std::size_t all = one.size() + other.size() - both;
  return all == 0 ? 0 : static_cast<double>(both) / static_cast<double>(all);
}

class values {
 public:
  values(const code& answer, const code& solution, std::vector<edit>& to)
      : code_(answer), solution_(solution), to_(to) {}

  void collect() {
    for (const declaration& one : code_.declarations()) {
      const declaration* const other = one.is_function ? function_like(one, solution_) : nullptr;
      if (other != nullptr) compare(one, *other);
    }
  }

 private:
  struct proposal {
    expression::role is;
    expanded value;
  };

  void compare(const declaration& function, const declaration& other) {
    const auto names = align(code_, function, solution_, other).names;
    const auto of_solution = [&](std::string_view name) -> std::optional<std::string> {
      const auto known = names.find(name);
      if (known != names.end()) return std::string(known->second);
      const bool is_local = std::any_of(
          solution_.variables().begin(), solution_.variables().end(), [&](const variable& one) {
            return one.name == name && other.first <= one.from && one.from <= other.last;
          });
      if (is_local) return std::nullopt;
      return std::string(name);
    };
    const auto itself = [](std::string_view name) { return std::string(name); };
    std::vector<proposal> proposals;
    std::set<std::string> known;
    for (const expression& one : expressions_of(solution_, other)) {
      auto value = expand(solution_, one, of_solution);
      const bool is_one_name = value && value->leaves.size() < 2 && one.first == one.last;
      if (value && !value->leaves.empty() && !is_one_name &&
          known.insert(packed(value->text)).second)
        proposals.push_back({one.is, std::move(*value)});
    }
    const auto here = expressions_of(code_, function);
    for (const expression& one : here) {
      const auto value = expand(code_, one, itself);
      if (value) propose(one, *value, proposals);
    }
  }

  // What both return is the same value, whatever it is made of.
  static bool fits(expression::role here, expression::role there) {
    const auto is_value = [](expression::role of) {
      return of == expression::role::value || of == expression::role::result;
    };
    return here == there || (is_value(here) && is_value(there));
  }

  // Of a function that is the answer's own, and that an expression calls.
  const declaration* called_in(const expression& one) const {
    for (std::size_t i = one.first; i <= one.last; ++i)
      for (const declaration& other : code_.declarations())
        if (other.is_function && other.name == code_.text(i) && code_.is(i + 1, "(") &&
            &other != one.function)
          return &other;
    return nullptr;
  }

  // Where a function computes what it returns: the last assignment to it, else the return.
  unsigned line_of_result(const declaration& of) const {
    std::size_t result = of.body;
    for (std::size_t i = of.body; i < of.last; ++i)
      if (code_.is(i, "return")) result = i;
    std::size_t assigned = result;
    for (std::size_t i = of.body; i < of.last; ++i)
      if (code_.text(i) == code_.text(result + 1) && code_.text(i + 1).ends_with("=") &&
          !code_.is(i + 1, "==") && code_.is(result + 2, ";"))
        assigned = i;
    return code_.line_of(assigned);
  }

  // `size` or `device.clock` in the names that a function's parameters have.
  static expanded in_names(const std::map<std::string, std::string>& parameters, expanded value) {
    for (piece& one : value.pieces) {
      const std::size_t head = std::min(one.text.find('.'), one.text.size());
      const auto known = parameters.find(one.text.substr(0, head));
      if (known != parameters.end()) one.text.replace(0, head, known->second);
    }
    return value;
  }

  // helper(size, block): what the helper returns, in the names of its own parameters, so that all
  // who call it get it.
  bool in_called_function(const expression& one, const expanded& value) {
    const declaration* const helper = called_in(one);
    const bool is_call = helper != nullptr && code_.is(one.first, helper->name) &&
                         code_.partner(one.first + 1) == one.last;
    if (!is_call) return false;
    std::map<std::string, std::string> parameters;
    std::size_t argument = one.first + 2;
    for (std::size_t i = helper->first; i < helper->body; ++i) {
      if (!code_.declares_here(i)) continue;
      if (argument + 1 > one.last || (!code_.is(argument + 1, ",") && argument + 1 != one.last))
        return false;
      parameters[std::string(code_.text(argument))] = std::string(code_.text(i));
      argument += 2;
    }
    std::size_t result = code::npos, end = code::npos;
    for (std::size_t i = helper->body; i < helper->last; ++i)
      if (code_.is(i, "return")) result = i + 1;
    for (end = result; end < helper->last && !code_.is(end, ";");) ++end;
    if (result == code::npos || end <= result) return false;
    std::string by;
    std::size_t done = 0;
    for (const token& word : tokens_of(value.text)) {
      const auto known = parameters.find(std::string(word.text));
      if (known == parameters.end()) continue;
      by += value.text.substr(done, word.offset - done) + known->second;
      done = word.offset + word.text.size();
    }
    edit made;
    made.offset = code_.tokens()[result].offset;
    made.length = code_.end_of(end - 1) - made.offset;
    made.by = "(" + by + value.text.substr(done) + ")";
    made.line = line_of_result(*helper);
    made.cause = fmt::format("what `{}` returns, from @, is to blame", helper->name);
    made.otherwise = "with another value";
    made.rank = 1;
    made.leads_to_solution = true;
    const auto itself = [](std::string_view name) { return std::string(name); };
    if (const auto now = expand(code_, {result, end - 1}, itself)) {
      const unsigned origin = line_of_difference(code_, *now, in_names(parameters, value));
      if (origin != code_.line_of(result)) blame_origin(origin, made);
    }
    to_.push_back(std::move(made));
    return true;
  }

  // What differs may come from a line further up, and then it is that line's.
  static void blame_origin(unsigned line, edit& made) {
    if (line == 0 || line == made.line) return;
    made.line = line;
    made.cause = "what is computed on @ is to blame";
    made.otherwise = "with another value";
  }

  void propose(const expression& one, const expanded& value, const std::vector<proposal>& all) {
    std::vector<std::pair<double, const proposal*>> best;
    for (const proposal& other : all) {
      if (!fits(one.is, other.is) || packed(other.value.text) == packed(value.text)) continue;
      const double how = alike(value.leaves, other.value.leaves);
      const bool are_results =
          one.is == expression::role::result && other.is == expression::role::result;
      if (how >= least_alike || are_results) best.emplace_back(-how, &other);
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (best.size() > most_for_an_expression) best.resize(most_for_an_expression);
    for (const auto& [how, other] : best) {
      if (in_called_function(one, other->value)) continue;
      edit made;
      made.offset = code_.tokens()[one.first].offset;
      made.length = code_.end_of(one.last) - made.offset;
      made.by = "(" + other->value.text + ")";
      made.line = code_.line_of(one.first);
      const std::string text = code_.text(one.first, one.last);
      constexpr std::size_t longest = 48;
      const bool is_short = text.size() <= longest && text.find('\n') == std::string::npos;
      made.cause = is_short ? "`" + text + "` on @ is to blame" : "the expression on @ is to blame";
      made.otherwise = "computed differently";
      // If the solution calls it, too, what differs is what is made of it.
      const declaration* const called = called_in(one);
      if (called != nullptr && other->value.text.find(called->name) == std::string::npos) {
        made.cause = fmt::format("what `{}` returns, from @, is to blame", called->name);
        made.line = line_of_result(*called);
      } else {
        blame_origin(line_of_difference(code_, value, other->value), made);
      }
      made.rank = how < -0.99 ? 1 : 2;
      made.leads_to_solution = true;
      to_.push_back(std::move(made));
    }
  }

  const code& code_;
  const code& solution_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_values(const code& answer, const code& solution, std::vector<edit>& to) {
  values(answer, solution, to).collect();
}

}  // namespace lockstep::tutor::experiment
