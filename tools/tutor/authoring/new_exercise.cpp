#include "authoring/new_exercise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "authoring/wrong_answers.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

bool is_word(std::string_view name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

}  // namespace

void require_new_name(const manifest& course, std::string_view name) {
  const auto slash = name.find('/');
  if (slash == std::string_view::npos || !is_word(name.substr(slash + 1))) {
    throw wrong_usage(tr("`{}` is not the name of an exercise", name),
                      "CHAPTER/NAME, with small letters, digits and _: 05_reduction/ragged");
  }
  const std::string& chapter = course.find_chapter(name.substr(0, slash)).name;
  if (chapter != name.substr(0, slash))
    throw wrong_usage(tr("the chapter's whole name is {}", chapter),
                      fmt::format("./lockstep author new {}{}", chapter, name.substr(slash)));
  for (const auto& exercise : course.exercises) {
    if (exercise.name == name)
      throw wrong_usage(tr("there is an exercise {} already", name),
                        "./lockstep list shows them all.");
  }
}

std::string filled_in(std::string text, const std::string& name) {
  const auto slash = name.find('/');
  text = replaced(text, "NN_chapter/NAME", name);
  text = replaced(text, "NN_chapter", name.substr(0, slash));
  return replaced(text, "NAME.hpp", name.substr(slash + 1) + ".hpp");
}

std::vector<new_file> files_of_new_exercise(const fs::path& templates, const std::string& name) {
  std::vector<new_file> files;
  const auto add = [&](const std::string& from, const std::string& to, const std::string& purpose) {
    const std::string text = content_of(templates / from);
    if (text.empty())
      throw setup_missing(tr("there is no template {}", (templates / from).string()),
                          "Restore it: git checkout -- tools/graders/template");
    files.push_back({to, purpose, filled_in(text, name)});
  };
  add("interface.hpp", "exercises/" + name + ".hpp",
      tr("what an answer defines: every precondition"));
  add("solution.cu", "solutions/" + name + ".cu", tr("solved, with why it works"));
  add("stub.cu", "exercises/" + name + ".cu", tr("the task, what is checked, TODO"));
  add("grader.cpp", "tools/graders/" + name + ".cpp",
      tr("results, checks, properties and their bounds"));
  for (const auto& label : wrong_answers_in(templates / "wrong"))
    add("wrong/" + label + ".cu", fmt::format("tools/graders/wrong/{}/{}.cu", name, label),
        tr("a mistake that learners make"));
  return files;
}

std::string with_new_entry(const std::string& manifest_text, const manifest& course,
                           const std::string& entry, const std::string& name) {
  const std::string chapter = name.substr(0, name.find('/'));
  const auto position = [&](const std::string& wanted) {
    return std::find_if(course.chapters.begin(), course.chapters.end(),
                        [&](const auto& one) { return one.name == wanted; });
  };
  // The first exercise of a later chapter, if there is one, follows.
  std::size_t at = std::string::npos;
  for (const auto& exercise : course.exercises) {
    if (position(exercise.chapter()) <= position(chapter)) continue;
    at = manifest_text.find(fmt::format("name = \"{}\"", exercise.name));
    break;
  }
  if (at != std::string::npos) at = manifest_text.rfind("[[exercise]]", at);
  if (at != std::string::npos)
    return manifest_text.substr(0, at) + entry + "\n" + manifest_text.substr(at);
  return manifest_text + (manifest_text.ends_with("\n\n") ? "" : "\n") + entry;
}

}  // namespace lockstep::tutor
