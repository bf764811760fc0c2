// Something that stops a kernel: raised by an action, caught by the worker.
#pragma once

#include <cstdint>
#include <string>

#include "checks/finding.hpp"
#include "simt/warp.hpp"

namespace lockstep::simt {

struct fault {
  std::string kind;     // as in checks::finding
  std::string space;    // "global", "shared", "local" or empty
  std::string access;   // "read", "write", "atomic" or empty
  std::string message;  // of faults that have a text of their own (trap, assert, timeout); empty:
                        // made from the address
  const warp* where = nullptr;
  const step* at = nullptr;
  unsigned lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t lanes = 1;    // of the warp, that did the same
  bool lacks_places = false;  // blocks wait, and others find no place to begin
};

// Of lane `lane` in step `s`, with a text of its own.
fault fault_at(const warp& w, const step* s, unsigned lane, std::string kind, std::string message);

[[noreturn]] void raise(fault f);
// An access of `bytes` bytes at `address` that lane `lane` must not make.
[[noreturn]] void raise_access(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                               std::uint32_t bytes, const char* space, const char* access);

// The same in words, with the thread and the source line, for those outside the engine.
checks::finding finding_of(const fault& f, const running_launch& launch);

}  // namespace lockstep::simt
