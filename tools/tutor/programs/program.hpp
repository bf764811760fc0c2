// What exec, profile, check and trace have in common: a program, and what is observed of a run of
// it.
#pragma once

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "course/paths.hpp"
#include "processes/process.hpp"
#include "programs/backend.hpp"
#include "programs/run_options.hpp"
#include "records/records.hpp"

namespace lockstep::tutor {

// An executable with its arguments, or CUDA sources, "--" and the arguments, as a command on this
// back end. Sources are compiled first. Throws failure if it cannot run.
command program_command(const run_options& options, const checkout_paths& paths,
                        const std::vector<std::string>& command_line, const backend& on);

// The back end that the options choose, set as they say.
backend wanted_backend(const run_options& options, const checkout_paths& paths);
// The same for counters and checks, which a GPU does not give: `purpose` names them, `tool` is
// the program that gives them there.
backend observing_backend(const run_options& options, const checkout_paths& paths,
                          const std::string& purpose, const std::string& tool);

struct [[nodiscard]] observed {
  process_end end;
  report seen;
  int interrupted_by = 0;  // the signal, if the user stopped the run: what was seen until then
};

// Runs it and reads what the back end reported. Throws failure if that is not the whole truth: a
// kernel was refused, or the program never came to the runtime library.
observed observe_run(command what);

// Throws failure if the disk of temporary files is full, and what was seen of a run may be missing.
void require_room_to_record();

// The source behind a name that a compiler wrote; empty if it is not found.
std::filesystem::path find_source(const std::string& name, const checkout_paths& paths);

// Names the files of a finding where they lie, those below this folder relative to it.
void name_sources(protocol::finding& found, const checkout_paths& paths);

// Tells what was found: it cut a kernel short, or made its counts those of a kernel that is wrong.
void print_findings(const report& seen, const checkout_paths& paths);

// What --kernel names. Throws failure if it is no regular expression.
std::regex kernel_filter(const std::string& pattern);

std::string end_in_words(const process_end& end);
int code_for_program(const process_end& end);

}  // namespace lockstep::tutor
