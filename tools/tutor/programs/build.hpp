// Building a target, and what a failed build means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/paths.hpp"
#include "programs/warnings.hpp"

namespace lockstep::tutor {

struct diagnostic {
  std::string file;  // as shown to a person; empty for the linker
  unsigned line = 0;
  std::string message;
};

struct [[nodiscard]] build_result {
  enum class outcome {
    built,
    does_not_compile,  // the answer is at fault: the compiler or the linker told an error
    broken,            // the course's own code or the set-up is at fault, or nobody knows what
  };
  outcome kind = outcome::built;
  std::string problem, advice;       // of a broken build
  std::vector<diagnostic> errors;    // found in the compiler's output
  std::vector<std::string> excerpt;  // the compiler's own lines, without the build tool's
  std::vector<compiler_warning> warnings = {};  // about the answer, if it was built
  std::string output = {};                      // the build tool's, as it is
  double seconds = 0;
};

// What the build tool's output says. `code` is its exit code.
build_result read_build_output(int code, std::string_view output, const checkout_paths& paths);

// What a compiler's or a linker's own output says of an answer, without the build tool.
build_result read_compiler_output(int code, std::string_view output, const checkout_paths& paths);

// Whether a compiler tells of an error at a line of a file, which no lack of memory or room causes.
bool tells_error_at_a_place(std::string_view output);

// A compiler whose disk is full seldom says so. Where a build failed without an error in a file,
// and one of the folders that it wrote to has no room, that is the problem.
void look_for_full_disk(build_result& result, const std::filesystem::path& temporary,
                        const std::filesystem::path& target);

// Configures again if a target is not known yet: an exercise or a wrong answer is new.
void configure_for(const checkout_paths& paths, const std::vector<std::string>& targets);

// Builds the targets; waits for a build that goes on in the same directory. Throws failure if there
// is no build directory, it cannot be written, or ninja is missing. What takes longer than
// `most_seconds` is ended, and does not compile; 0: as long as it takes.
build_result build(const checkout_paths& paths, const std::vector<std::string>& targets,
                   double most_seconds = 0);

// Of an answer that takes its compiler too long, or that the compiler cannot stand.
build_result does_not_compile(const std::string& why);
// The compiler had as much time as that.
build_result compiler_too_slow(double seconds);

// The files that went into an object which has been built, relative to the build directory.
std::vector<std::string> inputs_of(const checkout_paths& paths, const std::string& object);

// As build, but a failed build is a failure too.
void build_or_throw(const checkout_paths& paths, const std::vector<std::string>& targets);

}  // namespace lockstep::tutor
