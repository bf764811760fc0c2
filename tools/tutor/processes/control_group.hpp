// A control group (cgroup v2) of a program and all that it starts. The kernel then counts what no
// limit of a single process does: the memory of all of them together, shared memory and files in
// memory included, and how many they are, also if they are root's.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>

namespace lockstep::tutor {

class control_group {
 public:
  // Nothing where the tutor may not make one. `data_bytes` = 0: memory is not limited.
  static std::unique_ptr<control_group> make(std::uint64_t data_bytes, unsigned tasks);
  // Ends what is left in it.
  ~control_group();
  control_group(const control_group&) = delete;
  control_group& operator=(const control_group&) = delete;

  // In the child: it moves there itself, before it becomes the program.
  bool join() const;
  // The kernel has ended something in it, because there was no memory left.
  bool ran_out_of_memory() const;

 private:
  explicit control_group(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace lockstep::tutor
