// The record of a trial's run, as the back end wrote it (lockstep/protocol/provenance_abi.h), with
// what is looked up in it again and again.
#pragma once

#include <lockstep/protocol/provenance_abi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "named_memory.hpp"

namespace lockstep::grader::diagnosis {

// Whether the back end can record.
bool can_record();

// Runs `trial` and records it. False if it did not fail: then there is nothing to explain.
[[nodiscard]] bool record(const std::function<void()>& trial);

// Runs `code` and records it, without looking anything up. False if the back end cannot.
[[nodiscard]] bool run_recorded(const std::function<void()>& code, lockstep_provenance& seen);

struct source_place {
  std::string file;
  unsigned line = 0;
  bool known() const { return !file.empty() && line != 0; }
  bool operator==(const source_place& other) const {
    return line == other.line && file == other.file;
  }
};

class recording {
 public:
  // The last one; `buffers` are the trial's.
  static std::optional<recording> last(const std::vector<named_buffer>& buffers);

  struct element {
    std::vector<std::uint32_t> writers;  // nodes, in their order: stores and atomic operations
    std::vector<std::uint32_t> readers;  // likewise: loads and atomic operations
  };
  // By buffer and element.
  const element& at(std::size_t buffer, std::size_t index) const {
    return elements_[buffer][index];
  }
  const std::vector<named_buffer>& buffers() const { return *buffers_; }

  const lockstep_provenance& all() const { return all_; }
  const lockstep_node& node(std::uint32_t index) const { return all_.nodes[index]; }
  // The nodes that take the value of node `index`.
  const std::vector<std::uint32_t>& users_of(std::uint32_t index) const;
  // An address is computed from the value of node `index`; in order to count it, as a histogram
  // does, or else.
  bool is_counted(std::uint32_t index) const { return counted_[index]; }
  bool is_used_as_index(std::uint32_t index) const { return used_as_index_[index]; }
  source_place place_of(std::uint32_t node) const;
  source_place place_of_site(std::uint32_t site) const;
  const char* operation_of(std::uint32_t node) const {
    return all_.sites[all_.nodes[node].site].operation;
  }
  // "thread 17 of block 0", or "thread (1,2) of block (0,3)" where blocks have several dimensions.
  std::string thread_name(std::uint32_t launch, std::uint32_t thread) const;
  std::uint64_t threads_of(std::uint32_t launch) const;  // of the grid
  std::uint32_t block_threads(std::uint32_t launch) const;
  // Where the source launches it; unknown if that is not known.
  source_place place_of_launch(std::uint32_t launch) const;
  // "block_sums".
  std::string kernel_name(std::uint32_t launch) const;
  // The host has read these bytes after node `node`.
  bool host_reads_after(std::uint32_t node, std::uint64_t address) const;
  // The decisions of a thread, in its order.
  std::vector<const lockstep_decision*> decisions_of(std::uint32_t launch,
                                                     std::uint32_t thread) const;

 private:
  const std::vector<named_buffer>* buffers_ = nullptr;
  lockstep_provenance all_{};
  std::vector<std::vector<element>> elements_;
  std::vector<std::vector<std::uint32_t>> users_;
  std::vector<bool> used_as_index_, counted_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> decisions_;  // by launch and thread
};

}  // namespace lockstep::grader::diagnosis
