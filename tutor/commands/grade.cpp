// Marks a class: every answer that is found, each compiled and graded by itself.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "classroom/grade_answer.hpp"
#include "classroom/kept_verdict.hpp"
#include "classroom/ledger.hpp"
#include "classroom/marks.hpp"
#include "classroom/submissions.hpp"
#include "commands/commands.hpp"
#include "grading/answer_recipe.hpp"
#include "grading/grading.hpp"
#include "learner/work.hpp"
#include "processes/isolation.hpp"
#include "processes/parallel.hpp"
#include "processes/process.hpp"
#include "programs/backend.hpp"
#include "support/digest.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

using namespace classroom;
using nlohmann::ordered_json;

struct task {
  const student* who;
  const submission* what;
  std::optional<verdict> result;
};

std::vector<const exercise*> that_may_count(const manifest& course, const grade_wish& how) {
  std::vector<const exercise*> wanted;
  for (const auto& name : how.exercises) wanted.push_back(&course.find_exercise(name));
  if (!how.chapter.empty()) wanted = course.of_chapter(course.find_chapter(how.chapter).name);
  std::vector<const exercise*> ordered;
  for (const auto& one : course.exercises) {
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), &one) != wanted.end())
      ordered.push_back(&one);
  }
  return ordered;
}

// Those asked for, or all that anybody handed in.
std::vector<const exercise*> that_count(const std::vector<const exercise*>& may,
                                        const std::vector<student>& students, bool asked_for) {
  if (asked_for) return may;
  std::vector<const exercise*> found;
  for (const auto* one : may) {
    const auto answered_by = [&](const student& who) {
      return std::any_of(who.answers.begin(), who.answers.end(),
                         [&](const submission& what) { return what.of == one; });
    };
    if (std::any_of(students.begin(), students.end(), answered_by)) found.push_back(one);
  }
  return found;
}

// Line ends are an editor's, not an answer.
std::string without_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

class grading_of_class {
 public:
  grading_of_class(const context& all, const grade_wish& how)
      : all_(all), how_(how), folder_(class_folder()), kept_(ledger_folder()) {
    const bool asked_for = !how.exercises.empty() || !how.chapter.empty();
    const auto may = that_may_count(all.course, how);
    handed_in found = submissions_in(folder_, all.course, may);
    students_ = std::move(found.students);
    marks_.notes = std::move(found.notes);
    marks_.exercises = that_count(may, students_, asked_for);
    for (const auto& who : students_) {
      for (const auto& what : who.answers) tasks_.push_back({&who, &what, std::nullopt});
    }
    all_.wish.backend = "emulator";  // the same on every machine
    all_.wish.workers = 1;           // answers are graded side by side
    if (!all_.wish.seed) all_.wish.seed = kept_.seed();
    if (!all_.wish.seed) all_.wish.seed = fresh_seed();
    kept_.keep_seed(*all_.wish.seed);
    marks_.folder = folder_.string();
    marks_.seed = *all_.wish.seed;
    marks_.isolated = can_isolate();
  }

  // What kept it from being all, if something did.
  void grade() {
    std::vector<const exercise*> needed;
    for (const auto* one : marks_.exercises) {
      if (std::any_of(tasks_.begin(), tasks_.end(),
                      [&](const task& each) { return each.what->of == one; }))
        needed.push_back(one);
    }
    build_graders(all_.where, needed);
    for (const auto* one : needed) {
      recipes_.emplace(one, answer_recipe(all_.where, *one));
      keys_[one] = key_of(*one);
    }
    std::vector<task*> open;
    for (auto& one : tasks_) {
      if (!how_.again)
        one.result = kept_.find(one.who->name, one.what->of->name, keys_[one.what->of]);
      if (one.result)
        ++before_;
      else
        open.push_back(&one);
    }
    grade(open);
  }

  const class_marks& marks() {
    for (const auto& who : students_) {
      graded_student made{who.name, {}, who.notes};
      for (const auto* one : marks_.exercises) made.marks.push_back(mark_of(who, *one));
      marks_.students.push_back(std::move(made));
    }
    return marks_;
  }

  std::size_t answers() const { return tasks_.size(); }
  std::size_t graded_before() const { return before_; }
  std::size_t not_graded() const {
    return static_cast<std::size_t>(
        std::count_if(tasks_.begin(), tasks_.end(), [](const task& one) {
          return !one.result || one.result->code == exit_code::setup_missing;
        }));
  }

 private:
  fs::path class_folder() const {
    std::error_code error;
    const fs::path folder = fs::canonical(how_.folder, error);
    if (error) return how_.folder;  // told when it is read
    const fs::path course = fs::canonical(all_.where.root, error);
    if (const auto inside = course.lexically_relative(folder);
        !inside.empty() && *inside.begin() != "..")
      throw wrong_usage(fmt::format("{} holds the course itself", folder.string()),
                        "Name a folder that has nothing but the students' folders.");
    return folder;
  }

  fs::path ledger_folder() const {
    digest name;
    name.add(folder_.string());
    return all_.where.root / ".lockstep/grades" /
           (folder_.filename().string() + "-" + name.hex().substr(0, 12));
  }

  // How a verdict comes about, but for the answer.
  std::string key_of(const exercise& one) const {
    if (base_.empty()) {
      digest base;
      base.add(content_of("/proc/self/exe"));
      base.add(content_of(emulator_library(all_.where)));
      base.add(fmt::format("{} {} {} {}", *all_.wish.seed, all_.wish.time_limit, all_.wish.device,
                           marks_.isolated));
      base_ = base.hex();
    }
    digest key;
    key.add(base_);
    key.add(content_of(all_.where.build / recipes_.at(&one).solution()));
    return key.hex();
  }

  void grade(const std::vector<task*>& open) {
    const classroom_of where{folder_, {all_.where.root / ".lockstep"}};
    std::size_t done = before_;
    progress_line progress;
    in_processes(
        open.size(), how_.jobs,
        [&](std::size_t i) {
          const task& one = *open[i];
          const auto made =
              grade_answer(all_, recipes_.at(one.what->of), *one.who, *one.what, where);
          ordered_json inputs = ordered_json::array();
          for (const auto& file : made.inputs) inputs.push_back(file.string());
          return ordered_json{{"verdict", to_kept(made.result)}, {"inputs", inputs}}.dump(
              -1, ' ', false, ordered_json::error_handler_t::replace);
        },
        [&](std::size_t i, const std::string& text) {
          task& one = *open[i];
          const auto made = ordered_json::parse(text);
          one.result = verdict_from(made.at("verdict"));
          std::vector<fs::path> inputs;
          for (const auto& file : made.at("inputs")) inputs.emplace_back(file.get<std::string>());
          // What could not be graded is tried again the next time.
          if (one.result->code != exit_code::setup_missing)
            kept_.keep(one.who->name, keys_[one.what->of], *one.result, inputs);
          progress.show(fmt::format("[{}/{}] {} {}\n", ++done, tasks_.size(),
                                    readable_text(one.who->name), one.what->of->name));
        });
  }

  graded_exercise mark_of(const student& who, const exercise& of) {
    graded_exercise mark{&of, {}};
    mark.result.exercise = of.name;
    for (const auto& one : tasks_) {
      if (one.who != &who || one.what->of != &of) continue;
      if (one.result)
        mark.result = *one.result;
      else
        mark.result.headline = "nothing has judged it yet";
      mark.untouched = is_stub(of, one.what->file);
      return mark;
    }
    mark.missing = true;
    mark.result.headline = "nothing was handed in";
    return mark;
  }

  bool is_stub(const exercise& of, const fs::path& file) {
    if (stubs_.count(&of) == 0) {
      try {
        stubs_[&of] = without_returns(stub_of(all_, of));
      } catch (const failure&) {
        stubs_[&of].clear();  // no git here: nothing is known to be a stub
      }
    }
    return !stubs_[&of].empty() && without_returns(content_of(file)) == stubs_[&of];
  }

  context all_;
  const grade_wish& how_;
  fs::path folder_;
  ledger kept_;
  std::vector<student> students_;
  std::vector<task> tasks_;
  class_marks marks_;
  std::map<const exercise*, answer_recipe> recipes_;
  std::map<const exercise*, std::string> keys_, stubs_;
  mutable std::string base_;
  std::size_t before_ = 0;
};

void write_files(const class_marks& marks, const grade_wish& how) {
  if (!how.csv.empty()) write_export(how.csv, to_csv(marks.students));
  if (!how.totals.empty()) write_export(how.totals, totals_csv(marks));
  if (!how.junit.empty()) write_export(how.junit, to_junit(marks.students));
  if (how.gradescope.empty()) return;
  for (const auto& one : marks.students)
    write_export((fs::path(how.gradescope) / one.name / "results.json").string(),
                 to_gradescope(one.marks));
}

}  // namespace

int grade_class(const context& all, const grade_wish& how) {
  grading_of_class grading(all, how);
  int stopped_by = 0;
  std::string problem;
  try {
    grading.grade();
  } catch (const interrupted& by) {
    stopped_by = by.signal;
  } catch (const failure& what) {
    problem = fmt::format("{}\n{}", what.what(), what.advice);
  }
  const class_marks& marks = grading.marks();
  const int code = stopped_by != 0 ? 128 + stopped_by
                   : grading.not_graded() > 0 || !problem.empty()
                       ? static_cast<int>(exit_code::setup_missing)
                       : 0;
  if (all.wish.json) {
    ordered_json root = to_json(marks);
    root["answers"] = grading.answers();
    root["not_graded"] = grading.not_graded();
    root["exit_code"] = code;
    fmt::print("{}\n", root.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}\n{} of {}, seed {}{}.\n", to_text(marks, all.colours),
               count_of(grading.answers(), "answer"), count_of(marks.students.size(), "student"),
               marks.seed,
               grading.graded_before() == 0
                   ? ""
                   : fmt::format("; {} graded before, and unchanged", grading.graded_before()));
    if (!marks.isolated)
      fmt::print(
          "{} Programs are not isolated here: install bubblewrap, or see ./lockstep help "
          "instructors.\n",
          all.colours.warn("->"));
  }
  write_files(marks, how);
  if (stopped_by != 0)
    fmt::print(stderr, "Stopped: {} of {} not graded. The same command goes on from here.\n",
               grading.not_graded(), grading.answers());
  if (!problem.empty()) fmt::print(stderr, "lockstep: {}\n", problem);
  return code;
}

}  // namespace lockstep::tutor::commands
