// Something that stops a kernel: raised by an action, caught by the worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lockstep/protocol/finding_kind.hpp"
#include "lockstep/protocol/memory_space.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

using protocol::access_kind;
using protocol::finding_kind;
using protocol::memory_space;

struct fault {
  finding_kind kind = finding_kind::other;
  memory_space space = memory_space::none;
  access_kind access = access_kind::none;
  std::string message;  // of faults that have a text of their own (trap, assert, timeout); empty:
                        // made from the address
  const warp* where = nullptr;
  const step* at = nullptr;
  unsigned lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t lanes = 1;   // of the warp, that did the same
  bool lacks_slots = false;  // blocks wait, and others find no place to begin
};

// Of lane `lane` in step `s`, with a text of its own.
fault fault_at(const warp& w, const step* s, unsigned lane, finding_kind kind, std::string message);

[[noreturn]] void raise(fault f);
// An access of `bytes` bytes at `address` that lane `lane` must not make.
[[noreturn]] void raise_access(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                               std::uint32_t bytes, memory_space space, access_kind access);

// The accesses that must not be, in a launch that goes on after them.
class bad_accesses {
 public:
  virtual ~bad_accesses() = default;
  // Notes it. Returns where it goes instead: zeros to read, and to write and forget.
  virtual std::byte* instead_of(fault f) = 0;
  // The fault, which is no access, is noted, and the warp goes on.
  virtual bool lets_pass(const fault&) { return false; }
  // The launch has gone on for long enough.
  virtual bool is_late() const = 0;
  // The fault, which stops the launch, may come of one of them.
  virtual bool explains(const fault& f) const = 0;
};

// What raise_access raises, or, in a launch that goes on, what lies there instead.
std::byte* misplaced(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                     std::uint32_t bytes, memory_space space, access_kind access);

}  // namespace lockstep::simt
