// What an answer's host code gets to know of the device's memory.
//
// A host that computes needs the elements. So each function of an interface may bring only a few
// bytes to the host, as many as its entry in NAME_calls.def says, in every run. They come by
// copies, or by kernels that store them in memory which the host can read: there what has changed
// is counted. Nothing else that the runtime says follows from what the device's memory holds,
// except errors, and how long a kernel takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../runtime_calls.hpp"

namespace lockstep::apart {

class traffic {
 public:
  static traffic& get();

  // A function of the answer begins.
  void begin(std::uint64_t most);
  // A call of the runtime begins, and ends. `from`: its return addresses, as lockstep_call_from
  // takes them.
  void begin_call(call_id which);
  void end_call(const std::uint64_t* from, std::uint32_t count);
  // By the call that is being made, from memory of the device.
  void copied_to_host(std::size_t bytes);
  // Whether a call may do anything to memory that the answer's process sees. It must not run
  // meanwhile: another thread could take what a kernel shows it, and have it taken back.
  static bool changes_shared_memory(call_id which);

  // Throws grader::wrong if there were more bytes than may be.
  void require_few() const;

 private:
  std::uint64_t most_ = 0, bytes_ = 0;
  std::uint64_t largest_ = 0, of_this_call_ = 0;
  std::vector<std::uint64_t> largest_from_;  // where the call stands that brought the most
  bool is_watched_ = false;                  // what may change shared memory
};

}  // namespace lockstep::apart
