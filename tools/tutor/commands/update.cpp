// A newer version of the course, with the learner's files as they are.
#include <fmt/format.h>

#include <algorithm>

#include "commands/commands.hpp"
#include "course/git.hpp"
#include "language/language.hpp"
#include "learner/set_aside.hpp"
#include "learner/work.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

// The line in which git says why, not those about what it has done until then.
std::string reason_in(const std::string& output) {
  for (const auto& line : lines_of(output)) {
    if (line.starts_with("error:") || line.starts_with("fatal:")) return line;
  }
  return first_line(output);
}

void require_ok(const git_answer& answer, const std::string& what) {
  if (!answer.ok)
    throw setup_missing(fmt::format("{}: {}", what, reason_in(answer.output)),
                        "Your files are as they were, and copies are in .lockstep/backups.");
}

// git leaves this file behind where it is killed, and then does nothing until somebody removes it.
void require_no_lock(const checkout_paths& paths) {
  const fs::path lock =
      paths.root / first_line(git(paths, {"rev-parse", "--git-path", "index.lock"}).output);
  std::error_code error;
  if (!fs::exists(lock, error)) return;
  throw setup_missing(tr("git is at work in this folder, or was killed"),
                      tr("If no git is running: rm {}", shell_word(lock.string())));
}

// Files that were changed on both sides, at the same place.
std::vector<std::string> in_conflict(const checkout_paths& paths) {
  auto files = lines_of(git(paths, {"diff", "--name-only", "--diff-filter=U"}).output);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

void require_no_conflict(const checkout_paths& paths) {
  const auto files = in_conflict(paths);
  if (files.empty()) return;
  throw setup_missing(
      tr("{} has merge conflicts, between <<<<<<< and >>>>>>>", join(files, ", ")),
      tr("The course's: git checkout HEAD -- {}\nYours: git stash list shows whether git has kept "
         "it. Then ./lockstep update again.",
         join(files, " ")));
}

// The new version, and what was changed here put on top of it; or else all as it was.
void merge(const checkout_paths& paths, const std::string& before) {
  require_no_conflict(paths);
  // Where the learner has committed something too, theirs counts.
  const git_answer merged =
      git(paths, {"merge", "--quiet", "--no-edit", "--autostash", "-Xours", "@{upstream}"});
  if (!merged.ok) git(paths, {"merge", "--abort"});
  require_ok(merged, "git merge");
  const auto files = in_conflict(paths);
  if (files.empty()) return;
  // git has kept what was changed here.
  require_ok(git(paths, {"reset", "--quiet", "--hard", before}), "git reset");
  require_ok(git(paths, {"stash", "pop", "--quiet"}), "git stash pop");
  throw setup_missing(
      tr("the new version changes the same lines as you did: {}", join(files, ", ")),
      tr("Nothing was changed. Keep a copy of yours, take the course's (git checkout HEAD -- "
         "{}),\nand ./lockstep update again.",
         join(files, " ")));
}

}  // namespace

int update(const context& all) {
  require_trust(all.paths);
  if (!is_git_checkout(all.paths)) {
    throw setup_missing(
        "this folder is not a clone of the course, so git cannot update it",
        "Download the new version next to it, and copy exercises/*.cu and .lockstep/ there.");
  }
  require_no_lock(all.paths);
  const std::string before = first_line(git(all.paths, {"rev-parse", "HEAD"}).output);
  require_ok(git(all.paths, {"fetch", "--quiet"}), "git fetch");
  std::vector<const exercise*> every;
  for (const auto& exercise : all.course.exercises) every.push_back(&exercise);
  std::size_t kept = 0;
  {
    set_aside yours(all, edited(all, every));
    kept = yours.size();
    merge(all.paths, before);
    yours.rename(load_manifest(all.paths.root / "course.toml").renamed());
  }
  const std::string after = first_line(git(all.paths, {"rev-parse", "HEAD"}).output);
  if (before == after) {
    fmt::print("{}", tr("The course is up to date.\n"));
    return 0;
  }
  fmt::print("{}",
             git(all.paths, {"log", "--oneline", "--no-decorate", before + ".." + after}).output);
  if (kept > 0)
    fmt::print("{}", tr("{} of yours kept unchanged (copies: .lockstep/backups).\n",
                        count_of(kept, "exercise")));
  return 0;
}

}  // namespace lockstep::tutor::commands
