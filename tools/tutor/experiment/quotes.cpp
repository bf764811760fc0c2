#include "experiment/quotes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <string_view>

namespace lockstep::tutor::experiment {
namespace {

// How strongly a binary operator holds its operands together.
enum class strength {
  none,
  list,
  assignment,
  choice,
  logical,
  bits,
  comparison,
  shift,
  sum,
  product
};

strength strength_of(std::string_view symbol) {
  static const std::map<std::string_view, strength> all = {
      {",", strength::list},         {"?", strength::choice},       {":", strength::choice},
      {"||", strength::logical},     {"&&", strength::logical},     {"|", strength::bits},
      {"^", strength::bits},         {"&", strength::bits},         {"==", strength::comparison},
      {"!=", strength::comparison},  {"<", strength::comparison},   {">", strength::comparison},
      {"<=", strength::comparison},  {">=", strength::comparison},  {"<<", strength::shift},
      {">>", strength::shift},       {"+", strength::sum},          {"-", strength::sum},
      {"*", strength::product},      {"/", strength::product},      {"%", strength::product},
      {"=", strength::assignment},   {"+=", strength::assignment},  {"-=", strength::assignment},
      {"*=", strength::assignment},  {"/=", strength::assignment},  {"%=", strength::assignment},
      {"<<=", strength::assignment}, {">>=", strength::assignment}, {"|=", strength::assignment},
      {"&=", strength::assignment},  {"^=", strength::assignment}};
  const auto found = all.find(symbol);
  return found == all.end() ? strength::none : found->second;
}

struct token_span {
  std::size_t first = 0, last = 0;  // both of them its own
};

class quoting {
 public:
  explicit quoting(const code& of) : code_(of) {}

  // Of an operator: with blanks around it, as the sources of the course are formatted.
  strength operator_at(std::size_t i) const {
    if (i >= code_.tokens().size()) return strength::none;
    const token& one = code_.tokens()[i];
    const bool is_binary = one.blank_before && one.blank_after;
    return is_binary || one.text == "," ? strength_of(one.text) : strength::none;
  }

  // `is_kept`: what is wrong is what is made of it.
  std::string around(std::size_t first, std::size_t last, bool is_kept) const {
    while (first <= last && ends_part(first)) ++first;
    while (last > first && ends_part(last)) --last;
    if (first > last || ends_part(first)) return {};
    // Of a call of another function, the name is enough.
    if (first == last && is_called(first) && times_on_line({first, first}) == 1)
      return std::string(code_.text(first));
    const token_span smallest = whole({first, last});
    token_span one = grown(smallest);
    if (is_kept) one = grown(next_larger(one));
    if (is_a_sign(one)) {
      const strength here = operator_at(one.first);
      if (here >= strength::shift || (times_on_line(one) > 1 && here != strength::none))
        one = with_operands(one);
    } else {
      for (unsigned n = 0; n < 3 && times_on_line(one) > 1; ++n) one = grown(next_larger(one));
    }
    const std::string text = quotable(one);
    return text.empty() ? quotable(grown(smallest)) : text;
  }

  // The operand, with what belongs to it more strongly than to an operator that would follow it, or
  // precede it.
  std::string before(std::size_t i, strength of) const {
    token_span one{start_of(i - 1), i - 1};
    while (operator_at(one.first - 1) > of) one.first = start_of(one.first - 2);
    for (unsigned n = 0; n < 2 && times_on_line(one) > 1 && can_grow_before(one); ++n)
      one.first = start_of(one.first - 2);
    return quotable(one);
  }
  std::string after(std::size_t i, strength of) const {
    token_span one{i, end_from(i)};
    while (operator_at(one.last + 1) > of) one.last = end_from(one.last + 2);
    if (times_on_line(one) > 1 && operator_at(one.last + 1) > strength::assignment)
      one.last = end_from(one.last + 2);
    return quotable(one);
  }

  std::string in_brackets(std::size_t open) const {
    return quotable({start_of(open), code_.partner(open)});
  }

 private:
  static constexpr std::size_t longest = 60;

  bool is_any(std::size_t i, std::initializer_list<std::string_view> of) const {
    return std::any_of(of.begin(), of.end(),
                       [&](std::string_view one) { return code_.is(i, one); });
  }
  bool ends_part(std::size_t i) const {
    return i >= code_.tokens().size() || is_any(i, {";", ",", "{", "}", "return", "<<<", ">>>"});
  }
  bool is_called(std::size_t i) const {
    return code_.tokens()[i].is == token::kind::word && code_.is(i + 1, "(") &&
           !code_.tokens()[i].blank_after && !code_.declares_here(i);
  }
  bool opens(std::size_t i) const { return is_any(i, {"(", "["}); }
  bool closes(std::size_t i) const { return is_any(i, {")", "]"}); }

  // The begin of the operand that a token belongs to, which has no blanks but in its brackets.
  std::size_t start_of(std::size_t i) const {
    if (closes(i) && code_.partner(i) != code::npos) i = code_.partner(i);
    while (i > 0 && !code_.tokens()[i].blank_before && !opens(i - 1) && !ends_part(i - 1)) {
      --i;
      if (closes(i) && code_.partner(i) != code::npos) i = code_.partner(i);
    }
    return i;
  }
  std::size_t end_from(std::size_t i) const {
    if (opens(i) && code_.partner(i) != code::npos) i = code_.partner(i);
    while (i + 1 < code_.tokens().size() && !code_.tokens()[i].blank_after && !closes(i + 1) &&
           !ends_part(i + 1)) {
      ++i;
      if (opens(i) && code_.partner(i) != code::npos) i = code_.partner(i);
    }
    return i;
  }

  token_span whole(token_span one) const {
    token_span before;
    do {
      before = one;
      for (std::size_t i = before.first; i <= before.last; ++i) {
        const std::size_t other = code_.partner(i);
        if (other == code::npos) continue;
        one = {std::min(one.first, other), std::max(one.last, other)};
      }
      one = {start_of(one.first), end_from(one.last)};
    } while (before.first != one.first || before.last != one.last);
    return one;
  }

  // Of those outside of brackets.
  strength weakest_in(const token_span& one) const {
    strength found = strength::none;
    for (std::size_t i = one.first; i <= one.last; ++i) {
      const strength here = operator_at(i);
      if (here != strength::none && (found == strength::none || here < found)) found = here;
      if (code_.partner(i) != code::npos && code_.partner(i) > i) i = code_.partner(i);
    }
    return found;
  }

  bool is_a_sign(const token_span& one) const {
    return one.first == one.last && code_.tokens()[one.first].is == token::kind::symbol;
  }

  // Up to where nothing is cut off that holds together more strongly than what it has in it.
  token_span grown(token_span one) const {
    if (is_a_sign(one)) return one;
    // `+ 1` can stand for itself, but not `< 1`.
    const auto needs_both = [&](std::size_t i) {
      const strength here = operator_at(i);
      return here != strength::none && here != strength::sum && here != strength::product &&
             here != strength::logical;
    };
    if (needs_both(one.first)) one.first = start_of(one.first - 1);
    if (needs_both(one.last)) one.last = end_from(one.last + 1);
    const strength weakest = weakest_in(one);
    if (weakest == strength::none) return one;
    // Nor `+ 1 < 2`.
    if (operator_at(one.first) > weakest) one.first = start_of(one.first - 1);
    if (operator_at(one.last) > weakest) one.last = end_from(one.last + 1);
    const auto takes_what_precedes = [&] {
      const strength there = operator_at(one.first - 1);
      const bool is_to_both = operator_at(one.first) == strength::none && there == weakest &&
                              is_any(one.first - 1, {"-", "/", "%"});
      return there > weakest || is_to_both;
    };
    while (one.first > 1 && takes_what_precedes()) one.first = start_of(one.first - 2);
    while (operator_at(one.last + 1) > weakest) one.last = end_from(one.last + 2);
    return one;
  }

  bool can_grow_before(const token_span& one) const {
    return one.first > 1 && operator_at(one.first - 1) > strength::assignment;
  }

  token_span with_operands(const token_span& one) const {
    return grown({start_of(one.first - 1), end_from(one.last + 1)});
  }

  token_span next_larger(const token_span& one) const {
    const strength left = operator_at(one.first - 1), right = operator_at(one.last + 1);
    if (left > strength::assignment && left >= right) return {start_of(one.first - 2), one.last};
    if (right > strength::assignment) return {one.first, end_from(one.last + 2)};
    if (opens(one.first - 1) && code_.partner(one.first - 1) == one.last + 1)
      return whole({one.first - 1, one.last + 1});
    return one;
  }

  // The same words elsewhere in the line make a quotation doubtful.
  std::size_t times_on_line(const token_span& one) const {
    const unsigned line = code_.line_of(one.first);
    const std::size_t length = one.last - one.first;
    const auto says_the_same = [&](std::size_t from) {
      for (std::size_t k = 0; k <= length; ++k)
        if (code_.text(from + k) != code_.text(one.first + k)) return false;
      return true;
    };
    std::size_t i = one.first, times = 0;
    while (i > 0 && code_.line_of(i - 1) == line) --i;
    for (; i < code_.tokens().size() && code_.line_of(i) == line; ++i) times += says_the_same(i);
    return times;
  }

  std::string quotable(const token_span& one) const {
    const std::string text = code_.text(one.first, one.last);
    const bool is_one_line = text.find('\n') == std::string::npos;
    const bool is_of_one_statement = text.find_first_of(";{}`@") == std::string::npos;
    const bool says_something = std::any_of(text.begin(), text.end(),
                                            [](unsigned char c) { return std::isalnum(c) != 0; }) ||
                                operator_at(one.first) > strength::list;
    const bool is_complete = is_balanced(one);
    return text.size() <= longest && is_one_line && is_of_one_statement && says_something &&
                   is_complete
               ? text
               : std::string();
  }

  bool is_balanced(const token_span& one) const {
    for (std::size_t i = one.first; i <= one.last; ++i) {
      const std::size_t other = code_.partner(i);
      if (other != code::npos && (other < one.first || other > one.last)) return false;
      // `(n > 1) sum` is a condition without its `if`, or with what it is for.
      const bool ends_condition = code_.is(i, ")") && code_.tokens()[i].blank_after &&
                                  i < one.last && operator_at(i + 1) == strength::none;
      if (ends_condition && !closes(i + 1)) return false;
    }
    return true;
  }

  const code& code_;
};

bool ends_operand(const code& of, std::size_t i) {
  return of.tokens()[i].is != token::kind::symbol || of.is(i, ")") || of.is(i, "]");
}

bool begins_operand(const code& of, std::size_t i) {
  const bool is_prefix = of.tokens()[i].is == token::kind::symbol && !of.tokens()[i].blank_after &&
                         (of.is(i, "(") || of.is(i, "!") || of.is(i, "*") || of.is(i, "&") ||
                          of.is(i, "-") || of.is(i, "~") || of.is(i, "++") || of.is(i, "--"));
  return of.tokens()[i].is != token::kind::symbol || is_prefix;
}

}  // namespace

std::string expression_around(const code& of, std::size_t first, std::size_t last, bool is_kept) {
  return quoting(of).around(first, last, is_kept);
}

std::string missing_at(const code& answer, const code& solution, const difference& one) {
  const quoting here(answer), there(solution);
  const std::size_t i = one.first;
  const strength begins = there.operator_at(one.solution_first);
  const strength ends = there.operator_at(one.solution_end - 1);
  const auto after = [&](strength of) {
    const std::string text = here.before(i, of);
    return text.empty() ? text : fmt::format("something is missing after `{}` on @", text);
  };
  const auto before = [&](strength of) {
    const std::string text = here.after(i, of);
    return text.empty() ? text : fmt::format("something is missing before `{}` on @", text);
  };
  std::string said;
  if (answer.partner(i) == i - 1) {  // tile[]
    said = here.in_brackets(i - 1);
    if (!said.empty()) said = fmt::format("something is missing in `{}` on @", said);
  } else if (begins != strength::none && ends_operand(answer, i - 1)) {
    said = after(begins);
  } else if (ends != strength::none && begins_operand(answer, i)) {
    said = before(ends);
  } else if (ends_operand(answer, i - 1)) {
    said = after(strength::product);
  } else if (begins_operand(answer, i)) {
    said = before(strength::product);
  }
  return said.empty() ? "something is missing on @" : said;
}

std::vector<quoted_part> parts_of(const code& answer, const std::vector<const difference*>& all) {
  std::map<unsigned, token_span> by_line;
  for (const difference* const one : all) {
    token_span here{one->first, one->end - 1};
    if (one->first == one->end) {
      // What is missing is where the operand beside it stands.
      const bool is_behind = one->first > 0 && ends_operand(answer, one->first - 1);
      if (!is_behind && !begins_operand(answer, one->first)) return {};
      here.first = here.last = is_behind ? one->first - 1 : one->first;
    }
    const unsigned line = answer.line_of(here.first);
    if (answer.line_of(here.last) != line) return {};
    const auto known = by_line.find(line);
    if (known == by_line.end())
      by_line[line] = here;
    else
      known->second = {std::min(known->second.first, here.first),
                       std::max(known->second.last, here.last)};
  }
  std::vector<quoted_part> parts;
  for (const auto& [line, where] : by_line) {
    parts.push_back({line, expression_around(answer, where.first, where.last)});
    if (parts.back().text.empty()) return {};
  }
  return parts;
}

}  // namespace lockstep::tutor::experiment
