#include "traffic.hpp"

#include <lockstep/protocol/other_program_abi.h>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <string>

#include "shared_memory.hpp"

namespace lockstep::apart {

namespace {

// Where the call stands in the answer. Line 0: not known.
unsigned place_of(const std::vector<std::uint64_t>& from, std::string& file) {
  using lockstep::detail::runtime_function;
  const auto call_from = runtime_function<decltype(lockstep_call_from)>("lockstep_call_from");
  const auto place = runtime_function<decltype(lockstep_place_of_call)>("lockstep_place_of_call");
  if (call_from == nullptr || place == nullptr) return 0;
  char name[4096];
  std::uint32_t line = 0;
  call_from(from.data(), from.size());
  const bool is_known = place(name, sizeof name, &line) == 0;
  call_from(nullptr, 0);
  file = is_known ? name : "";
  return is_known ? line : 0;
}

}  // namespace

traffic& traffic::get() {
  static traffic only;
  return only;
}

// Kernels and copies run before the call returns (docs/decisions/004).
bool traffic::changes_shared_memory(call_id which) {
  return which == call_id::cudaLaunchKernel || which == call_id::cudaMemcpy ||
         which == call_id::cudaMemcpyAsync || which == call_id::cudaMemcpyFromSymbol;
}

void traffic::begin(std::uint64_t most) {
  most_ = most;
  bytes_ = largest_ = 0;
  largest_from_.clear();
}

void traffic::begin_call(call_id which) {
  // Kernels take memory, too: how much is free may say what one of them has read.
  of_this_call_ = which == call_id::cudaMemGetInfo ? sizeof(std::size_t) : 0;
  is_watched_ = changes_shared_memory(which);
  if (is_watched_) remember_shared_memory();
}

void traffic::end_call(const std::uint64_t* from, std::uint32_t count) {
  if (is_watched_) of_this_call_ += changed_in_shared_memory();
  bytes_ += of_this_call_;
  if (of_this_call_ <= largest_) return;
  largest_ = of_this_call_;
  largest_from_.assign(from, from + count);
}

void traffic::copied_to_host(std::size_t bytes) { of_this_call_ += bytes; }

void traffic::require_few() const {
  if (bytes_ <= most_) return;
  grader::wrong problem(protocol::phrase("host-got-elements",
                                         "the host copied {} bytes back from the device, but only "
                                         "{} are allowed: the results must be computed by kernels",
                                         bytes_, most_));
  problem.line = place_of(largest_from_, problem.file);
  throw problem;
}

}  // namespace lockstep::apart
