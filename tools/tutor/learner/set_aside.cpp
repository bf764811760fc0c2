#include "learner/set_aside.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include "course/git.hpp"
#include "language/language.hpp"
#include "learner/work.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

fs::path journal(const checkout_paths& paths) { return paths.root / ".lockstep/update"; }

void write_or_throw(const fs::path& file, const std::string& content) {
  if (const auto problem = write_file(file, content); !problem.empty())
    throw setup_missing(fmt::format("{} cannot be written: {}", file.string(), problem),
                        "Nothing of yours was changed. Is the disk full?");
}

// "05_reduction/ragged" of what the journal holds.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".cu")
      names.push_back(entry.path().lexically_relative(folder).replace_extension().string());
  }
  return names;
}

bool is_tracked(const context& all, const std::string& shown) {
  return git(all.paths, {"ls-files", "--error-unmatch", shown}).ok;
}

// What git has put there, or nothing. Anything else somebody has saved since, and is newer than
// what was set aside.
bool may_be_replaced(const context& all, const exercise& of) {
  const std::string shown = shown_file_of(of);
  return edited(all, {&of}).empty() ||
         (is_tracked(all, shown) && git(all.paths, {"diff", "--quiet", "HEAD", "--", shown}).ok);
}

const exercise* exercise_called(const context& all, const std::string& name) {
  for (const auto& one : all.course.exercises) {
    const auto& before = one.formerly;
    if (one.name == name || std::find(before.begin(), before.end(), name) != before.end())
      return &one;
  }
  return nullptr;
}

// Without an exercise of that name, the file goes where it was.
bool put_back(const context& all, const std::string& name) {
  const exercise* of = exercise_called(all, name);
  const fs::path file = all.paths.file("exercises/" + (of == nullptr ? name : of->name) + ".cu");
  if (of != nullptr && !may_be_replaced(all, *of)) return true;
  const fs::path kept = journal(all.paths) / (name + ".cu");
  const auto problem = write_file(file, content_of(kept));
  if (!problem.empty())
    fmt::print(stderr, "{}",
               tr("lockstep: {} could not be restored: {}; it is in {}\n", file.string(), problem,
                  kept.string()));
  return problem.empty();
}

void put_all_back(const context& all) {
  bool done = true;
  for (const auto& name : names_in(journal(all.paths))) done = put_back(all, name) && done;
  std::error_code ignored;
  if (done) fs::remove_all(journal(all.paths), ignored);
}

// Nobody else updates, or puts back, until it is closed. -1: somebody does.
int take_lock(const checkout_paths& paths) {
  std::error_code ignored;
  fs::create_directories(paths.root / ".lockstep", ignored);
  const int file =
      open((paths.root / ".lockstep/update.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

}  // namespace

set_aside::set_aside(const context& all, const std::vector<const exercise*>& edited)
    : all_(all), lock_(take_lock(all.paths)) {
  if (lock_ < 0)
    throw setup_missing("another update is running here", "Wait for it to finish, or stop it.");
  const fs::path unfinished = journal(all.paths).string() + ".part";
  std::error_code ignored;
  fs::remove_all(unfinished, ignored);
  for (const auto* one : edited) {
    keep_copy(all, *one);
    write_or_throw(unfinished / (one->name + ".cu"),
                   content_of(all.paths.file(shown_file_of(*one))));
  }
  count_ = edited.size();
  if (count_ == 0) return;
  fs::rename(unfinished, journal(all.paths));
  for (const auto* one : edited) {
    const std::string shown = shown_file_of(*one);
    // What git does not know (a new name, say) is not in its way.
    if (!is_tracked(all, shown)) continue;
    const git_answer answer = git(all.paths, {"checkout", "HEAD", "--", shown});
    if (answer.ok) continue;
    put_all_back(all);
    throw setup_missing("git cannot set a file aside: " + first_line(answer.output),
                        "Your files are as they were, and copies are in .lockstep/backups.");
  }
}

set_aside::~set_aside() {
  put_all_back(all_);
  close(lock_);
}

void set_aside::rename(const std::map<std::string, std::string>& new_names) {
  for (const auto& [before, now] : new_names) {
    const fs::path folder = journal(all_.paths), from = folder / (before + ".cu"),
                   to = folder / (now + ".cu");
    std::error_code error;
    if (!fs::exists(from, error)) continue;
    fs::create_directories(to.parent_path(), error);
    fs::rename(from, to, error);
  }
}

void put_back_after_a_kill(const context& all) {
  std::error_code error;
  if (!fs::exists(journal(all.paths), error)) return;
  const int lock = take_lock(all.paths);
  if (lock < 0) return;
  fmt::print(stderr, "{}",
             tr("lockstep: an update was interrupted: your files have been restored\n"));
  put_all_back(all);
  close(lock);
}

}  // namespace lockstep::tutor
