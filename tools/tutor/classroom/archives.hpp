// Zip archives among what was handed in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tutor::classroom {

struct unpacked {
  std::filesystem::path folder;    // of its files; empty: it was not unpacked
  std::vector<std::string> notes;  // what is missing there, and why
};

class archives {
 public:
  // They are unpacked below `to`, by the program `unpack.py` of the course. Nothing is written to
  // the class's folder.
  archives(std::filesystem::path class_folder, std::filesystem::path to,
           std::filesystem::path program)
      : class_(std::move(class_folder)), to_(std::move(to)), program_(std::move(program)) {}

  // The folder's path ends as that of the archive does in the class's folder. An archive that has
  // not changed is unpacked once.
  unpacked unpack(const std::filesystem::path& archive) const;
  // The part of the path before what is shown of it: of a file of the class, or one unpacked.
  std::filesystem::path shown(const std::filesystem::path& file) const;

 private:
  std::filesystem::path class_, to_, program_;
};

}  // namespace lockstep::tutor::classroom
