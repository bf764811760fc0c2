#include "classroom/class_grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "classroom/cause.hpp"
#include "classroom/file_names.hpp"
#include "classroom/grade_answer.hpp"
#include "classroom/kept_verdict.hpp"
#include "grading/grading.hpp"
#include "language/language.hpp"
#include "learner/work.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/parallel.hpp"
#include "processes/sandbox.hpp"
#include "processes/system_calls.hpp"
#include "programs/backend.hpp"
#include "support/digest.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t digits_in_ledger_name = 12;

// Those asked for, in the manifest's order; all if none is.
std::vector<const exercise*> that_may_count(const manifest& course, const class_options& options) {
  std::vector<const exercise*> wanted;
  for (const auto& name : options.exercises) wanted.push_back(&course.find_exercise(name));
  if (!options.chapter.empty())
    wanted = course.of_chapter(course.find_chapter(options.chapter).name);
  std::vector<const exercise*> ordered;
  for (const auto& exercise : course.exercises) {
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), &exercise) != wanted.end())
      ordered.push_back(&exercise);
  }
  return ordered;
}

// Those that anybody handed in.
std::vector<const exercise*> handed_in_of(const std::vector<const exercise*>& may,
                                          const std::vector<student>& students) {
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

// Only those with these names; all if there are none.
void keep_students(std::vector<student>& all, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<std::string> known;
  for (const auto& one : all) known.push_back(one.name);
  for (const auto& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw wrong_usage(tr("there is no student {} in this class", name),
                        did_you_mean(name, known, tr("Students are named after their folders.")));
  }
  std::erase_if(all, [&](const student& one) {
    return std::find(names.begin(), names.end(), one.name) == names.end();
  });
}

// Throws failure (usage) if the course itself lies in the folder.
fs::path class_folder(const std::string& name, const fs::path& root) {
  std::error_code error;
  const fs::path folder = fs::canonical(name, error);
  if (error) return name;  // told when it is read
  const fs::path course = fs::canonical(root, error);
  if (const auto inside = course.lexically_relative(folder);
      !inside.empty() && *inside.begin() != "..")
    throw wrong_usage(tr("{} contains the course itself", folder.string()),
                      "Name a folder that contains only the students' folders.");
  return folder;
}

fs::path ledger_folder(const fs::path& of_class, const fs::path& root) {
  digest name;
  name.add(of_class.string());
  return root / ".lockstep/grades" /
         (of_class.filename().string() + "-" + name.hex().substr(0, digits_in_ledger_name));
}

// What an answer prints gets into messages: there must be nothing in them that a terminal obeys.
ordered_json readable(ordered_json kept) {
  if (kept.is_string()) return readable_text(kept.get<std::string>());
  for (auto& part : kept) {
    if (part.is_string() || part.is_structured()) part = readable(std::move(part));
  }
  return kept;
}

// Line ends are an editor's, not an answer.
std::string without_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

}  // namespace

part_of_class part_from(const std::string& text) {
  constexpr std::size_t most = 100'000;
  part_of_class made;
  std::istringstream in(text);
  char slash = 0;
  in >> made.number >> slash >> made.of;
  const bool is_part = !in.fail() && in.peek() == EOF && slash == '/' && 1 <= made.number &&
                       made.number <= made.of && made.of <= most && text.front() != '-';
  if (!is_part)
    throw wrong_usage(tr("{} is not a part of a class", text),
                      "A part is K/N: --part 2/8 is the second of eight.");
  return made;
}

class_grading::class_grading(const context& all, const class_options& options)
    : all_(all),
      jobs_(options.jobs),
      again_(options.again),
      folder_(class_folder(options.folder, all.paths.root)),
      part_(options.part.empty() ? part_of_class() : part_from(options.part)),
      kept_(options.ledger.empty() ? ledger_folder(folder_, all.paths.root)
                                   : fs::path(options.ledger)) {
  take_answers(options);
  marks_.command = command_of(options);
  for (const std::string& one : options.merge) merged_.emplace_back(one);
  if (!merged_.empty()) {
    fix_conditions_of(options.merge);
    return;
  }
  if (!have_sandbox() && !options.trust)
    throw setup_missing(
        "programs cannot be isolated here, so the students' programs could do anything that you "
        "can do",
        "Install bubblewrap; ./lockstep doctor says whether it works. In a container, and on "
        "Ubuntu, it may have to be allowed.\n"
        "If you trust all students: --trust.");
  if (!can_filter_system_calls() && !options.trust)
    throw setup_missing(
        "the system cannot refuse system calls (seccomp), so the students' programs could make all "
        "of them",
        "In a container seccomp may have to be allowed.\n"
        "If you trust all students: --trust.");
  fix_conditions();
}

void class_grading::take_answers(const class_options& options) {
  const auto may = that_may_count(all_.course, options);
  const archives zips(folder_, all_.paths.root / ".lockstep/unpacked",
                      all_.paths.root / "tools/tutor/classroom/unpack.py");
  handed_in found = submissions_in(folder_, all_.course, may, zips);
  students_ = std::move(found.students);
  keep_students(students_, options.students);
  marks_.notes = std::move(found.notes);
  const bool asked_for = !options.exercises.empty() || !options.chapter.empty();
  marks_.exercises = asked_for ? may : handed_in_of(may, students_);
  for (const auto& who : students_) {
    for (const auto& what : who.answers) tasks_.push_back({&who, &what, std::nullopt});
  }
}

// The same for all students, on every machine and in every call.
void class_grading::fix_conditions() {
  all_.run.backend = "emulator";
  all_.run.workers = 1;  // answers are graded side by side
  const auto before = kept_.graded_under();
  if (!all_.run.seed && before) all_.run.seed = before->seed;
  if (!all_.run.seed && !part_.is_all())
    throw wrong_usage(tr("the parts of a class need one seed"),
                      "Give each of them the same number: --seed 7.");
  if (!all_.run.seed) all_.run.seed = unguessable_seed();
  marks_.folder = folder_.string();
  marks_.seed = *all_.run.seed;
  marks_.isolated = have_sandbox();

  // The same in every language.
  graded_under_ = {*all_.run.seed,
                   fmt::format("time_limit={} device={} isolated={}", all_.run.time_limit,
                               all_.run.device, marks_.isolated)};
  kept_.keep_conditions(graded_under_);

  digest conditions;
  conditions.add(content_of("/proc/self/exe"));
  conditions.add(content_of(emulator_library(all_.paths)));
  conditions.add(fmt::format("{} {} {} {}", *all_.run.seed, all_.run.time_limit, all_.run.device,
                             marks_.isolated));
  conditions_ = conditions.hex();
}

// As all the ledgers say, which must agree.
void class_grading::fix_conditions_of(const std::vector<std::string>& folders) {
  for (std::size_t i = 0; i < merged_.size(); ++i) {
    const auto under = merged_[i].graded_under();
    if (!under)
      throw wrong_usage(tr("{} contains no verdicts", folders[i]),
                        "Name the folders that --ledger named for the parts.");
    if (i == 0) graded_under_ = *under;
    if (under->seed != graded_under_.seed || under->others != graded_under_.others)
      throw wrong_usage(
          tr("{} and {} were graded with different settings", folders.front(), folders[i]),
          fmt::format("{}: seed {}, {}\n{}: seed {}, {}", folders.front(), graded_under_.seed,
                      graded_under_.others, folders[i], under->seed, under->others));
  }
  marks_.folder = folder_.string();
  marks_.seed = graded_under_.seed;
  marks_.isolated = graded_under_.others.ends_with("isolated=true");
}

void class_grading::merge() {
  for (auto& one : tasks_) {
    for (const ledger& from : merged_)
      if (!one.result)
        one.result = from.find_made_elsewhere(one.who->name, one.what->of->name, one.what->file);
    graded_before_ += one.result ? 1 : 0;
  }
}

void class_grading::grade() {
  if (!merged_.empty()) return merge();
  const auto needed = answered();
  build_graders(all_.paths, needed);
  for (const auto* one : needed) {
    recipes_.emplace(one, answer_recipe(all_.paths, *one));
    keys_[one] = key_of(*one);
  }
  grade(alike(not_kept()));
}

std::vector<const exercise*> class_grading::answered() const {
  std::vector<const exercise*> found;
  for (const auto* one : marks_.exercises) {
    bool is_needed = false;
    for (std::size_t i = 0; i < tasks_.size(); ++i)
      is_needed = is_needed || (is_mine(i) && tasks_[i].what->of == one);
    if (is_needed) found.push_back(one);
  }
  return found;
}

// Takes over the verdicts of earlier calls; returns the tasks that have none.
std::vector<class_grading::task*> class_grading::not_kept() {
  std::vector<task*> open;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    auto& one = tasks_[i];
    if (!is_mine(i)) continue;
    if (!again_) one.result = kept_.find(one.who->name, one.what->of->name, keys_[one.what->of]);
    if (one.result)
      ++graded_before_;
    else
      open.push_back(&one);
  }
  return open;
}

std::vector<std::vector<class_grading::task*>> class_grading::alike(
    const std::vector<task*>& open) {
  std::vector<std::vector<task*>> groups;
  std::map<std::pair<const exercise*, std::string>, std::size_t> known;
  for (task* const one : open) {
    const foreign_file read = read_foreign(one->what->file, largest_source);
    // What is not read says why, and names the file.
    const std::string content = read.problem.empty() ? read.content : one->what->file.string();
    const auto [at, is_new] = known.try_emplace({one->what->of, content}, groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(one);
  }
  return groups;
}

void class_grading::grade(const std::vector<std::vector<task*>>& open) {
  std::size_t done = graded_before_;
  progress_line progress;
  in_processes(
      open.size(), jobs_, [&](std::size_t i) { return grade_in_its_process(*open[i].front()); },
      [&](std::size_t i, const std::string& graded) {
        for (task* const one : open[i]) {
          verdict made = verdict_from(ordered_json::parse(graded));
          rename_file(made, shown(*open[i].front()), shown(*one));
          keep(*one, std::move(made));
          progress.show(fmt::format("[{}/{}] {} {}\n", ++done, answers(),
                                    readable_text(one->who->name), one->what->of->name));
        }
      },
      // An answer on which this program fails costs nobody else a mark.
      [&](std::size_t i, int signal) {
        for (task* const one : open[i]) {
          verdict none;
          none.exercise = one->what->of->name;
          none.code = exit_code::setup_missing;
          none.headline = protocol::phrase(
              "tutor-has-died",
              "lockstep itself crashed on this answer (signal {}): grade it by hand", signal);
          one->result = std::move(none);
          ++done;
        }
      });
}

// As text, for the process that waits for it.
std::string class_grading::grade_in_its_process(const task& one) const {
  const classroom_of where{folder_, {all_.paths.root / ".lockstep"}};
  verdict made = grade_answer(all_, recipes_.at(one.what->of), *one.what, where);
  made.cause = cause_of(made);  // here its phrases are known
  return readable(to_kept(made)).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// The seed is not known yet.
std::string class_grading::command_of(const class_options& options) const {
  std::string line = "./lockstep grade " + shell_word(options.folder);
  if (!all_.run.device.empty()) line += " --device " + shell_word(all_.run.device);
  if (all_.run.time_limit != run_options().time_limit)
    line += fmt::format(" --time-limit {:g}", all_.run.time_limit);
  return options.trust ? line + " --trust" : line;
}

// As a verdict names it.
std::string class_grading::shown(const task& one) const {
  return readable_text(one.what->shown.string());
}

void class_grading::keep(task& one, verdict graded) {
  one.result = std::move(graded);
  // What could not be graded is tried again the next time.
  if (one.result->code != exit_code::setup_missing)
    kept_.keep(one.who->name, keys_[one.what->of], *one.result, {one.what->file});
}

// How a verdict comes about, but for the answer.
std::string class_grading::key_of(const exercise& exercise) const {
  digest key;
  key.add(conditions_);
  key.add(content_of(all_.paths.build / recipes_.at(&exercise).solution()));
  return key.hex();
}

class_marks class_grading::marks() {
  class_marks made = marks_;
  made.command += fmt::format(" --seed {}", made.seed);
  for (const auto& who : students_) {
    graded_student student{who.name, {}, who.notes};
    for (const auto* one : marks_.exercises) student.marks.push_back(mark_of(who, *one));
    made.students.push_back(std::move(student));
  }
  return made;
}

graded_exercise class_grading::mark_of(const student& who, const exercise& of) {
  graded_exercise mark{&of, {}};
  mark.result.exercise = of.name;
  for (const auto& one : tasks_) {
    if (one.who != &who || one.what->of != &of) continue;
    if (one.result)
      mark.result = *one.result;
    else
      mark.result.headline = protocol::phrase("not-judged", "not graded yet");
    mark.untouched = is_stub(of, one.what->file);
    mark.file = one.what->file;
    return mark;
  }
  mark.missing = true;
  mark.result.headline = protocol::phrase("nothing-handed-in", "nothing was handed in");
  return mark;
}

bool class_grading::is_stub(const exercise& of, const fs::path& file) {
  if (stubs_.count(&of) == 0) {
    for (const std::string& stub : every_stub_of(all_, of))
      stubs_[&of].push_back(without_returns(stub));
  }
  const auto& known = stubs_[&of];
  return std::find(known.begin(), known.end(),
                   without_returns(read_foreign(file, largest_source).content)) != known.end();
}

std::size_t class_grading::answers() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < tasks_.size(); ++i) count += is_mine(i) ? 1 : 0;
  return count;
}

std::size_t class_grading::not_graded() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const auto& result = tasks_[i].result;
    const bool is_graded = result && result->code != exit_code::setup_missing;
    count += is_mine(i) && !is_graded ? 1 : 0;
  }
  return count;
}

}  // namespace lockstep::tutor::classroom
