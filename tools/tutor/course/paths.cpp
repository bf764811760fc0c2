#include "course/paths.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "language/language.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

fs::path folder_of_this_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

// The nearest folder above `start` that holds a course.toml; empty if there is none.
fs::path enclosing_course(fs::path start) {
  for (; !start.empty(); start = start.parent_path()) {
    if (fs::exists(start / "course.toml")) return start;
    if (start == start.root_path()) break;
  }
  return {};
}

}  // namespace

checkout_paths find_checkout() {
  checkout_paths paths;
  if (const char* root = std::getenv("LOCKSTEP_ROOT")) paths.root = fs::absolute(root);
  if (paths.root.empty()) paths.root = enclosing_course(folder_of_this_program());
  if (paths.root.empty()) {
    throw setup_missing("the course is not found",
                        "Start ./lockstep in the checkout, or set LOCKSTEP_ROOT to it.");
  }
  if (const char* build = std::getenv("LOCKSTEP_BUILD")) {
    paths.build = fs::absolute(build);
  } else {
    const fs::path own = folder_of_this_program().parent_path().parent_path();
    paths.build = fs::exists(own / "build.ninja") ? own : paths.root / "build";
  }
  paths.root = paths.root.lexically_normal();
  paths.build = paths.build.lexically_normal();
  return paths;
}

namespace {

fs::path cache_folder() {
  if (const char* named = std::getenv("XDG_CACHE_HOME"); named != nullptr && *named == '/')
    return fs::path(named) / "lockstep";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".cache/lockstep";
  return folder_for_temporary_files() / "lockstep";
}

}  // namespace

checkout_paths installed_paths() {
  checkout_paths paths;
  paths.root = fs::current_path();
  paths.build = cache_folder();
  paths.library =
      (folder_of_this_program() / LOCKSTEP_LIBRARY_FOLDER / "libcudart.so.13").lexically_normal();
  return paths;
}

std::string checkout_paths::shown(const fs::path& file) const {
  if (file.empty()) return {};
  const fs::path absolute = (file.is_absolute() ? file : build / file).lexically_normal();
  const fs::path inside = absolute.lexically_relative(root);
  if (inside.empty() || *inside.begin() == "..") {
    // Relative to something else than the build directory: maybe to the checkout itself.
    return fs::exists(root / file) ? file.string() : absolute.string();
  }
  return fs::exists(absolute) || !fs::exists(root / file) ? inside.string() : file.string();
}

fs::path checkout_paths::file(const std::string& shown) const { return root / shown; }

fs::path find_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (fs::is_regular_file(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

fs::path folder_for_temporary_files() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  for (const char* variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    if (const char* named = std::getenv(variable))
      throw setup_missing(
          tr("{} does not name a folder: {}", std::string(variable), named),
          "Make that folder, or set TMPDIR to one that you can write to, as in TMPDIR=/tmp.");
  }
  throw setup_missing("there is no folder /tmp for temporary files",
                      "Make it, or set TMPDIR to a folder that you can write to.");
}

}  // namespace lockstep::tutor
