// What the answer itself says elsewhere: the same variable of another function, the same array.
#include <fmt/format.h>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

struct part {
  std::string_view name;  // of the variable, or of the array
  std::size_t first = 0, last = 0;
  const declaration* function = nullptr;
};

class copies {
 public:
  copies(const code& answer, std::vector<edit>& to) : code_(answer), to_(to) {}

  void collect() {
    std::vector<part> values, subscripts;
    for (const declaration& one : code_.declarations()) {
      if (!one.is_function) continue;
      for (std::size_t i = one.body + 1; i < one.last; ++i) {
        if (code_.declares_here(i) && code_.is(i + 1, "=")) values.push_back(value_of(i, one));
        const std::size_t close = code_.partner(i + 1);
        if (code_.is(i + 1, "[") && code_.variable_at(i) != nullptr && close != code::npos)
          subscripts.push_back({code_.text(i), i + 2, close - 1, &one});
      }
    }
    for (std::size_t i = 0; i + 1 < code_.tokens().size(); ++i)
      if (code_.text(i).starts_with("cuda") && code_.is(i + 1, "(")) with_more_arguments(i);
    for (const part& one : values)
      for (const part& other : values)
        if (&one != &other)
          as_elsewhere(one, other, fmt::format("the value of `{}` on @ is to blame", one.name));
    for (const part& one : subscripts)
      for (const part& other : subscripts)
        if (one.function == other.function)
          as_elsewhere(one, other, fmt::format("the index of `{}` on @ is to blame", one.name));
  }

 private:
  part value_of(std::size_t i, const declaration& function) const {
    std::size_t last = i + 2;
    while (last < function.last && !code_.is(last, ";") && !code_.is(last, ",")) {
      if (code_.partner(last) != code::npos && code_.partner(last) > last)
        last = code_.partner(last);
      ++last;
    }
    return {code_.text(i), i + 2, last - 1, &function};
  }

  std::size_t arguments_of(std::size_t open) const {
    std::size_t count = 1;
    for (std::size_t i = open + 1; i < code_.partner(open); ++i) {
      if (code_.is(i, ",")) ++count;
      if (code_.partner(i) != code::npos && code_.partner(i) > i) i = code_.partner(i);
    }
    return count;
  }

  // cudaEventRecord(second), where the answer has cudaEventRecord(first, stream) elsewhere.
  void with_more_arguments(std::size_t call) {
    const std::size_t close = code_.partner(call + 1);
    if (close == code::npos || close == call + 2) return;
    const std::size_t count = arguments_of(call + 1);
    for (std::size_t other = 0; other + 1 < code_.tokens().size(); ++other) {
      if (code_.text(other) != code_.text(call) || !code_.is(other + 1, "(") ||
          code_.partner(other + 1) == code::npos || arguments_of(other + 1) <= count)
        continue;
      std::size_t more = other + 2;
      for (std::size_t left = count; left > 0; ++more) {
        if (code_.is(more, ",")) --left;
        if (code_.partner(more) != code::npos && code_.partner(more) > more)
          more = code_.partner(more);
      }
      const std::size_t offset = code_.tokens()[close].offset;
      to_.push_back({offset, 0, ", " + code_.text(more, code_.partner(other + 1) - 1),
                     code_.line_of(call), fmt::format("`{}` on @ is to blame", code_.text(call)),
                     "with the arguments that it has elsewhere", 1});
      return;
    }
  }

  void as_elsewhere(const part& one, const part& other, std::string cause) {
    // Edits of words try these.
    const bool is_simple = other.first == other.last && one.first == one.last;
    if (one.name != other.name || is_simple || one.last < one.first || other.last < other.first)
      return;
    const std::string here = code_.text(one.first, one.last),
                      there = code_.text(other.first, other.last);
    if (here == there) return;
    const std::size_t offset = code_.tokens()[one.first].offset;
    to_.push_back({offset, code_.end_of(one.last) - offset, "(" + there + ")",
                   code_.line_of(one.first), std::move(cause), "computed as elsewhere", 1});
  }

  const code& code_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_copies(const code& answer, std::vector<edit>& to) {
  copies(answer, to).collect();
}

}  // namespace lockstep::tutor::experiment
