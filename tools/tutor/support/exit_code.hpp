// The tutor's exit codes: docs/interfaces.md, section 4.
#pragma once

namespace lockstep::tutor {

enum class exit_code {
  passed = 0,
  does_not_compile = 1,
  crashed = 2,
  wrong_result = 3,
  timed_out = 4,
  setup_missing = 5,
  check_found = 6,
  property_missed = 7,
  usage = 64,
};

}  // namespace lockstep::tutor
