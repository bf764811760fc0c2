#include "learner/work.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sstream>

#include "course/git.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

// By the exercise's name.
using content_names = std::map<std::string, std::string>;

// An exercise's line of the list: "CONTENT EXERCISE FORMER_CONTENT..."
struct listed_stub {
  std::string content;
  std::vector<std::string> former;  // what it was in earlier versions of the course

  bool is(const std::string& name) const {
    return name == content || std::find(former.begin(), former.end(), name) != former.end();
  }
};
using listed_stubs = std::map<std::string, listed_stub>;

listed_stubs read_list(const std::string& text) {
  listed_stubs all;
  for (const auto& line : lines_of(text)) {
    std::istringstream words(line);
    std::string content, exercise;
    if (!(words >> content >> exercise)) continue;
    listed_stub& one = all[exercise];
    one.content = content;
    for (std::string former; words >> former;) one.former.push_back(former);
  }
  return all;
}

listed_stubs stubs_in(const checkout_paths& paths) {
  return read_list(content_of(paths.file(stub_list)));
}

// As the newest version in git has it: what was not published is not recorded as a former stub.
listed_stubs published_stubs(const checkout_paths& paths) {
  const git_answer list = git(paths, {"show", std::string("HEAD:") + stub_list});
  return list.ok ? read_list(list.output) : stubs_in(paths);
}

// Of the files that exist.
content_names content_names_of(const context& all, const std::vector<const exercise*>& of) {
  std::vector<std::string> arguments{"hash-object", "--"};
  std::vector<std::string> exercises;
  for (const auto* one : of) {
    const fs::path file = all.paths.file(shown_file_of(*one));
    if (!fs::exists(file)) continue;
    arguments.push_back(file.string());
    exercises.push_back(one->name);
  }
  content_names names;
  if (exercises.empty()) return names;
  const git_answer answer = git(all.paths, arguments);
  const auto lines = lines_of(answer.output);
  for (std::size_t i = 0; answer.ok && i < exercises.size() && i < lines.size(); ++i)
    names[exercises[i]] = lines[i];
  return names;
}

std::string value_of(const content_names& names, const std::string& exercise) {
  const auto found = names.find(exercise);
  return found == names.end() ? std::string() : found->second;
}

[[noreturn]] void cannot_write(const checkout_paths& paths, const fs::path& file,
                               const std::string& problem) {
  throw setup_missing(tr("{} cannot be written: {}", paths.shown(file), problem),
                      "Nothing of yours was changed. Is the disk full?");
}

}  // namespace

std::string shown_file_of(const exercise& exercise) { return "exercises/" + exercise.name + ".cu"; }

std::string stub_of(const context& all, const exercise& exercise) {
  const std::string content = stubs_in(all.paths)[exercise.name].content;
  if (!content.empty()) {
    const git_answer answer = git(all.paths, {"cat-file", "blob", content});
    if (answer.ok) return answer.output;
    require_trust(all.paths);
  }
  throw setup_missing(tr("the stub of {} is not available", exercise.name),
                      "Stubs come from git: use a clone of the course with git installed, or copy "
                      "the file from a fresh clone.");
}

std::vector<std::string> every_stub_of(const context& all, const exercise& exercise) {
  const listed_stub listed = stubs_in(all.paths)[exercise.name];
  std::vector<std::string> names = listed.former, texts;
  names.insert(names.begin(), listed.content);
  for (const auto& name : names) {
    const git_answer answer = git(all.paths, {"cat-file", "blob", name});
    if (answer.ok && !name.empty()) texts.push_back(answer.output);
  }
  return texts;
}

std::vector<const exercise*> edited(const context& all, const std::vector<const exercise*>& of) {
  const content_names now = content_names_of(all, of);
  listed_stubs stubs = stubs_in(all.paths);
  std::vector<const exercise*> different;
  for (const auto* one : of) {
    if (!fs::exists(all.paths.file(shown_file_of(*one)))) continue;
    const std::string content = value_of(now, one->name);
    if (content.empty() || !stubs[one->name].is(content)) different.push_back(one);
  }
  return different;
}

std::string keep_copy(const context& all, const exercise& exercise) {
  const fs::path file = all.paths.file(shown_file_of(exercise));
  if (!fs::exists(file)) return {};
  const std::string when = fmt::format("{:%Y-%m-%dT%H-%M-%SZ}", fmt::gmtime(std::time(nullptr)));
  fs::path copy = all.paths.root / ".lockstep/backups" / exercise.name / (when + ".cu");
  for (int i = 2; fs::exists(copy); ++i) copy.replace_filename(fmt::format("{}-{}.cu", when, i));
  if (const auto problem = write_file(copy, content_of(file)); !problem.empty())
    cannot_write(all.paths, copy, problem);
  return all.paths.shown(copy);
}

std::string restore_stub(const context& all, const exercise& exercise) {
  const std::string stub = stub_of(all, exercise);
  const std::string copy = keep_copy(all, exercise);
  const fs::path file = all.paths.file(shown_file_of(exercise));
  if (const auto problem = write_file(file, stub); !problem.empty())
    cannot_write(all.paths, file, problem);
  return copy;
}

std::string stub_list_of(const context& all) {
  std::vector<const exercise*> every;
  for (const auto& exercise : all.course.exercises) every.push_back(&exercise);
  const content_names names = content_names_of(all, every);
  listed_stubs before = published_stubs(all.paths);
  std::string list;
  for (const auto* one : every) {
    const std::string content = value_of(names, one->name);
    list += content + " " + one->name;
    auto& [last, former] = before[one->name];
    former.insert(former.begin(), last);
    for (const auto& each : former) {
      if (!each.empty() && each != content) list += " " + each;
    }
    list += "\n";
  }
  return list;
}

}  // namespace lockstep::tutor
