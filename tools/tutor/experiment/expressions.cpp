#include "experiment/expressions.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::tutor::experiment {
namespace {

class finder {
 public:
  finder(const code& of, const declaration& function) : code_(of), function_(function) {}

  std::vector<expression> found() {
    for (std::size_t i = function_.body + 1; i < function_.last; ++i) {
      if (code_.text(i).ends_with("=") && !is_comparison(i)) add(i + 1, expression::role::value);
      if (code_.is(i, "return")) add(i + 1, expression::role::result);
      if (code_.is(i, "[")) add(i + 1, expression::role::index);
      if (code_.is(i, "<<<")) arguments(i + 1, expression::role::launch);
      if (code_.is(i, "(") && i > 0) in_brackets(i);
    }
    return std::move(all_);
  }

 private:
  bool is_comparison(std::size_t i) const {
    return code_.is(i, "==") || code_.is(i, "<=") || code_.is(i, ">=") || code_.is(i, "!=");
  }

  void in_brackets(std::size_t open) {
    if (code_.is(open - 1, "if") || code_.is(open - 1, "while")) {
      add(open + 1, expression::role::condition);
    } else if (code_.is(open - 1, "for")) {
      std::size_t i = open + 1;
      while (i < code_.partner(open) && !code_.is(i, ";")) ++i;
      add(i + 1, expression::role::condition);
    } else if (code_.tokens()[open - 1].is == token::kind::word) {
      arguments(open + 1, expression::role::value);
    }
  }

  void arguments(std::size_t i, expression::role is) {
    while (i < function_.last) {
      const std::size_t end = add(i, is);
      if (!code_.is(end, ",")) return;
      i = end + 1;
    }
  }

  // From `first` up to where the level of brackets or the statement ends; where that is.
  std::size_t add(std::size_t first, expression::role is) {
    std::size_t i = first;
    while (i < function_.last && !ends(i)) {
      if (code_.partner(i) != code::npos && code_.partner(i) > i) i = code_.partner(i);
      ++i;
    }
    if (i > first) all_.push_back({first, i - 1, is, &function_});
    return i;
  }

  bool ends(std::size_t i) const {
    return code_.is(i, ";") || code_.is(i, ",") || code_.is(i, ")") || code_.is(i, "]") ||
           code_.is(i, "}") || code_.is(i, "{") || code_.is(i, ">>>");
  }

  const code& code_;
  const declaration& function_;
  std::vector<expression> all_;
};

class expander {
 public:
  expander(const code& of, const name_for& elsewhere) : code_(of), elsewhere_(elsewhere) {}

  std::optional<expanded> of(const expression& one) {
    text_of_part whole = part(one.first, one.last, {}, 0);
    if (failed_) return std::nullopt;
    return expanded{std::move(whole.text), std::move(whole.pieces), std::move(leaves_)};
  }

 private:
  struct text_of_part {
    std::string text;
    std::vector<piece> pieces;

    text_of_part& operator+=(const text_of_part& more) {
      text += more.text;
      pieces.insert(pieces.end(), more.pieces.begin(), more.pieces.end());
      return *this;
    }
    text_of_part in_brackets() && {
      text = "(" + text + ")";
      return std::move(*this);
    }
  };
  using bindings = std::map<std::string_view, text_of_part>;  // of a function's parameters
  static constexpr unsigned deepest = 6;
  static constexpr std::size_t longest = 600;

  text_of_part part(std::size_t first, std::size_t last, const bindings& bound, unsigned depth) {
    text_of_part all;
    for (std::size_t i = first; i <= last && !failed_; ++i) {
      if (!all.text.empty() && code_.tokens()[i].blank_before) all.text += ' ';
      all += one(i, bound, depth);
      if (all.text.size() > longest || depth > deepest) failed_ = true;
    }
    return all;
  }

  text_of_part leaf(std::string text, std::size_t token) const {
    const bool is_bracket = text == "(" || text == ")";
    std::vector<piece> pieces;
    if (!is_bracket) pieces.push_back({text, token});
    return {std::move(text), std::move(pieces)};
  }

  // The token at `i`, and those that belong to it: `i` is then the last of them.
  text_of_part one(std::size_t& i, const bindings& bound, unsigned depth) {
    const std::string name(code_.text(i));
    if (code_.tokens()[i].is != token::kind::word) return leaf(name, i);
    std::string members;
    std::size_t end = i;
    while (code_.is(end + 1, ".") || code_.is(end + 1, "->") || code_.is(end + 1, "::")) {
      members += std::string(code_.text(end + 1)) + std::string(code_.text(end + 2));
      end += 2;
    }
    const std::size_t at = std::exchange(i, end);
    if (code_.is(end + 1, "(") && end == at) {
      const declaration* const called = function_named(name);
      if (called != nullptr && is_expression(*called)) return call(i, *called, bound, depth);
    }
    const auto given = bound.find(code_.text(at));
    if (given != bound.end()) {
      text_of_part all = given->second;
      if (members.empty()) return all;
      // `(device)` of a parameter is one name, whose member it is.
      if (all.pieces.size() == 1) {
        leaves_.insert(all.pieces[0].text + members);
        return leaf(all.pieces[0].text + members, at);
      }
      all.text += members;
      all.pieces.push_back({members, at});
      return all;
    }
    const code::range value = code_.value_of_constant(at);
    if (!value.is_empty() && end == at)
      return part(value.first, value.end - 1, {}, depth + 1).in_brackets();
    const auto meaning = elsewhere_(code_.text(at));
    if (!meaning) {
      failed_ = true;
      return {};
    }
    leaves_.insert(*meaning + members);
    return leaf(*meaning + members, at);
  }

  text_of_part call(std::size_t& i, const declaration& function, const bindings& bound,
                    unsigned depth) {
    const std::size_t close = code_.partner(i + 1);
    bindings inner;
    std::size_t from = i + 2;
    for (std::size_t p = function.first; p < function.body; ++p) {
      if (!code_.declares_here(p)) continue;
      std::size_t end = from;
      while (end < close && !code_.is(end, ",")) {
        if (code_.partner(end) != code::npos && code_.partner(end) > end) end = code_.partner(end);
        ++end;
      }
      if (end == from) {
        failed_ = true;
        return {};
      }
      inner[code_.text(p)] = part(from, end - 1, bound, depth + 1).in_brackets();
      from = end + 1;
    }
    i = close;
    return part(function.body + 2, function.last - 2, inner, depth + 1).in_brackets();
  }

  // { return ...; }
  bool is_expression(const declaration& one) const {
    if (!code_.is(one.body + 1, "return")) return false;
    std::size_t i = one.body + 1;
    while (i < one.last && !code_.is(i, ";")) ++i;
    return i + 1 == one.last;
  }

  const declaration* function_named(std::string_view name) const {
    for (const declaration& one : code_.declarations())
      if (one.is_function && one.name == name) return &one;
    return nullptr;
  }

  const code& code_;
  const name_for& elsewhere_;
  std::set<std::string> leaves_;
  bool failed_ = false;
};

}  // namespace

std::vector<expression> expressions_of(const code& of, const declaration& function) {
  return finder(of, function).found();
}

std::optional<expanded> expand(const code& of, const expression& one, const name_for& elsewhere) {
  return expander(of, elsewhere).of(one);
}

unsigned line_of_difference(const code& of, const expanded& one, const expanded& other) {
  const auto &here = one.pieces, &there = other.pieces;
  const std::size_t shorter = std::min(here.size(), there.size());
  std::size_t first = 0, behind = 0;
  while (first < shorter && here[first].text == there[first].text) ++first;
  while (behind < shorter - first &&
         here[here.size() - 1 - behind].text == there[there.size() - 1 - behind].text)
    ++behind;
  std::set<unsigned> lines;
  for (std::size_t p = first; p < here.size() - behind; ++p)
    lines.insert(of.line_of(here[p].token));
  return lines.size() == 1 ? *lines.begin() : 0;
}

}  // namespace lockstep::tutor::experiment
