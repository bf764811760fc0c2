// What the checks need to know of a checked kernel's code.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "checks/monitor.hpp"
#include "lockstep/protocol/finding.hpp"
#include "ptx/syntax.hpp"
#include "simt/state/carried_values.hpp"
#include "simt/state/code.hpp"
#include "simt/state/unwritten_values.hpp"

namespace lockstep::simt {

// What becomes of the bits of a word that a load takes only to store a part of it.
enum class kept_bits : std::uint8_t {
  none,
  rest_is_cleared,   // may be a bit-field that is set to 0, or an `&=`
  rest_is_inserted,  // a bit-field
};

// How far the object reaches beyond a load of a piece of it, which is only stored again.
struct copied_object {
  bool is_copied = false;
  std::uint32_t before = 0, after = 0;  // bytes
};

// An access to memory as the checks see it: in checked_code::observed, by step::extra of `observe`.
struct observed_access {
  ptx::state_space space = ptx::state_space::generic;
  bool narrow_address = false;  // the address row holds 32-bit values
  std::uint32_t bytes = 4;      // of all elements
  std::uint32_t site = 0;       // index into checked_code::sites
  checks::access_kind kind;
  checks::record stamp = 0;  // of site and kind
  bool acquires = false, releases = false;
  bool answers = false;               // a load, or an atomic operation with a result
  std::uint8_t element_bytes = 0;     // of the values below, in memory and
  std::uint8_t register_bytes = 0;    // in their rows
  std::vector<std::uint32_t> values;  // rows of what is stored; empty: not known
  // An atomic operation that may change nothing: what it takes, in rows of register_bytes.
  enum class idle_if : std::uint8_t {
    never,
    bits_are_set,    // .or with `taken`
    bits_are_clear,  // .and
    it_differs,      // .cas: from `taken`
  } idle = idle_if::never;
  std::uint32_t taken = 0;
  kept_bits keeps = kept_bits::none;  // a read: what becomes of its value
  std::uint8_t unused = 0;            // bit e: the value of element e reaches nothing
  copied_object object;
  // A load that is followed, by element: the register that it fills; none: it fills no register.
  std::vector<std::uint32_t> fills;
};

// A shuffle: in checked_code::shuffles.
struct followed_shuffle {
  enum class mode : std::uint8_t { up, down, butterfly, index } by = mode::index;
  const step* (*work)(warp&, const step*) = nullptr;  // the shuffle itself
  // Of the whole warp by a constant: it names all lanes, and exchanges over all of them.
  bool is_whole = false;
  std::uint8_t whole_by = 0;
  std::uint32_t to = followed_register::none, from = followed_register::none;
  std::uint32_t in_range = followed_register::none;  // its second result
  // The registers among those in which unwritten values are followed.
  std::uint32_t unwritten_from = followed_register::none, unwritten_to = followed_register::none;
};

// An access to memory that others see, which uses values: in checked_code::used.
struct used_values {
  std::vector<std::uint32_t> values;
  std::uint32_t address = followed_register::none;
  bool may_be_local = false;  // by a generic address in row `at`, behind which it lies by `offset`
  std::uint32_t at = 0;
  std::uint64_t offset = 0;
  protocol::access_kind kind = protocol::access_kind::none;
};

struct checked_code {
  std::vector<observed_access> observed;
  std::vector<checks::site> sites;      // where they are
  std::vector<checks::site> positions;  // by instruction
  // By instruction, for those that have no `observe` before them: index into `sites`.
  std::unordered_map<std::uint32_t, std::uint32_t> site_of;
  // It has what locks and flags are made of: atom.cas, atom.exch, st.volatile, st.relaxed ...
  bool exchanges = false;
  // The same, or it looks again and again at what others set: orders of execution may matter.
  bool locks = false;
  // Nothing but barriers of whole blocks, and what the lanes of a warp do together, orders threads
  // of a block.
  bool only_barriers = true;
  // It has fences or accesses whose scope is the system: what it does may be meant for the host.
  bool tells_host = false;
  // Whether a store writes back what a load has read, perhaps in another function. Both are
  // instructions; it takes a while.
  std::function<bool(std::uint32_t load, std::uint32_t store)> writes_back;
  // Values that shuffles gave: how many registers are followed, and what is done with them.
  std::uint32_t followed = 0;
  std::vector<followed_shuffle> shuffles;
  std::vector<std::uint32_t> shuffle_of;  // by instruction, of those that are shuffles
  std::vector<carried_values> carried;
  std::vector<used_values> used;
  // Unwritten values: in how many registers they are followed, and what each instruction does with
  // them. The steps have been replaced by instruments::follow_unwritten since a load of this grid.
  std::uint32_t registers = 0;
  std::vector<std::uint32_t> first_register;  // by function
  std::vector<followed_step> followed_steps;
  bool follows_unwritten = false;
  std::uint32_t following_in = 0;
};

}  // namespace lockstep::simt
