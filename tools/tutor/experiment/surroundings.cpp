#include "experiment/surroundings.hpp"

#include <algorithm>

namespace lockstep::tutor::experiment {
namespace {

const declaration* function_around(const code& answer, unsigned line) {
  const auto& all = answer.declarations();
  const auto around = std::find_if(all.begin(), all.end(), [&](const declaration& one) {
    return one.is_function && answer.line_of(one.first) <= line && line <= answer.line_of(one.last);
  });
  return around == all.end() ? nullptr : &*around;
}

bool is_barrier(std::string_view name) { return name == "__syncthreads" || name == "__syncwarp"; }

// The token `if` that a statement, or the block of one, stands under; npos: under none.
std::size_t condition_of(const code& answer, const statement& one) {
  if (one.is_guarded() && answer.is(one.begin, "if")) return one.begin;
  if (one.block == 0 || !answer.is(one.block - 1, ")")) return code::npos;
  const auto opening = answer.partner(one.block - 1);
  return opening != code::npos && opening > 0 && answer.is(opening - 1, "if") ? opening - 1
                                                                              : code::npos;
}

// Whether the line stands under the same condition.
bool is_under(const code& answer, const statement& barrier, unsigned line) {
  if (barrier.is_guarded()) return false;
  const auto end = answer.partner(barrier.block);
  return answer.line_of(barrier.block) <= line && end != code::npos && line <= answer.line_of(end);
}

}  // namespace

calls calls_of_function_around(const code& answer, unsigned line) {
  const declaration* const around = function_around(answer, line);
  if (around == nullptr || !around->is_device || around->name.empty()) return {};
  for (std::size_t i = around->first; i < around->body; ++i)
    if (answer.is(i, "__global__")) return {};
  calls found{std::string(around->name), {}};
  for (std::size_t i = around->last + 1; i < answer.tokens().size(); ++i)
    if (answer.is(i, around->name) && (answer.is(i + 1, "(") || answer.is(i + 1, "<")) &&
        (found.lines.empty() || found.lines.back() != answer.line_of(i)))
      found.lines.push_back(answer.line_of(i));
  return found;
}

bool is_in_kernel(const code& answer, unsigned line) {
  const declaration* const around = function_around(answer, line);
  return around != nullptr && around->is_device;
}

guarded_barrier barrier_under_condition(const code& answer, unsigned line) {
  const declaration* const around = function_around(answer, line);
  if (around == nullptr) return {};
  guarded_barrier found;
  for (const statement& one : answer.statements()) {
    if (one.first < around->body || one.last > around->last) continue;
    if (!is_barrier(answer.text(one.first)) || is_under(answer, one, line)) continue;
    const auto condition = condition_of(answer, one);
    if (condition == code::npos) continue;
    if (found.line != 0) return {};
    const auto open = condition + 1, close = answer.partner(open);
    found = {answer.line_of(one.first), answer.text(open + 1, close - 1)};
  }
  return found;
}

}  // namespace lockstep::tutor::experiment
