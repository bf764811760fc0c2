#include "grading/trials_of_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grading/grader_command.hpp"
#include "grading/subject.hpp"
#include "processes/sandbox.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

process_end in_shell(const std::string& how, const fs::path& folder) {
  command shell;
  shell.arguments = {"sh", "-c", how};
  shell.folder = folder;
  shell.capture = true;
  return run(shell);
}

// PTX alone, for the emulator, without what only messages need.
std::string for_the_emulator(std::string how) {
  how = replaced(how, " -gencode arch=compute_90,code=sm_90", "");
  how = replaced(how, " -lineinfo", "");
  how = replaced(how, " -g ", " ");
  how = replaced(how, " -O2 ", " -O0 ");  // of the host's code
  return how + " -w -Xcudafe --error_limit=100000";
}

// A wrong result for which the headline gives what a check has found as the reason: a change that
// keeps the finding and makes the values right does so by luck.
bool is_about_a_finding(const verdict& of) {
  // Graders have names for what it reads.
  if (subject(of).says({"unwritten-global", "unwritten-shared"})) return true;
  return std::any_of(of.findings.begin(), of.findings.end(), [&](const protocol::finding& one) {
    return of.headline.find(one.message) != std::string::npos;
  });
}

}  // namespace

std::optional<experiment::edit> edit_that_helps(const context& all, const answer& which,
                                                const answer_recipe& recipe, const evidence& seen,
                                                const compiled_answer& compiled, const verdict& of,
                                                const std::string& solution,
                                                const experiment::clues& known) {
  const temporary_folder folder;
  const backend emulator = [&] {
    backend chosen = emulator_backend(all.paths);
    apply(all.run, chosen);
    return chosen;
  }();
  const auto beside = all.paths.file("exercises/" + seen.exercise).parent_path();
  experiment::workshop with;
  with.folder = folder.path();
  with.object = compiled.object;
  with.processes = all.processes;
  with.most_work = all.most_work_of_trials;
  with.compile = [&](const fs::path& source, const fs::path& object) {
    return for_the_emulator(recipe.compile(source, object)) + " -I" + quoted(beside) +
           compiled.more_options;
  };
  with.compile_host = [&](const fs::path& source, const fs::path& object) {
    return recipe.compile_host(source, object) + " -I" + quoted(beside);
  };
  with.compile_kernels = [&](const fs::path& source, const fs::path& ptx) {
    return replaced(with.compile(source, ptx), " -c ", " -ptx ");
  };
  with.link = [&](const std::string& objects, const fs::path& program) {
    return recipe.link_shared(objects, program);
  };
  // Seconds of work of one compiler's process. Loops that are unrolled within each other can take
  // minutes, and then the verdict stands as it is.
  constexpr unsigned most_work_of_compiler = 5;
  with.make = [&](const std::string& how) {
    const std::string limited = fmt::format("ulimit -t {}; {}", most_work_of_compiler, how);
    return compiled.make ? compiled.make(limited, folder.path())
                         : in_shell(limited, all.paths.build);
  };
  with.run = [&](const experiment::trial_program& trial, const experiment::numbers& which_ones) {
    const fs::path own = folder.path() / fmt::format("trials_{}", which_ones.worker);
    command grader = grader_command(all, emulator, own, seen.seed);
    if (!trial.kernels.empty())
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_KERNELS", trial.kernels.string());
    if (trial.program.empty())
      add_program(all, which, grader);
    else
      grader.arguments = {trial.program.string()};
    grader.arguments.insert(grader.arguments.end(), {"--no-skip", "--test-suite=alternatives"});
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE", std::to_string(which_ones.first));
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_LAST",
                                    std::to_string(which_ones.end - 1));
    std::string left_out;
    for (const std::size_t one : which_ones.left_out) left_out += std::to_string(one) + " ";
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVES_LEFT_OUT", left_out);
    const auto* failed = seen.first_case([](const case_record& one) { return one.failed(); });
    if (failed != nullptr)
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_CASE", failed->name);
    if (failed != nullptr && failed->suite != "checks" && which_ones.only_failing_case)
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_ONE_CASE", "1");
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_WORK",
                                    std::to_string(static_cast<unsigned>(seen.end.seconds * 1000)));
    if (of.code == exit_code::check_found || is_about_a_finding(of))
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_CHECKED", "1");
    grader.environment.emplace_back("LOCKSTEP_NONCE", "-");
    grader.environment.emplace_back(
        "LOCKSTEP_ALTERNATIVE_WORK_OF_ALL",
        std::to_string(static_cast<unsigned>(which_ones.most_work * 1000)));
    sandbox_folders folders = folders_for(all, which);
    folders.needed.push_back(folder.path());
    return have_sandbox() ? run_in_sandbox(grader, own, folders) : run(grader);
  };
  return experiment::edit_that_helps(seen.source_text, solution, known, with);
}

}  // namespace lockstep::tutor
