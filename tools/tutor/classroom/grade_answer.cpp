#include "classroom/grade_answer.hpp"

#include <fmt/format.h>

#include <chrono>

#include "classroom/file_names.hpp"
#include "grading/grading.hpp"
#include "grading/refused_source.hpp"
#include "grading/violations.hpp"
#include "language/language.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/limits.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

constexpr int compiler_seconds = 120;

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path inside = file.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

class attempt_at {
 public:
  attempt_at(const context& all, const answer_recipe& recipe, const submission& what,
             const classroom_of& where)
      : all_(all), recipe_(recipe), what_(what), where_(where) {
    folders_.hidden = where.also_hidden;
    folders_.hidden.push_back(where.folder);
    // Of graders, that of this answer alone; beside it lie solutions, compiled.
    const fs::path graders = all.paths.build / "tools" / "graders";
    if (fs::is_directory(graders)) folders_.hidden.push_back(graders);
    folders_.needed.push_back(work_.path());
  }

  verdict grade() {
    answer which{(work_.path() / "grader").string(), source().string(), folders_};
    which.alone_grader = alone_grader_of(*what_.of);
    const bool is_device_code = what_.of->is_device_code();
    if (is_device_code)
      which.alone = object().string();
    else if (!which.alone_grader.empty())
      which.alone = which.target;
    build_result built;
    std::string violation;
    const foreign_file handed_in = read_foreign(what_.file, largest_source);
    if (!handed_in.problem.empty()) {
      built.kind = build_result::outcome::does_not_compile;
      built.errors.push_back({what_.shown.string(), 0, handed_in.problem});
    } else if (violation =
                   violation_in_source(handed_in.content, what_.of->any_means, what_.of->without);
               !violation.empty()) {
      copy_answer(handed_in.content);
    } else {
      copy_answer(handed_in.content);
      built = make((is_device_code ? recipe_.compile_device_code(source(), object(), depfile())
                                   : recipe_.compile(source(), object(), depfile())) +
                   headers());
      if (built.kind == build_result::outcome::built) violation = find_violation();
      if (built.kind == build_result::outcome::built && violation.empty()) {
        const double seconds = built.seconds;
        auto warnings = warnings_in(built.output, all_.paths, all_.paths.shown(source()));
        if (!is_device_code)
          built = make(which.alone.empty() ? recipe_.link(object(), which.target)
                                           : recipe_.link_alone(object(), which.alone));
        built.seconds += seconds;
        built.warnings = std::move(warnings);
      }
    }
    const compiled_answer compiled{
        object(), headers(),
        [this](const std::string& how, const fs::path& folder) { return execute(how, folder); }};
    verdict made = grade_compiled(all_, *what_.of, which, built, violation, recipe_, compiled);
    show_names(made);
    return made;
  }

 private:
  // In a folder of its own: nothing that was handed in lies beside it. Its name is the course's: a
  // student's may be anything, and reach a shell, and nvcc's own scripts.
  fs::path source() const { return work_.path() / "answer" / (what_.of->stem() + ".cu"); }

  void copy_answer(const std::string& content) const {
    fs::create_directory(source().parent_path());
    const std::string problem = write_file(source(), content);
    if (!problem.empty())
      throw setup_missing(tr("{} cannot be copied: {}", what_.shown.string(), problem),
                          "Is the disk full?");
  }

  // In a checkout an answer finds the headers beside it by their names alone, too.
  std::string headers() const {
    const fs::path beside = all_.paths.file("exercises/" + what_.of->name).parent_path();
    return " -I" + quoted(beside);
  }

  fs::path object() const {
    return work_.path() / (what_.of->is_device_code() ? "answer.fatbin" : "answer.o");
  }
  fs::path depfile() const { return work_.path() / "answer.d"; }

  // The command sees `folder` and the course, not what others have handed in.
  process_end execute(const std::string& line, const fs::path& folder) const {
    command shell;
    shell.arguments = {"sh", "-c", line};
    if (have_sandbox()) {
      sandbox_folders seen = folders_;
      seen.needed.insert(seen.needed.end(), {all_.paths.root, all_.paths.build});
      for (const auto& one : recipe_.toolkit()) seen.needed.push_back(one);
      // Where right answers lie.
      for (const char* const folder :
           {"solutions", "tools/graders/attempts", "tools/graders/wrong", ".git"})
        if (fs::is_directory(all_.paths.root / folder))
          seen.hidden.push_back(all_.paths.root / folder);
      seen.is_for_compiler = true;
      for (const auto& one : recipe_.parts()) seen.visible.push_back(all_.paths.build / one);
      shell.arguments = in_sandbox(shell.arguments, folder, seen);
      shell.bare_environment = true;
    }
    shell.folder = all_.paths.build;
    // ccache wants a home, and finds no list of users.
    shell.environment = {{"TMPDIR", folder.string()}, {"HOME", folder.string()}};
    shell.limits = resource_limits{};
    shell.limits->wall_time = std::chrono::seconds(compiler_seconds);
    shell.limits->data_bytes = default_data_bytes();
    shell.limits->written_folder = folder;
    return run(shell);
  }

  build_result make(const std::string& line) const {
    const process_end end = execute(line, work_.path());
    build_result result = read_compiler_output(end.succeeded() ? 0 : 1, end.output, all_.paths);
    result.seconds = end.seconds;
    result.output = end.output;
    const fs::path disk = work_.path().parent_path();
    look_for_full_disk(result, disk, disk);
    if (end.kind == process_end::how::timed_out) return compiler_too_slow(compiler_seconds);
    if (end.kind == process_end::how::out_of_memory)
      return does_not_compile(protocol::phrase(
          "compiler-too-large", "the compiler needs more than {} GB of memory",
          fmt::format("{:.0f}", static_cast<double>(default_data_bytes()) / (1u << 30))));
    if (end.kind == process_end::how::flooded)
      return does_not_compile(protocol::phrase(
          "compiler-wrote-too-much", "the compiler printed far too much and was stopped"));
    return result;
  }

  // As of an answer in the checkout; besides, that nothing else that was handed in is in it.
  std::string find_violation() {
    std::vector<std::string> shown_inputs;
    for (const auto& name : files_in_depfile(content_of(depfile()))) {
      const fs::path file = (all_.paths.build / name).lexically_normal();
      shown_inputs.push_back(all_.paths.shown(file));
      if (lies_in(file, where_.folder))
        return protocol::phrase("includes-other-answer",
                                "includes {}, but only the answer itself is graded", shown(file));
    }
    if (const auto file = foreign_answer(shown_inputs, all_.paths.shown(source())); !file.empty())
      return fmt::format("includes {}", file);
    return violation_of(*what_.of, content_of(object()), offered_by(shown_inputs, all_.paths));
  }

  // As seen from the class's folder.
  std::string shown(const fs::path& file) const {
    return file.lexically_relative(where_.folder).string();
  }

  void show_names(verdict& of) const {
    for (const std::string& long_name :
         {source().string(), what_.file.string(), all_.paths.shown(what_.file)})
      rename_file(of, long_name, what_.shown.string());
  }

  const context& all_;
  const answer_recipe& recipe_;
  const submission& what_;
  const classroom_of& where_;
  const temporary_folder work_;
  sandbox_folders folders_;
};

}  // namespace

verdict grade_answer(const context& all, const answer_recipe& recipe, const submission& what,
                     const classroom_of& where) {
  try {
    return attempt_at(all, recipe, what, where).grade();
  } catch (const failure& problem) {
    verdict unknown;
    unknown.exercise = what.of->name;
    unknown.headline = problem.what();
    unknown.next = lines_of(problem.advice);
    return unknown;
  }
}

}  // namespace lockstep::tutor::classroom
