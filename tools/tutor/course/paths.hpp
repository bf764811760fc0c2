// The paths of a checkout and its build directory, and folders for temporary files.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tutor {

struct checkout_paths {
  std::filesystem::path root;          // the checkout: the folder of course.toml
  std::filesystem::path build;         // its Meson build directory; may not exist
  std::filesystem::path library = {};  // the emulator's, where it is installed; empty: in `build`

  // A path as a person wants to read it: relative to the checkout if inside it. Compilers name
  // files relative to the build directory.
  std::string shown(const std::filesystem::path& file) const;
  // The file behind a shown path.
  std::filesystem::path file(const std::string& shown) const;
  std::filesystem::path progress_file() const { return root / ".lockstep/progress.json"; }
};

// From LOCKSTEP_ROOT and LOCKSTEP_BUILD, or from where this executable lies
// (BUILD/tools/tutor/lockstep-tutor).
[[nodiscard]] checkout_paths find_checkout();

// Of the workbench as it is installed, without a checkout: what it keeps goes to the user's cache.
[[nodiscard]] checkout_paths installed_paths();

// An executable of that name on PATH; empty if there is none.
std::filesystem::path find_on_path(const std::string& name);

// Where temporary files go. Throws failure if that is no folder.
std::filesystem::path folder_for_temporary_files();

// A folder that goes away with its owner; if that is killed, when another one is made.
class temporary_folder {
 public:
  temporary_folder();  // where temporary files go
  explicit temporary_folder(const std::filesystem::path& in);
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

// What owners that were killed have left there, more than a minute ago.
void remove_abandoned_folders(const std::filesystem::path& in);

}  // namespace lockstep::tutor
