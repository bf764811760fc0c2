// Operands and arguments: in another order, one more or less, twice as many, rounded up.
#include <fmt/format.h>

#include <map>
#include <string_view>

#include <set>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

class operands {
 public:
  operands(const code& answer, std::vector<edit>& to) : code_(answer), to_(to) {}

  void collect() {
    for (const declaration& one : code_.declarations()) {
      if (!one.is_function) continue;
      for (std::size_t i = one.body + 1; i < one.last; ++i) {
        const auto& tokens = code_.tokens();
        const bool is_binary =
            tokens[i].is == token::kind::symbol && tokens[i].blank_before && tokens[i].blank_after;
        if (is_binary &&
            (code_.is(i, "/") || code_.is(i, "-") || code_.is(i, "%") || code_.is(i, "<<")))
          other_way_round(i);
        if (is_binary && code_.is(i, "/")) rounded_up(i);
        if (is_binary && (code_.is(i, "&&") || code_.is(i, "||"))) one_condition_less(i);
        if (is_binary && code_.is(i, "?")) exchanged_branches(i);
        if (code_.is(i, ",")) other_order(i);
        if (tokens[i].is == token::kind::word) {
          a_little_more(i);
          swapped_on_its_line(i);
        }
        if (code_.is(i, "=") && is_binary) limited(i);
        if (code_.is(i, "sizeof")) bytes(i);
        elements_for_bytes(i);
        if (code_.is(i, "atomicInc") || code_.is(i, "atomicDec")) limit_of_counting(i);
        if (code_.is(i, "[") && one.is_device) further_on(i);
      }
    }
  }

 private:
  void replace(std::size_t first, std::size_t last, std::string by, std::string part,
               std::string otherwise, unsigned rank) {
    const std::size_t offset = code_.tokens()[first].offset;
    to_.push_back({offset, code_.end_of(last) - offset, std::move(by), code_.line_of(first),
                   std::move(part) + " on @ is to blame", std::move(otherwise), rank});
  }

  std::string quoted(std::size_t first, std::size_t last) const {
    return "`" + code_.text(first, last) + "`";
  }

  bool is_name_or_number(std::size_t i) const {
    return i < code_.tokens().size() && code_.tokens()[i].is != token::kind::symbol &&
           code_.tokens()[i].is != token::kind::text;
  }

  // The operand that ends, or begins, at a token: a name, a number, a member, a call, an element.
  std::size_t begin_of_operand(std::size_t last) const {
    std::size_t i = last;
    while (code_.is(i, ")") || code_.is(i, "]")) {
      i = code_.partner(i);
      if (i == code::npos || i == 0) return code::npos;
      if (!is_name_or_number(i - 1) && !code_.is(i - 1, "]")) return i;
      --i;
    }
    if (!is_name_or_number(i)) return code::npos;
    while (i >= 2 && (code_.is(i - 1, ".") || code_.is(i - 1, "->") || code_.is(i - 1, "::")))
      i -= 2;
    return i;
  }
  std::size_t end_of_operand(std::size_t first) const {
    std::size_t i = first;
    if (code_.is(i, "(")) return code_.partner(i);
    if (!is_name_or_number(i)) return code::npos;
    for (;;) {
      if (code_.is(i + 1, ".") || code_.is(i + 1, "->") || code_.is(i + 1, "::"))
        i += 2;
      else if ((code_.is(i + 1, "(") || code_.is(i + 1, "[")) && code_.partner(i + 1) != code::npos)
        i = code_.partner(i + 1);
      else
        return i;
    }
  }

  void other_way_round(std::size_t i) {
    const std::size_t first = begin_of_operand(i - 1), last = end_of_operand(i + 1);
    if (first == code::npos || last == code::npos) return;
    replace(
        first, last,
        fmt::format("{} {} {}", code_.text(i + 1, last), code_.text(i), code_.text(first, i - 1)),
        "the order of " + quoted(first, last), "the other way round", 3);
  }

  // a / b: one more where something is left, or what the other part is.
  void rounded_up(std::size_t i) {
    const std::size_t first = begin_of_operand(i - 1), last = end_of_operand(i + 1);
    if (first == code::npos || last == code::npos) return;
    const std::string a = code_.text(first, i - 1), b = code_.text(i + 1, last);
    const std::string part = "the division " + quoted(first, last);
    replace(first, last, fmt::format("(({0} + {1} - 1) / {1})", a, b), part, "rounded otherwise",
            1);
    replace(first, last, fmt::format("({0} / {1} * {1})", a, b), part, "multiplied again", 4);
    replace(first, last, fmt::format("({0} - {0} / {1})", a, b), part, "of the rest", 4);
    replace(first, last, a, part, "without it", 3);
    if (code_.is(first, "(")) {  // (a + b - 1) / b
      std::size_t plus = first + 1;
      while (plus < i && !code_.is(plus, "+")) ++plus;
      if (plus < i && plus > first + 1)
        replace(first, last, fmt::format("({} / {})", code_.text(first + 1, plus - 1), b), part,
                "rounded otherwise", 2);
    }
  }

  // `a ? b : c`, the other way round.
  void exchanged_branches(std::size_t i) {
    std::size_t colon = i + 1, last = i;
    unsigned depth = 0;
    const auto behind = [&](std::size_t k) {
      return code_.partner(k) != code::npos && code_.partner(k) > k ? code_.partner(k) + 1 : k + 1;
    };
    const auto ends = [&](std::size_t k) {
      return k >= code_.tokens().size() || code_.is(k, ";") || code_.is(k, ",") ||
             code_.is(k, ")") || code_.is(k, "]") || code_.is(k, "}");
    };
    for (; !ends(colon) && (depth > 0 || !code_.is(colon, ":")); colon = behind(colon)) {
      if (code_.is(colon, "?")) ++depth;
      if (code_.is(colon, ":")) --depth;
    }
    if (ends(colon) || colon == i + 1) return;
    for (std::size_t k = colon + 1; !ends(k) && !code_.is(k, ":"); k = behind(k))
      last = behind(k) - 1;
    if (last <= colon) return;
    replace(i, last,
            fmt::format("? {} : {}", code_.text(colon + 1, last), code_.text(i + 1, colon - 1)),
            quoted(i, last), "the other way round", 1);
  }

  // The condition before or behind `&&`, up to the bracket or another of its kind.
  void one_condition_less(std::size_t i) {
    const auto ends = [&](std::size_t k) {
      return code_.is(k, "&&") || code_.is(k, "||") || code_.is(k, "?") || code_.is(k, ";") ||
             code_.is(k, "return") || code_.is(k, "=") || code_.is(k, ",");
    };
    std::size_t first = i - 1, last = i + 1;
    for (; first > 0 && !ends(first); --first) {
      if (code_.is(first, "(") || code_.is(first, "{")) break;
      if (code_.partner(first) != code::npos && code_.partner(first) < first)
        first = code_.partner(first);
    }
    for (; last < code_.tokens().size() && !ends(last); ++last) {
      if (code_.is(last, ")") || code_.is(last, "}")) break;
      if (code_.partner(last) != code::npos && code_.partner(last) > last)
        last = code_.partner(last);
    }
    ++first;
    --last;
    if (first >= i || last <= i) return;
    replace(i, last, "", "the condition " + quoted(i + 1, last), "without it", 3);
    replace(first, i, "", "the condition " + quoted(first, i - 1), "without it", 3);
  }

  // cudaMemcpy(to, from, count, kind): a number of elements where bytes are meant.
  void elements_for_bytes(std::size_t i) {
    static const std::map<std::string_view, unsigned> place_of_size = {
        {"cudaMemcpy", 2}, {"cudaMemcpyAsync", 2}, {"cudaMemset", 2}, {"cudaMemsetAsync", 2},
        {"cudaMalloc", 1}, {"cudaMallocAsync", 1}, {"memcpy", 2}};
    const auto known = place_of_size.find(code_.text(i));
    const auto close = code_.is(i + 1, "(") ? code_.partner(i + 1) : code::npos;
    if (known == place_of_size.end() || close == code::npos) return;
    std::size_t first = i + 2;
    unsigned place = 0;
    bool is_in_bytes = false;
    for (std::size_t k = first; k <= close; ++k) {
      if (k == close || code_.is(k, ",")) {
        if (place++ == known->second && !is_in_bytes && k > first)
          return replace(first, k - 1,
                         fmt::format("(({}) * sizeof(int))", code_.text(first, k - 1)),
                         "the size " + quoted(first, k - 1), "with a size in bytes", 0);
        first = k + 1;
        is_in_bytes = false;
      }
      is_in_bytes = is_in_bytes || code_.is(k, "sizeof");
      if (k != close && code_.partner(k) != code::npos && code_.partner(k) > k) {
        for (std::size_t inner = k; inner < code_.partner(k); ++inner)
          is_in_bytes = is_in_bytes || code_.is(inner, "sizeof");
        k = code_.partner(k);
      }
    }
  }

  // f(a, b)
  void other_order(std::size_t i) {
    const std::size_t first = begin_of_operand(i - 1), last = end_of_operand(i + 1);
    if (first == code::npos || last == code::npos) return;
    static const std::set<std::string_view> begins{"(", ",", "<<<", "{"},
        ends{")", ",", ">>>", "}"};
    if (begins.count(code_.text(first - 1)) == 0 || ends.count(code_.text(last + 1)) == 0) return;
    if (code_.declares_here(i + 1) || code_.text(first, i - 1) == code_.text(i + 1, last)) return;
    // Of pointers and numbers, or what may be written and what may not, none can stand for the
    // other.
    const variable* const one = first == i - 1 ? code_.variable_at(first) : nullptr;
    const variable* const other = last == i + 1 ? code_.variable_at(last) : nullptr;
    if (one != nullptr && other != nullptr &&
        (one->type != other->type || one->points_to_const != other->points_to_const))
      return;
    replace(first, last, code_.text(i + 1, last) + ", " + code_.text(first, i - 1),
            "the order of " + quoted(first, last), "the other way round", 1);
  }

  // size: size + 1, size - 1, size * 2, size / 2, and without some other number.
  void a_little_more(std::size_t i) {
    const variable* const is = code_.variable_at(i);
    const bool is_length = code_.is(i, "x") && code_.is(i - 1, ".") &&
                           (code_.is(i - 2, "blockDim") || code_.is(i - 2, "gridDim"));
    const bool is_integer = is != nullptr && is->type == "integer" && !code_.declares_here(i);
    if (!is_integer && !is_length) return;
    static const std::set<std::string_view> no_values{"=",  "+=",  "-=",  "*=", "/=", "++",
                                                      "--", "<<=", ">>=", "[",  ".",  "->"};
    if (no_values.count(code_.text(i + 1)) > 0 || code_.is(i - 1, "++") || code_.is(i - 1, "--") ||
        (code_.is(i - 1, "&") && !code_.tokens()[i - 1].blank_after))
      return;
    const std::size_t first = is_length ? i - 2 : i;
    const std::string name = code_.text(first, i), part = quoted(first, i);
    for (const char* change : {" + 1", " - 1", " * 2", " / 2"})
      replace(first, i, fmt::format("({}{})", name, change), part, "with a larger or smaller value",
              change[1] == '+' || change[1] == '-' ? 2 : 3);
    replace(first, i, fmt::format("({} * 4)", name), part, "with a larger or smaller value", 4);
    replace(first, i, fmt::format("({} / 4)", name), part, "with a larger or smaller value", 4);
    if (is_length && code_.is(i - 2, "gridDim"))
      replace(first, i, "(gridDim.x * blockDim.x)", part, "with a larger or smaller value", 2);
    const bool is_argument = (code_.is(first - 1, "(") || code_.is(first - 1, ",")) &&
                             (code_.is(i + 1, ")") || code_.is(i + 1, ","));
    if (!is_argument) return;
    for (const variable* other : code_.visible(i, "integer"))
      if (other->name != name)
        replace(first, i, fmt::format("({} - {})", other->name, name), part,
                "with the number that is left", 4);
  }

  // Two variables of a line that have changed places.
  void swapped_on_its_line(std::size_t i) {
    const auto key = [&](std::size_t at, std::size_t& first) -> std::string {
      first = at;
      if (code_.tokens()[at].is == token::kind::number) return code_.text(at, at);
      const variable* const is = code_.variable_at(at);
      return is != nullptr && is->type == "integer" && !code_.declares_here(at) &&
                     !code_.is(at + 1, "[")
                 ? std::string(is->name)
                 : std::string();
    };
    std::size_t here = 0, there = 0;
    const std::string one = key(i, here);
    if (one.empty()) return;
    for (std::size_t k = i + 2; k < code_.tokens().size() && !code_.is(k, ";") && !code_.is(k, "{");
         ++k) {
      const std::string other = key(k, there);
      if (code_.is(k, "[") || code_.is(k, "]") || code_.is(k, "=") || code_.is(k, "?")) break;
      if (other.empty() || other == one || code_.line_of(k) != code_.line_of(i)) continue;
      if (code_.tokens()[k].is == token::kind::number) continue;
      replace(i, k, other + between(i, k) + one,
              fmt::format("the places of `{}` and `{}`", one, other), "the other way round", 2);
    }
  }

  std::string between(std::size_t i, std::size_t k) const {
    return std::string(
        code_.source().substr(code_.end_of(i), code_.tokens()[k].offset - code_.end_of(i)));
  }

  // The value of a new variable, at least 1 or at most another one.
  void limited(std::size_t i) {
    if (!code_.declares_here(i - 1)) return;
    const variable* declared = nullptr;
    for (const variable& one : code_.variables())
      if (one.from == i - 1) declared = &one;
    if (declared == nullptr || declared->type != "integer") return;
    std::size_t last = i + 1;
    while (last < code_.tokens().size() && !code_.is(last, ";") && !code_.is(last, ",")) {
      if (code_.partner(last) != code::npos && code_.partner(last) > last)
        last = code_.partner(last);
      ++last;
    }
    --last;
    if (last <= i) return;
    const std::string value = code_.text(i + 1, last);
    const std::string part = fmt::format("the value of `{}`", declared->name);
    replace(i + 1, last, fmt::format("(({0}) < 1 ? 1 : ({0}))", value), part, "with a lower limit",
            3);
    for (const variable* other : code_.visible(i, "integer"))
      if (other->from != i - 1 && value != other->name)
        replace(i + 1, last, fmt::format("(({0}) < {1} ? ({0}) : {1})", value, other->name), part,
                "with an upper limit", 4);
  }

  // tile[t + blockDim.x]: by the value of another variable further on.
  void further_on(std::size_t i) {
    const std::size_t close = code_.partner(i);
    if (close == code::npos || close <= i + 1 || code_.declares_here(i - 1)) return;
    const std::string index = code_.text(i + 1, close - 1);
    const std::string part = "the index of " + quoted(i - 1, i - 1);
    for (const std::string_view other : names_in_subscripts_of(*code_.function_at(i)))
      if (index.find(other) == std::string::npos)
        replace(i + 1, close - 1, fmt::format("({}) + {}", index, other), part, "further on", 2);
  }

  std::set<std::string_view> names_in_subscripts_of(const declaration& function) const {
    std::set<std::string_view> found;
    for (std::size_t i = function.body; i < function.last; ++i) {
      const std::size_t close = code_.partner(i);
      if (!code_.is(i, "[") || close == code::npos || code_.declares_here(i - 1)) continue;
      for (std::size_t k = i + 1; k < close; ++k)
        if (code_.tokens()[k].is == token::kind::word && !code_.is(k + 1, ".") &&
            !code_.is(k - 1, "."))
          found.insert(code_.text(k));
    }
    return found;
  }

  // atomicInc(counter, n) takes n + 1 steps until the counter is 0 again.
  void limit_of_counting(std::size_t i) {
    const std::size_t close = code_.partner(i + 1);
    std::size_t first = i + 2;
    while (first < close && !code_.is(first, ",")) {
      if (code_.partner(first) != code::npos && code_.partner(first) > first)
        first = code_.partner(first);
      ++first;
    }
    if (close == code::npos || first + 1 >= close) return;
    const std::string limit = code_.text(first + 1, close - 1);
    for (const char* step : {"-", "+"})
      replace(first + 1, close - 1, fmt::format("({}) {} 1", limit, step),
              "the limit of " + quoted(i, i), step[0] == '-' ? "one smaller" : "one larger", 0);
  }

  // n * sizeof(int): without it.
  void bytes(std::size_t i) {
    const std::size_t last = end_of_operand(i);
    if (last == code::npos) return;
    if (code_.is(last + 1, "*"))
      replace(i, last + 1, "", "the number of bytes", "as a number of elements", 3);
    else if (code_.is(i - 1, "*"))
      replace(i - 1, last, "", "the number of bytes", "as a number of elements", 3);
  }

  const code& code_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_operands(const code& answer, std::vector<edit>& to) {
  operands(answer, to).collect();
}

}  // namespace lockstep::tutor::experiment
