#include "verdict/outcome.hpp"

#include <algorithm>
#include <array>

#include "language/language.hpp"

namespace lockstep::tutor {
namespace {

struct names {
  exit_code code;
  const char *label, *status, *stage;
};

constexpr std::array all_names{
    names{exit_code::setup_missing, translatable("cannot be graded"), "setup_missing", "setup"},
    names{exit_code::passed, translatable("passed"), "passed", "passed"},
    names{exit_code::does_not_compile, translatable("does not compile"), "compile_error",
          "compile"},
    names{exit_code::crashed, translatable("crashed"), "crashed", "crash"},
    names{exit_code::wrong_result, translatable("wrong result"), "wrong_result", "results"},
    names{exit_code::timed_out, translatable("timed out"), "timed_out", "timeout"},
    names{exit_code::check_found, translatable("a check found something"), "finding", "checks"},
    names{exit_code::property_missed, translatable("a property is missed"), "property_missed",
          "properties"},
    names{exit_code::usage, "", "wrong_usage", "setup"},
};

const names& names_of(exit_code code) {
  const auto found = std::find_if(all_names.begin(), all_names.end(),
                                  [&](const names& one) { return one.code == code; });
  return found == all_names.end() ? all_names.front() : *found;
}

}  // namespace

std::string label_of(exit_code code) { return in_language(names_of(code).label); }
std::string status_name(exit_code code) { return names_of(code).status; }
bool is_not_started(exit_code code, bool untouched) {
  return untouched && code != exit_code::passed && code != exit_code::setup_missing &&
         code != exit_code::does_not_compile;
}

std::string stage_of(exit_code code) { return names_of(code).stage; }

}  // namespace lockstep::tutor
