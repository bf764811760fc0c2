#include "cudart/observations/leaks.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

using memory::allocation_kind;

struct way {
  allocation_kind kind;
  const char *made, *freed;
};
constexpr std::array ways = {
    way{allocation_kind::device, "cudaMalloc", "cudaFree"},
    way{allocation_kind::managed, "cudaMallocManaged", "cudaFree"},
    way{allocation_kind::pinned, "cudaMallocHost", "cudaFreeHost"},
    way{allocation_kind::registered, "cudaHostRegister", "cudaHostUnregister"},
    way{allocation_kind::heap, "malloc in a kernel", "free in a kernel"},
};

void report() {
  const auto left = runtime::get().memory.requested_by_program();
  for (const way& w : ways) {
    std::uint64_t count = 0, bytes = 0;
    for (const auto& [kind, size] : left) {
      if (kind != w.kind) continue;
      ++count;
      bytes += size;
    }
    if (count == 0) continue;
    report_api_error(protocol::finding_kind::leak,
                     std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " in " +
                         std::to_string(count) + (count == 1 ? " allocation" : " allocations") +
                         " by " + w.made + " were never freed",
                     std::string("free what is allocated, with ") + w.freed +
                         ", or let an object own it whose destructor does");
  }
}

}  // namespace

void report_leaks_at_exit() { std::atexit(report); }

}  // namespace lockstep::cudart
