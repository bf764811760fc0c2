#include "experiment/acceptance.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lockstep::tutor::experiment {
namespace {

using name_set = std::set<std::string, std::less<>>;

void add_names(const code& of, name_set& local, name_set& global) {
  for (const variable& one : of.variables()) local.emplace(one.name);
  for (const declaration& one : of.declarations()) global.emplace(one.name);
}

bool are_brackets_paired(const code& all) {
  static const std::map<std::string_view, std::string_view> pairs = {
      {"(", ")"}, {"[", "]"}, {"{", "}"}, {")", "("}, {"]", "["}, {"}", "{"}};
  for (std::size_t i = 0; i < all.tokens().size(); ++i) {
    const auto bracket = pairs.find(all.text(i));
    if (bracket == pairs.end()) continue;
    if (all.partner(i) == code::npos || !all.is(all.partner(i), bracket->second)) return false;
  }
  return true;
}

// As many `<<<` as `>>>`, and `?` as before for each `:` that no label and no loop has.
bool are_operators_paired(const code& all) {
  long launches = 0, choices = 0;
  for (std::size_t i = 0; i < all.tokens().size(); ++i) {
    launches += all.is(i, "<<<") ? 1 : all.is(i, ">>>") ? -1 : 0;
    choices += all.is(i, "?") ? 1 : all.is(i, ":") ? -1 : 0;
    choices += all.is(i, "case") || all.is(i, "default") ? 1 : 0;
    const bool is_loop = all.is(i, "for") && all.is(i + 1, "(");
    if (!is_loop || all.partner(i + 1) == code::npos) continue;
    bool has_semicolon = false;
    for (std::size_t k = i + 1; k < all.partner(i + 1); ++k)
      has_semicolon = has_semicolon || all.is(k, ";");
    choices += has_semicolon ? 0 : 1;
  }
  return launches == 0 && choices == 0;
}

bool is_declared_twice(const code& all) {
  std::set<std::pair<std::string_view, std::size_t>> seen;  // name, end of the block
  return std::any_of(all.variables().begin(), all.variables().end(), [&](const variable& one) {
    return !seen.insert({one.name, one.to}).second;
  });
}

bool is_member(const code& all, std::size_t i) {
  return i > 0 && (all.is(i - 1, ".") || all.is(i - 1, "->") || all.is(i - 1, "::"));
}

bool is_const(const code& all, const variable& one) {
  if (one.type.ends_with("*")) return false;
  for (std::size_t k = one.from; k-- > 0 && !all.is(k, ";") && !all.is(k, ",") && !all.is(k, "(") &&
                                 !all.is(k, "{") && !all.is(k, "}");)
    if (all.is(k, "const") || all.is(k, "constexpr")) return true;
  return false;
}

bool is_assigned(const code& all, std::size_t i) {
  static const std::set<std::string_view> assigns = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  return assigns.count(all.text(i + 1)) > 0 ||
         (i > 0 && (all.is(i - 1, "++") || all.is(i - 1, "--")));
}

// `x[i]` or `x.y` of a number.
bool is_used_as_more(const code& all, std::size_t i, const variable& one) {
  static const std::set<std::string_view> numbers = {"integer", "float", "double"};
  const bool has_parts = all.is(i + 1, "[") || all.is(i + 1, ".") || all.is(i + 1, "->");
  return has_parts && numbers.count(one.type) > 0;
}

bool is_operator_for_numbers(std::string_view text) {
  static const std::set<std::string_view> all = {"+",  "-",  "*",  "/",  "%", "<", ">",
                                                 "<=", ">=", "==", "!=", "&", "|"};
  return all.count(text) > 0;
}

bool is_before_statement(std::string_view text) {
  static const std::set<std::string_view> all = {";", "{", "}", ")", "else", "do", ":"};
  return all.count(text) > 0;
}

// `sums == 0` of a vector or dim3.
bool is_used_as_number(const code& all, std::size_t i, const variable& one) {
  const bool is_object = one.type == "vector" || one.type == "dim3";
  return is_object && is_operator_for_numbers(all.text(i + 1));
}

// `min(a)`, or `min(a, b, c)`, which takes the third one for a comparison; `(return x)`.
bool is_misused(const code& all, std::size_t i) {
  if (all.is(i, "return")) return i > 0 && !is_before_statement(all.text(i - 1));
  if ((!all.is(i, "min") && !all.is(i, "max")) || !all.is(i + 1, "(")) return false;
  const std::size_t end = all.partner(i + 1);
  std::size_t commas = 0;
  for (std::size_t k = i + 2; end != code::npos && k < end; ++k) {
    if (all.is(k, "{")) return false;  // a list
    if (all.is(k, ",")) ++commas;
    if ((all.is(k, "(") || all.is(k, "[")) && all.partner(k) != code::npos) k = all.partner(k);
  }
  return commas != 1;
}

}  // namespace

acceptance::acceptance(const code& answer, const code& solution) : answer_(answer) {
  add_names(answer, local_, global_);
  add_names(solution, local_, global_);
  std::set<std::string, std::less<>> not_called;
  for (std::size_t i = 0; i < answer.tokens().size(); ++i) {
    if (answer.tokens()[i].is != token::kind::word) continue;
    (answer.is(i + 1, "(") ? called_ : not_called).emplace(answer.text(i));
  }
  for (const std::string& name : not_called) called_.erase(name);
}

bool acceptance::may_be(const edit& one) const {
  const auto parts = replacements_of(one);
  std::string text;  // of the declarations that it changes
  std::size_t count = 0;
  for (const declaration& changed : answer_.declarations()) {
    const std::size_t begin = answer_.tokens()[changed.first].offset,
                      end = answer_.end_of(changed.last);
    std::string own(answer_.source().substr(begin, end - begin));
    bool is_in = false;
    for (const replacement& part : parts) {
      if (part.offset < begin || part.offset + part.length > end) continue;
      own.replace(part.offset - begin, part.length, part.by);
      is_in = true;
    }
    if (!is_in) continue;
    text += own + "\n";
    ++count;
  }
  const code edited(text);
  // A brace too few would make one function of two.
  if (!are_brackets_paired(edited) || !are_operators_paired(edited) ||
      edited.declarations().size() != count || is_declared_twice(edited))
    return false;
  for (std::size_t i = 0; i < edited.tokens().size(); ++i) {
    if (global_.count(edited.text(i)) == 0 && is_misused(edited, i)) return false;
    const bool is_name = edited.tokens()[i].is == token::kind::word && !is_member(edited, i) &&
                         !edited.declares_here(i);
    if (!is_name || edited.function_at(i) == nullptr) continue;
    const variable* const known = edited.variable_at(i);
    if (known == nullptr) {
      if (local_.count(edited.text(i)) > 0 && global_.count(edited.text(i)) == 0) return false;
      if (called_.count(edited.text(i)) > 0 && !edited.is(i + 1, "(")) return false;
    } else if ((is_const(edited, *known) && is_assigned(edited, i)) ||
               is_used_as_more(edited, i, *known) || is_used_as_number(edited, i, *known)) {
      return false;
    }
  }
  return true;
}

}  // namespace lockstep::tutor::experiment
