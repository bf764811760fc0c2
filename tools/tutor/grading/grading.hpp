// From an exercise to its verdict: build, run, collect what was written, judge.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "context.hpp"
#include "grading/answer_recipe.hpp"
#include "processes/process.hpp"
#include "processes/sandbox.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// What is linked with the grader.
struct answer {
  std::string target;            // the build's name of the grader's executable
  std::string source;            // shown path of the file that is graded
  sandbox_folders folders = {};  // that its program must not see
  bool is_stub = false;          // as delivered: nobody looks for a mistake in it
  // Of an exercise whose answers run in a process of their own (tools/graders/apart): the program
  // of the answer alone, and the grader that starts it. Verdicts come from those; `target`, which
  // has both, is for GPUs, debuggers and experiments. Otherwise empty.
  std::string alone = {}, alone_grader = {};
};

// An answer's object file, how it was compiled besides the recipe, and who executes a compiler: by
// default nobody but a shell.
struct compiled_answer {
  std::filesystem::path object;
  std::string more_options;
  std::function<process_end(const std::string& shell_command, const std::filesystem::path& folder)>
      make;
};

// What a grader may see: the checkout, but for what would answer an exercise.
sandbox_folders folders_for(const context& all, const answer& which);

// The rule that an answer's object file breaks (violations.hpp); empty if it breaks none.
std::string violation_of(const exercise& exercise, const std::string& object,
                         const std::vector<std::string>& offered);

// The grader that starts an answer's own program; empty: there is none.
std::string alone_grader_of(const exercise& exercise);

// What to build for a verdict.
std::vector<std::string> targets_of(const answer& which);

// The program to start for it, on the emulator, and what its environment needs besides.
void add_program(const context& all, const answer& which, command& grader);

// A seed that is easy to type again.
std::uint64_t fresh_seed();
// For marks: an answer that knows some of its inputs cannot try all seeds to find the others.
[[nodiscard]] std::uint64_t unguessable_seed();

answer learners_answer(const exercise& exercise);
answer solution_of(const exercise& exercise);
answer wrong_answer(const exercise& exercise, const std::string& label);

// Always graded on the emulator, which alone knows properties. Where the back end asked for is a
// GPU or another library, the results are checked on it too.
verdict grade(const context& all, const exercise& exercise, const answer& which);

// How long a GPU would take for an answer that passes, built already, by the emulator's model: for
// each case of the suite `time` that there is time for.
std::vector<protocol::modelled_timing> model_times(const context& all, const exercise& exercise,
                                                   const answer& which, std::uint64_t seed);

// What one case of the grader, built already, launches on the emulator, counted line by line.
report observe_case(const context& all, const exercise& exercise, const answer& which,
                    const std::string& suite, const std::string& name, std::uint64_t seed);

// What was traced of a run, and, an event a line, what the model of time simulated of it.
struct traced_report {
  report seen;
  std::string timeline;
};

// The same, traced: `options` as in LOCKSTEP_TRACE.
traced_report trace_case(const context& all, const exercise& exercise, const answer& which,
                         const case_record& one, std::uint64_t seed, const std::string& options);

// As grade, for an answer that was compiled and linked elsewhere, on the emulator alone. It is not
// run if `violation` (violations.hpp) is not empty, or if it was not built.
verdict grade_compiled(const context& all, const exercise& exercise, const answer& which,
                       const build_result& build, const std::string& violation,
                       const answer_recipe& recipe, const compiled_answer& compiled);

// Whether the grader, built already, passes the answer if it is run without the tutor, in a plain
// environment on the emulator: as a person does, or Meson. They have the answer linked as a whole.
enum class linked { as_a_whole, as_for_a_verdict };
bool passes_alone(const context& all, const answer& which, linked how = linked::as_a_whole);

// As grade, of a grader that is built already: `which.target` is its path. On the emulator alone,
// and no further than to the first failure.
verdict grade_program(const context& all, const exercise& exercise, const answer& which);

}  // namespace lockstep::tutor
