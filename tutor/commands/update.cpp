// A newer version of the course, with the learner's files as they are.
#include <fmt/format.h>

#include <map>

#include "commands/commands.hpp"
#include "course/git.hpp"
#include "learner/work.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

void require_ok(const git_answer& answer, const char* what) {
  if (!answer.ok)
    throw setup_missing(fmt::format("{}: {}", what, first_line(answer.output)),
                        "Your files are as they were, and copies are in .lockstep/backups.");
}

// The learner's files, out of git's way while it updates, and back whatever happens.
class set_aside {
 public:
  set_aside(const context& all, const std::vector<const exercise*>& edited) : all_(all) {
    for (const auto* one : edited) {
      const std::string shown = shown_file_of(*one);
      keep_copy(all, *one);
      files_[one->name] = content_of(all.where.file(shown));
      // What git does not know (a new name, say) is not in its way.
      if (git(all.where, {"ls-files", "--error-unmatch", shown}).ok)
        require_ok(git(all.where, {"checkout", "HEAD", "--", shown}),
                   "git cannot set a file aside");
    }
  }
  set_aside(const set_aside&) = delete;
  set_aside& operator=(const set_aside&) = delete;
  ~set_aside() {
    for (const auto& [name, content] : files_) {
      const fs::path file = all_.where.root / "exercises" / (name + ".cu");
      if (const auto problem = write_file(file, content); !problem.empty())
        fmt::print(stderr, "lockstep: {} could not be put back: {}; a copy is in {}\n",
                   file.string(), problem, ".lockstep/backups/" + name);
    }
  }
  void rename(const std::map<std::string, std::string>& new_names) {
    for (const auto& [before, now] : new_names) {
      if (auto file = files_.extract(before)) {
        file.key() = now;
        files_.insert(std::move(file));
      }
    }
  }
  std::size_t size() const { return files_.size(); }

 private:
  const context& all_;
  std::map<std::string, std::string> files_;  // content by exercise
};

}  // namespace

int update(const context& all) {
  if (!is_git_checkout(all.where)) {
    throw setup_missing("this folder is no clone of the course, so git cannot update it",
                        "Get the new version beside it, and copy exercises/ and .lockstep/ there.");
  }
  const std::string before = first_line(git(all.where, {"rev-parse", "HEAD"}).output);
  require_ok(git(all.where, {"fetch", "--quiet"}), "git fetch");
  std::vector<const exercise*> every;
  for (const auto& one : all.course.exercises) every.push_back(&one);
  std::size_t kept = 0;
  {
    set_aside yours(all, edited(all, every));
    kept = yours.size();
    // Where the learner has committed something too, theirs counts.
    const git_answer merged =
        git(all.where, {"merge", "--quiet", "--no-edit", "--autostash", "-Xours", "@{upstream}"});
    if (!merged.ok) git(all.where, {"merge", "--abort"});
    require_ok(merged, "git merge");
    yours.rename(load_manifest(all.where.root / "course.toml").renamed());
  }
  const std::string after = first_line(git(all.where, {"rev-parse", "HEAD"}).output);
  if (before == after) {
    fmt::print("The course is up to date.\n");
    return 0;
  }
  fmt::print("{}",
             git(all.where, {"log", "--oneline", "--no-decorate", before + ".." + after}).output);
  if (kept > 0)
    fmt::print("{} of yours kept as they were (copies: .lockstep/backups).\n",
               count_of(kept, "exercise"));
  return 0;
}

}  // namespace lockstep::tutor::commands
