// The autograder of Gradescope: the course as it is committed, the scripts that install and run it
// there, and which exercises count.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "commands/commands.hpp"
#include "course/git.hpp"
#include "grading/grading.hpp"
#include "language/language.hpp"
#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

std::vector<std::string> names_of(const context& all, const gradescope_options& how) {
  std::vector<std::string> names;
  for (const auto& one : how.exercises) names.push_back(all.course.find_exercise(one).name);
  if (!how.exercises.empty()) return names;
  for (const auto& one : all.course.exercises) names.push_back(one.name);
  return names;
}

// Read by the scripts in tools/gradescope.
std::string settings_of(const std::vector<std::string>& names, std::uint64_t seed) {
  return fmt::format("exercises='{}'\nseed={}\n", join(names, " "), seed);
}

void write_settings(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw setup_missing(tr("{} cannot be written", file.string()), "Is the disk full?");
}

}  // namespace

int author_gradescope(const context& all, const gradescope_options& how) {
  require_trust(all.paths);
  if (!is_git_checkout(all.paths))
    throw setup_missing(tr("git makes the archive, and this folder is not a clone"),
                        "Clone the course, and make the archive there.");
  const auto names = names_of(all, how);
  const temporary_folder folder;
  const fs::path settings = folder.path() / "settings.sh";
  write_settings(settings, settings_of(names, all.run.seed ? *all.run.seed : unguessable_seed()));

  const fs::path scripts = all.paths.root / "tools/gradescope";
  const fs::path zip = fs::absolute(how.to);
  const git_answer made = git(
      all.paths, {"archive", "--format=zip", "-o", zip.string(), "--add-file=" + settings.string(),
                  "--add-file=" + (scripts / "setup.sh").string(),
                  "--add-file=" + (scripts / "run_autograder").string(), "HEAD"});
  if (!made.ok) throw setup_missing(tr("{} cannot be made", zip.string()), trimmed(made.output));

  fmt::print("{}", tr("{} has the course and {}. Upload it to Gradescope as the autograder; "
                      "docs/instructors.md says how.\n",
                      how.to, count_of(names.size(), "exercise")));
  // What learners have in exercises/ is no part of the course.
  const git_answer changed = git(all.paths, {"status", "--porcelain", "--untracked-files=no", "--",
                                             ".", ":(exclude)exercises"});
  if (!trimmed(changed.output).empty())
    fmt::print(stderr, "{}\n{}", tr("These changes are not in it, because they are not committed:"),
               changed.output);
  return 0;
}

}  // namespace lockstep::tutor::commands
