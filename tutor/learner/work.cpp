#include "learner/work.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <sstream>

#include "course/git.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

// By the exercise's name.
using content_names = std::map<std::string, std::string>;

content_names listed_stubs(const places& where) {
  content_names names;
  std::istringstream list(content_of(where.file(stub_list)));
  for (std::string content, exercise; list >> content >> exercise;) names[exercise] = content;
  return names;
}

// Of the files that exist.
content_names content_names_of(const context& all, const std::vector<const exercise*>& of) {
  std::vector<std::string> arguments{"hash-object", "--"};
  std::vector<std::string> exercises;
  for (const auto* one : of) {
    const fs::path file = all.where.file(shown_file_of(*one));
    if (!fs::exists(file)) continue;
    arguments.push_back(file.string());
    exercises.push_back(one->name);
  }
  content_names names;
  if (exercises.empty()) return names;
  const git_answer answer = git(all.where, arguments);
  const auto lines = lines_of(answer.output);
  for (std::size_t i = 0; answer.ok && i < exercises.size() && i < lines.size(); ++i)
    names[exercises[i]] = lines[i];
  return names;
}

std::string value_of(const content_names& names, const std::string& exercise) {
  const auto found = names.find(exercise);
  return found == names.end() ? std::string() : found->second;
}

[[noreturn]] void cannot_write(const places& where, const fs::path& file,
                               const std::string& problem) {
  throw setup_missing(fmt::format("{} cannot be written: {}", where.shown(file), problem),
                      "Nothing of yours was changed. Is the disk full?");
}

}  // namespace

std::string shown_file_of(const exercise& one) { return "exercises/" + one.name + ".cu"; }

std::string stub_of(const context& all, const exercise& one) {
  const std::string content = value_of(listed_stubs(all.where), one.name);
  if (!content.empty()) {
    const git_answer answer = git(all.where, {"cat-file", "blob", content});
    if (answer.ok) return answer.output;
    require_trust(all.where);
  }
  throw setup_missing(fmt::format("the stub of {} cannot be had", one.name),
                      "It comes out of git: the course must be a clone, and git be installed. Or "
                      "copy the file from a fresh one.");
}

std::vector<const exercise*> edited(const context& all, const std::vector<const exercise*>& of) {
  const content_names stubs = listed_stubs(all.where), now = content_names_of(all, of);
  std::vector<const exercise*> different;
  for (const auto* one : of) {
    if (!fs::exists(all.where.file(shown_file_of(*one)))) continue;
    const std::string stub = value_of(stubs, one->name);
    if (stub.empty() || value_of(now, one->name) != stub) different.push_back(one);
  }
  return different;
}

std::string keep_copy(const context& all, const exercise& one) {
  const fs::path file = all.where.file(shown_file_of(one));
  if (!fs::exists(file)) return {};
  const std::string when = fmt::format("{:%Y-%m-%dT%H-%M-%SZ}", fmt::gmtime(std::time(nullptr)));
  fs::path copy = all.where.root / ".lockstep/backups" / one.name / (when + ".cu");
  for (int i = 2; fs::exists(copy); ++i) copy.replace_filename(fmt::format("{}-{}.cu", when, i));
  if (const auto problem = write_file(copy, content_of(file)); !problem.empty())
    cannot_write(all.where, copy, problem);
  return all.where.shown(copy);
}

std::string restore_stub(const context& all, const exercise& one) {
  const std::string stub = stub_of(all, one);
  const std::string copy = keep_copy(all, one);
  const fs::path file = all.where.file(shown_file_of(one));
  if (const auto problem = write_file(file, stub); !problem.empty())
    cannot_write(all.where, file, problem);
  return copy;
}

std::string stub_list_of(const context& all) {
  std::vector<const exercise*> every;
  for (const auto& one : all.course.exercises) every.push_back(&one);
  const content_names names = content_names_of(all, every);
  std::string list;
  for (const auto* one : every)
    list += fmt::format("{} {}\n", value_of(names, one->name), one->name);
  return list;
}

}  // namespace lockstep::tutor
