// From an exercise to its verdict: build, run, collect what was written, judge.
#pragma once

#include <string>

#include "context.hpp"
#include "processes/isolation.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// What is linked with the grader.
struct answer {
  std::string target;   // the build's name of the grader's executable
  std::string source;   // shown path of the file that is graded
  seclusion away = {};  // what its program is not to see
};

// A seed that is easy to type again.
std::uint64_t fresh_seed();

answer learners_answer(const exercise& one);
answer solution_of(const exercise& one);
answer wrong_answer(const exercise& one, const std::string& label);

// Always graded on the emulator, which alone knows properties. Where the back end asked for is a
// GPU or another library, the results are checked on it too.
verdict grade(const context& all, const exercise& one, const answer& which);

// What one case of the grader, built already, launches on the emulator, counted line by line.
report observe_case(const context& all, const exercise& one, const answer& which,
                    const std::string& suite, const std::string& name, std::uint64_t seed);

// As grade, of an answer that was compiled and linked elsewhere, on the emulator alone. `liberty`
// is what it does that no answer needs (honesty.hpp); then, and if it was not built, it is not run.
verdict grade_compiled(const context& all, const exercise& one, const answer& which,
                       const build_result& build, const std::string& liberty);

// As grade, of a grader that is built already: `which.target` is its path. On the emulator alone,
// and no further than to the first failure.
verdict grade_program(const context& all, const exercise& one, const answer& which);

}  // namespace lockstep::tutor
