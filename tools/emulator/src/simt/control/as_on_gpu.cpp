#include "simt/control/as_on_gpu.hpp"

#include <cstring>

#include "lockstep/protocol/phrase.hpp"
#include "simt/control/finding.hpp"

namespace lockstep::simt {
namespace {

// What a stray read of a worker gets.
alignas(64) thread_local std::byte instead[64];

// The bytes of the access that lie in an allocation, and 0 for the others: an access of several
// elements at the end of an array may need no more than the first.
void read_what_is_there(const memory::address_space& memory, std::uint64_t address,
                        std::uint32_t bytes) {
  std::memset(instead, 0, sizeof instead);
  for (std::uint32_t i = 0; i < bytes; ++i)
    if (const auto range = memory.find_range(address + i))
      instead[i] = range->host[address + i - range->address];
}

}  // namespace

std::byte* as_on_gpu::instead_of(fault f) {
  const memory::address_space& memory = *f.where->on->launch->memory;
  const bool passes = f.kind == finding_kind::out_of_bounds && f.space == memory_space::global &&
                      f.access == access_kind::read && f.bytes <= sizeof instead &&
                      memory.shares_page(f.address, f.bytes);
  if (!passes) raise(std::move(f));
  note(f, protocol::phrase("why-read-passes",
                           "A GPU allows such a read if the page is mapped, and returns whatever "
                           "is there; here that is 0."));
  read_what_is_there(memory, f.address, f.bytes);
  return instead;
}

bool as_on_gpu::lets_pass(const fault& f) {
  if (f.kind != finding_kind::warp_mask) return false;
  note(f, protocol::phrase("why-lanes-missing",
                           "The result is undefined. A GPU continues with the lanes that are "
                           "there, as if the mask named only them, and so does this run."));
  return true;
}

void as_on_gpu::note(const fault& f, const std::string& why) {
  const running_launch& launch = *f.where->on->launch;
  const std::scoped_lock lock(mutex_);
  const std::uint32_t instruction = f.at->instruction;
  const auto [at, is_new] = sites_.try_emplace({launch.code, instruction});
  if (is_new) {
    at->second.file = launch.code->instructions[instruction].line.file;
    at->second.line = launch.code->instructions[instruction].line.line;
  }
  found_.add({f.kind, f.space, &at->second}, [&] {
    protocol::finding made = finding_of(f, launch);
    made.severity = protocol::finding_severity::warning;
    made.why = why;
    return made;
  });
}

}  // namespace lockstep::simt
