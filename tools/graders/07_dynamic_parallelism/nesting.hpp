// What graders of kernels that launch themselves share.
#pragma once

#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <functional>

// A requirement on the grids that a trial needs. If it is not met, who launched them is the cause.
inline void require_of_grids(
    const std::function<void()>& requirement,
    lockstep::grader::launch_plan required = lockstep::grader::launch_plan::one_by_each_grid) {
  try {
    requirement();
  } catch (const lockstep::grader::wrong&) {
    lockstep::grader::note_wrong_launches(required);
    throw;
  }
}

// If too many threads launch, their children launch too often in their turn, and a large trial does
// not end: after the first wrong result, or finding of the checks, nothing else is tried.
inline void if_right_so_far(const std::function<void()>& trial) {
  if (lockstep::grader::explaining()) return trial();
  static bool right_so_far = true;
  if (!right_so_far)
    throw lockstep::grader::undecided(
        lockstep::protocol::phrase("smaller-case-wrong", "Not tried: a smaller case went wrong."));
  const auto& findings = lockstep::detail::findings();
  if (findings.complete() && findings.count() > 0)
    throw lockstep::grader::undecided(lockstep::protocol::phrase(
        "smaller-case-found", "Not tried: the checks found something in a smaller case."));
  right_so_far = false;
  trial();
  right_so_far = true;
}
