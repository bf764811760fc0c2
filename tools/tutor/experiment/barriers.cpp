// Barriers that are missing, where all threads of a block get to them.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

// Where the statement begins that the brace opens the body of: `if`, `for` and the like; npos: it
// is the function's body, or a block of its own.
std::size_t head_of(const code& in, std::size_t brace) {
  if (brace == 0) return code::npos;
  if (in.is(brace - 1, "else")) return brace - 1;
  if (in.is(brace - 1, "do")) return brace - 1;
  if (!in.is(brace - 1, ")")) return code::npos;
  const std::size_t open = in.partner(brace - 1);
  if (open == code::npos || open == 0) return code::npos;
  const std::size_t head = in.is(open - 1, "constexpr") ? open - 2 : open - 1;
  const bool is_head =
      in.is(head, "if") || in.is(head, "for") || in.is(head, "while") || in.is(head, "switch");
  if (!is_head) return code::npos;
  return in.is(head, "if") && in.is(head - 1, "else") ? head - 1 : head;
}

// Of `else` the `if` that it belongs to, if braces are around what comes before.
std::size_t beginning_of(const code& in, std::size_t head) {
  while (head != code::npos && in.is(head, "else") && in.is(head - 1, "}"))
    head = head_of(in, in.partner(head - 1));
  return head;
}

std::optional<std::size_t> block_around(const code& in, std::size_t body, std::size_t index) {
  for (std::size_t i = index; i-- > body;)
    if (in.is(i, "{") && in.partner(i) != code::npos && in.partner(i) > index) return i;
  return std::nullopt;
}

// The outermost statement around one that does not hold `index`, too.
std::size_t whole_statement(const code& in, const statement& one, std::size_t body,
                            std::size_t index) {
  std::size_t begin = beginning_of(in, one.begin);
  for (auto block = block_around(in, body, one.begin); block;
       block = block_around(in, body, *block)) {
    if (in.partner(*block) > index) break;
    const std::size_t head = beginning_of(in, head_of(in, *block));
    begin = head == code::npos ? *block : head;
  }
  return begin;
}

// Where a barrier before the statement has to stand, so that no condition keeps threads from it:
// not in an `if`, and before the first one that leaves the function. What is in a loop stays there.
std::size_t where_all_pass(const code& in, const declaration& function, std::size_t statement_at) {
  std::size_t place = beginning_of(in, statement_at);
  for (auto block = block_around(in, function.body, place); block && *block != function.body;
       block = block_around(in, function.body, *block)) {
    const std::size_t head = beginning_of(in, head_of(in, *block));
    if (head == code::npos) continue;
    if (!in.is(head, "if")) break;
    place = head;
  }
  for (const statement& other : in.statements()) {
    if (other.first < function.body || other.first >= place) continue;
    if (!in.is(other.first, "return")) continue;
    const std::size_t begin = whole_statement(in, other, function.body, place);
    if (begin != other.first && begin < place) return begin;  // under a condition
  }
  return place;
}

edit barrier_at(const code& in, std::size_t place) {
  edit made;
  made.offset = in.tokens()[place].offset;
  made.by = "__syncthreads(); ";
  made.line = in.line_of(place);
  made.cause = "a barrier is missing before @";
  made.otherwise = "with `__syncthreads()` there";
  made.rank = 3;
  return made;
}

edit barrier_before(const code& in, const declaration& function, std::size_t place) {
  edit made = barrier_at(in, place);
  if (where_all_pass(in, function, place) == place) return made;
  made.cause = "a barrier that all threads of the block reach is missing before @";
  made.otherwise = "with one for all of them";
  return made;
}

// The first tokens of the statements in a line; of an `else if` there, of the whole chain.
std::set<std::size_t> begins_in(const code& in, unsigned line) {
  std::set<std::size_t> found;
  for (const statement& one : in.statements())
    if (in.line_of(one.begin) == line) found.insert(one.begin);
  for (std::size_t i = 1; i < in.tokens().size(); ++i)
    if (in.line_of(i) == line && in.is(i, "if") && in.is(i - 1, "else"))
      found.insert(beginning_of(in, i - 1));
  found.erase(code::npos);
  return found;
}

}  // namespace

edit barrier_before(const code& answer, const statement& one) {
  const declaration* const function = answer.function_at(one.first);
  return function == nullptr ? barrier_at(answer, one.begin)
                             : barrier_before(answer, *function, one.begin);
}

void add_barriers(const code& answer, const std::vector<unsigned>& before, std::vector<edit>& to) {
  for (const unsigned line : std::set<unsigned>(before.begin(), before.end()))
    for (const std::size_t begin : begins_in(answer, line)) {
      const declaration* const function = answer.function_at(begin);
      if (function == nullptr || !function->is_device) continue;
      std::vector<edit> made;
      const std::size_t place = where_all_pass(answer, *function, begin);
      if (place != begin) made.push_back(barrier_at(answer, place));
      made.push_back(barrier_before(answer, *function, begin));
      for (edit& barrier : made) {
        barrier.orders = true;
        barrier.line_of_access = line;
        to.push_back(std::move(barrier));
      }
    }
}

}  // namespace lockstep::tutor::experiment
