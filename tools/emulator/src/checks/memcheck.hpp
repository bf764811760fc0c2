// Turning an access that must not be into words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lockstep/protocol/finding.hpp"
#include "memory/address_space.hpp"

namespace lockstep::checks {

// The facts of an access that stopped a kernel.
struct bad_access {
  protocol::finding_kind kind{};  // out_of_bounds or misaligned, as far as the engine knows
  protocol::memory_space space{};
  protocol::access_kind access{};
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint64_t limit = 0;          // size of the shared or local memory
  std::uint32_t dynamic_bytes = 0;  // of that, what the launch asks for
  std::string array;                // of shared memory: its name, if the block has only one
  bool is_guarded = false;          // lanes of the warp have been kept away from it
  bool is_last = false;             // all lanes behind have been
  std::uint64_t pointer = 0;        // that the address was computed from; 0: not known
  std::uint32_t loaded_in = 0;      // line of a value that it was computed from; 0: not known
};

// Of memory that the access lies in, or right behind: its number from the start, and how many there
// are. Nothing where the access is no such element.
struct element {
  std::uint64_t number = 0, count = 0;
};
std::optional<element> element_of(const bad_access& what, const memory::address_space& memory);

// Sets kind, space, address, message and advice of `out`: null pointers, freed memory, host memory
// and the distance from an allocation are distinguished: that of the pointer which the address was
// computed from, if that is known, and otherwise the nearest.
void explain(const bad_access& what, const memory::address_space& memory, protocol::finding& out);

}  // namespace lockstep::checks
