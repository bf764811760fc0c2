// How the build compiles an answer and links it with its grader: the same for answers that the
// build does not know.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "course/paths.hpp"

namespace lockstep::tutor {

// Shell commands, to be run in the build directory.
class answer_recipe {
 public:
  // Read from the build; throws failure (setup missing) if they are not understood.
  answer_recipe(const checkout_paths& paths, const exercise& exercise);

  // `depfile`: is to list the files that went into the object, as make reads them; empty: none.
  std::string compile(const std::filesystem::path& source, const std::filesystem::path& object,
                      const std::filesystem::path& depfile = {}) const;
  // C++ without any CUDA, by the host's compiler, without optimisation and messages about style.
  std::string compile_host(const std::filesystem::path& source,
                           const std::filesystem::path& object) const;
  std::string link(const std::filesystem::path& object, const std::filesystem::path& program) const;
  // Its device code alone, where the exercise asks for nothing else (exercise::is_device_code).
  std::string compile_device_code(const std::filesystem::path& source,
                                  const std::filesystem::path& code,
                                  const std::filesystem::path& depfile) const;
  // The program of the answer alone, where the exercise has one (answer::alone).
  std::string link_alone(const std::filesystem::path& object,
                         const std::filesystem::path& program) const;
  // The same of several objects (words for a shell), which share what they define with each other
  // and with the grader. No verdict comes of such a program.
  std::string link_shared(const std::string& objects, const std::filesystem::path& program) const;

  // The folders of the compilers' own files: all that is needed besides the checkout and the
  // system.
  std::vector<std::filesystem::path> toolkit() const;

  // What is linked with an answer, and how: files and folders in the build's folder of graders,
  // relative to the build directory. Beside them lie solutions, compiled.
  std::vector<std::filesystem::path> parts() const;

  // The solution, linked: another one if anything but the answer has changed.
  const std::string& solution() const { return program_name_; }

 private:
  std::string host_compiler() const;
  // As link_shared, without nvcc, and with the fastest linker that is usual; empty: not possible.
  std::string link_by_host(const std::string& objects, const std::filesystem::path& program) const;

  std::string source_name_, object_name_, program_name_, compile_command_, link_command_;
  std::string alone_name_, alone_command_, alone_grader_;
  bool links_alone_ = true;  // it is compiled otherwise
};

// Builds the graders with their solutions, so that for any answer only the answer is left to do.
void build_graders(const checkout_paths& paths, const std::vector<const exercise*>& of);

// For a shell.
std::string quoted(const std::filesystem::path& path);

// The files that a depfile names besides its target.
std::vector<std::string> files_in_depfile(const std::string& text);

}  // namespace lockstep::tutor
