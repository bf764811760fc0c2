// The file in which records are kept as they come, so that an interrupt, a crash or a full disk
// loses none that was written before.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::tutor::bench {

class record_file {
 public:
  // Opens it, with its folders. What is in it is dropped, or, to `go_on`, kept up to its last whole
  // line. Throws failure (setup missing) if that cannot be done.
  record_file(const std::filesystem::path& path, bool go_on);
  ~record_file();
  record_file(const record_file&) = delete;
  record_file& operator=(const record_file&) = delete;

  // Appends a line, which ends with one, with a single write. Returns why that failed, in which
  // case nothing of it is left in the file; empty if it was done.
  std::string append(std::string_view line);

 private:
  int file_;
};

}  // namespace lockstep::tutor::bench
