// What is done once in place of often, by one thread in place of all, or in two cases of a switch.
#include <fmt/format.h>

#include <initializer_list>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

class loops {
 public:
  loops(const code& answer, std::vector<edit>& to) : code_(answer), to_(to) {}

  void collect() {
    for (const declaration& one : code_.declarations()) {
      if (!one.is_function) continue;
      for (std::size_t i = one.body + 1; i < one.last; ++i) {
        if (code_.is(i, "case") || code_.is(i, "default")) ended_before(i);
        if (!one.is_device) continue;
        if (code_.is(i, "for") && code_.is(i + 1, "(")) shared_out_or_not(i);
        if (code_.is(i, "?")) sum_of_all(i);
      }
    }
    for (const statement& one : code_.statements()) {
      const declaration* const function = code_.function_at(one.first);
      if (function != nullptr && function->is_device && one.is_guarded()) more_than_once(one);
    }
  }

 private:
  void replace(std::size_t first, std::size_t last, std::string by, std::string cause,
               std::string otherwise, unsigned rank) {
    const std::size_t offset = code_.tokens()[first].offset;
    to_.push_back({offset, code_.end_of(last) - offset, std::move(by), code_.line_of(first),
                   std::move(cause), std::move(otherwise), rank});
  }

  bool is_any(std::size_t i, std::initializer_list<std::string_view> texts) const {
    for (const std::string_view one : texts)
      if (code_.is(i, one)) return true;
    return false;
  }

  bool is_integer(std::size_t i) const {
    const variable* const is = code_.variable_at(i);
    return is != nullptr && is->type == "integer";
  }

  // The next of the texts at this level of brackets, from `i` on; npos: the level ends before.
  std::size_t next_of(std::initializer_list<std::string_view> texts, std::size_t i) const {
    for (; i < code_.tokens().size(); ++i) {
      if (is_any(i, texts)) return i;
      if (is_any(i, {")", "]", "}"})) return code::npos;
      if (code_.partner(i) != code::npos && code_.partner(i) > i) i = code_.partner(i);
    }
    return code::npos;
  }

  // A loop from the thread's own `name` on, in which `name` is another one each time.
  static std::string loop(const std::string& name, const std::string& limit, const char* step,
                          const std::string& body) {
    return fmt::format(
        "for (unsigned lockstep_k = {0}; lockstep_k < {1}; lockstep_k += {2}) {{ "
        "const unsigned {0} = lockstep_k; {3} }}",
        name, limit, step, body);
  }
  static constexpr const char* steps[] = {"blockDim.x", "gridDim.x * blockDim.x"};

  // if (i < n) ...;
  void more_than_once(const statement& one) {
    const std::size_t open = one.begin + 1, close = code_.partner(open);
    const bool is_simple = code_.is(one.begin, "if") && code_.is(open, "(") &&
                           close != code::npos && close + 1 == one.first &&
                           code_.is(open + 2, "<") && is_integer(open + 1);
    if (!is_simple || code_.is(one.first, "return") || one.declares) return;
    const std::string name = code_.text(open + 1, open + 1);
    const std::string limit = code_.text(open + 3, close - 1);
    for (const char* step : steps)
      replace(one.begin, one.last, loop(name, limit, step, code_.text(one.first, one.last)),
              "each thread executes the statement on @ at most once", "with a loop", 1);
  }

  // i < n ? data[i] : 0
  void sum_of_all(std::size_t question) {
    std::size_t first = question - 1;
    if (code_.is(first, ")")) return;
    while (first > 0 && !is_any(first, {"=", "(", ",", ";", "return"})) --first;
    ++first;
    const std::size_t colon = next_of({":"}, question + 1);
    if (colon == code::npos || !is_integer(first) || !code_.is(first + 1, "<")) return;
    if (code_.tokens()[colon + 1].is != token::kind::number ||
        !is_any(colon + 2, {";", ")", ","}) || first + 2 >= question)
      return;
    const std::string value = code_.text(question + 1, colon - 1);
    for (const char* step : steps)
      replace(first, colon + 1,
              fmt::format(
                  "[&] {{ decltype({0} + 0) lockstep_sum = 0; {1} return lockstep_sum; }}()", value,
                  loop(code_.text(first, first), code_.text(first + 2, question - 1), step,
                       fmt::format("lockstep_sum += {};", value))),
              "each thread takes one element at most on @", "with a loop", 1);
  }

  // for (i = threadIdx.x; i < n; i += blockDim.x) as for (i = 0; i < n; ++i), or the other way
  // round.
  void shared_out_or_not(std::size_t i) {
    const std::size_t close = code_.partner(i + 1);
    const std::size_t equals = next_of({"=", ";"}, i + 2);
    if (equals == code::npos || !code_.is(equals, "=")) return;
    const std::size_t start_end = next_of({";"}, equals),
                      condition_end = next_of({";"}, start_end + 1);
    if (start_end == code::npos || condition_end == code::npos || close == code::npos) return;
    const std::string name = code_.text(equals - 1, equals - 1),
                      condition = code_.text(start_end, condition_end);
    const bool is_shared =
        code_.text(condition_end + 1, close - 1).find("Dim.") != std::string::npos;
    const bool counts = is_any(condition_end + 1, {"++"}) || is_any(close - 1, {"++"});
    if (!is_shared && !counts) return;
    replace(equals + 1, close - 1,
            is_shared ? fmt::format("0{} ++{}", condition, name)
                      : fmt::format("threadIdx.x{} {} += blockDim.x", condition, name),
            "the loop on @ is to blame",
            is_shared ? "if each thread did all of it" : "if the threads shared it out", 1);
  }

  // The case before goes on into this one.
  void ended_before(std::size_t i) {
    if (!is_any(i - 1, {";", "}"})) return;
    for (const statement& one : code_.statements())
      if (one.last == i - 1 && is_any(one.first, {"break", "return", "continue", "goto"})) return;
    const std::size_t offset = code_.tokens()[i].offset;
    to_.push_back({offset, 0, "break; ", code_.line_of(i - 1),
                   "no `break` follows the statement on @", "with one", 1});
  }

  const code& code_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_loops(const code& answer, std::vector<edit>& to) { loops(answer, to).collect(); }

}  // namespace lockstep::tutor::experiment
