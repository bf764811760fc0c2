#include "classroom/grade_answer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <span>

#include "grading/grading.hpp"
#include "grading/honesty.hpp"
#include "processes/sandbox.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

constexpr std::uintmax_t largest_source = 1u << 20;
constexpr int compiler_seconds = 120;

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path inside = file.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

class attempt_at {
 public:
  attempt_at(const context& all, const answer_recipe& recipe, const student& who,
             const submission& what, const classroom_of& where)
      : all_(all), recipe_(recipe), who_(who), what_(what), where_(where) {
    away_.hidden = where.also_hidden;
    away_.hidden.push_back(where.folder);
    away_.visible = {who.home};
  }

  graded_answer grade() {
    answer which{(work_.path() / "grader").string(), what_.file.string(), away_};
    build_result built;
    std::string liberty;
    std::error_code error;
    if (const auto size = fs::file_size(what_.file, error); error || size > largest_source) {
      built.kind = build_result::outcome::does_not_compile;
      built.errors.push_back({shown(what_.file), 0,
                              error ? "it cannot be read: " + error.message()
                                    : fmt::format("it has {} bytes; more than {} are not compiled",
                                                  size, largest_source)});
    } else {
      built = make(recipe_.compile(what_.file, object(), depfile()));
      if (built.kind == build_result::outcome::built) liberty = liberty_taken();
      if (built.kind == build_result::outcome::built && liberty.empty()) {
        const double seconds = built.seconds;
        built = make(recipe_.link(object(), which.target));
        built.seconds += seconds;
      }
    }
    graded_answer made{grade_compiled(all_, *what_.of, which, built, liberty), inputs_};
    if (made.inputs.empty()) made.inputs.push_back(what_.file);
    show_names(made.result);
    return made;
  }

 private:
  fs::path object() const { return work_.path() / "answer.o"; }
  fs::path depfile() const { return work_.path() / "answer.d"; }

  static build_result refused(const std::string& why) {
    build_result result;
    result.kind = build_result::outcome::does_not_compile;
    result.errors.push_back({{}, 0, why});
    return result;
  }

  build_result make(const std::string& line) const {
    command shell;
    shell.arguments = {"sh", "-c", line};
    if (can_isolate()) shell.arguments = isolated(shell.arguments, work_.path(), away_);
    shell.folder = all_.where.build;
    shell.environment = {{"TMPDIR", work_.path().string()}};
    shell.limits = resource_limits{};
    shell.limits->wall_time = std::chrono::seconds(compiler_seconds);
    shell.limits->data_bytes = default_data_bytes();
    const process_end end = run(shell);
    build_result result = read_compiler_output(end.succeeded() ? 0 : 1, end.output, all_.where);
    result.seconds = end.seconds;
    const fs::path disk = work_.path().parent_path();
    look_for_full_disk(result, disk, disk);
    if (end.kind == process_end::how::timed_out)
      return refused(fmt::format("the compiler did not end within {} s", compiler_seconds));
    if (end.kind == process_end::how::flooded)
      return refused("the compiler wrote far too much and was stopped");
    return result;
  }

  // As of an answer in the checkout; besides, that nothing of another student is in it.
  std::string liberty_taken() {
    std::vector<std::string> shown_inputs;
    for (const auto& name : files_in_depfile(content_of(depfile()))) {
      const fs::path file = (all_.where.build / name).lexically_normal();
      shown_inputs.push_back(all_.where.shown(file));
      if (!lies_in(file, where_.folder)) continue;
      if (file != who_.home && !lies_in(file, who_.home))
        return fmt::format("includes {}, which is not theirs", shown(file));
      inputs_.push_back(file);
    }
    const std::string own = all_.where.shown(what_.file);
    if (const auto file = foreign_answer(shown_inputs, own);
        !file.empty() && !lies_in(all_.where.file(file), who_.home))
      return fmt::format("includes {}", file);
    const std::string bytes = content_of(object());
    return liberty_of_object(std::as_bytes(std::span(bytes)), what_.of->kernels_only);
  }

  // As seen from the class's folder.
  std::string shown(const fs::path& file) const {
    return file.lexically_relative(where_.folder).string();
  }

  void show_names(verdict& of) const {
    for (const std::string& long_name :
         {what_.file.string(), all_.where.shown(what_.file), who_.home.string()}) {
      const bool of_folder = long_name == who_.home.string() && who_.home != what_.file;
      const std::string name = of_folder ? who_.name : shown(what_.file);
      const auto shorten = [&](std::string& text) {
        for (auto at = text.find(long_name); at != std::string::npos;
             at = text.find(long_name, at + name.size()))
          text.replace(at, long_name.size(), name);
      };
      shorten(of.headline);
      shorten(of.file);
      for (auto* lines : {&of.details, &of.next, &of.also}) {
        for (auto& line : *lines) shorten(line);
      }
      for (auto& found : of.findings) {
        shorten(found.where.file);
        if (found.other) shorten(found.other->file);
      }
      for (auto& one : of.cases) {
        for (auto& failure : one.failures) shorten(failure.message);
      }
    }
  }

  const context& all_;
  const answer_recipe& recipe_;
  const student& who_;
  const submission& what_;
  const classroom_of& where_;
  const temporary_folder work_;
  seclusion away_;
  std::vector<fs::path> inputs_;
};

}  // namespace

graded_answer grade_answer(const context& all, const answer_recipe& recipe, const student& who,
                           const submission& what, const classroom_of& where) {
  try {
    return attempt_at(all, recipe, who, what, where).grade();
  } catch (const failure& problem) {
    verdict unknown;
    unknown.exercise = what.of->name;
    unknown.headline = problem.what();
    unknown.next = lines_of(problem.advice);
    return {unknown, {what.file}};
  }
}

}  // namespace lockstep::tutor::classroom
