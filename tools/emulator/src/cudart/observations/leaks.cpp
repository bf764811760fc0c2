#include "cudart/observations/leaks.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cudart/environment.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"

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

// The calls that made what the process has allocated, by the allocation's serial number. Of what
// was freed they stay: it is a program under check that ends.
struct made_by {
  std::mutex mutex;
  std::map<std::uint64_t, protocol::access> calls;
};

made_by& calls() {
  static made_by& all = *new made_by;
  return all;
}

protocol::access call_that_made(std::uint64_t serial) {
  const std::scoped_lock lock(calls().mutex);
  const auto known = calls().calls.find(serial);
  return known == calls().calls.end() ? protocol::access() : known->second;
}

struct leak {
  protocol::access by;
  std::uint64_t count = 0, bytes = 0;
};

void report(const way& w, const leak& left) {
  const std::string made = left.by.call.empty() ? w.made : left.by.call;
  const std::string freed = made.ends_with("Array") ? "cudaFreeArray" : w.freed;
  report_api_error(
      protocol::finding_kind::leak, left.by,
      protocol::phrase(
          "never-freed", "{} in {} by {} were never freed",
          protocol::phrase("bytes", left.bytes == 1 ? "{} byte" : "{} bytes", left.bytes),
          protocol::phrase("allocations", left.count == 1 ? "{} allocation" : "{} allocations",
                           left.count),
          made),
      protocol::phrase("free-or-own",
                       "free it with {}, or let an object own it whose destructor does", freed));
}

// One finding for each way to a call in the program, in the order of the addresses.
void report_all() {
  const auto left = runtime::get().memory.requested_by_program();
  for (const way& w : ways) {
    std::vector<leak> leaks;
    for (const auto& one : left) {
      if (one.kind != w.kind) continue;
      protocol::access by = call_that_made(one.serial);
      find_place(by);
      auto known = std::find_if(leaks.begin(), leaks.end(),
                                [&](const leak& other) { return other.by == by; });
      if (known == leaks.end()) known = leaks.insert(leaks.end(), {std::move(by)});
      ++known->count;
      known->bytes += one.size;
    }
    for (const leak& one : leaks) report(w, one);
  }
}

}  // namespace

void report_leaks_at_exit() { std::atexit(report_all); }

void note_allocation(const memory::allocation& made) {
  if (!settings().leaks) return;
  protocol::access by = call_of_program();
  const std::scoped_lock lock(calls().mutex);
  calls().calls[made.serial] = std::move(by);
}

}  // namespace lockstep::cudart
