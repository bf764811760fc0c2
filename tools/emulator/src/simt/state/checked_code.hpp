// What the checks need to know of a checked kernel's code.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/monitor.hpp"
#include "ptx/syntax.hpp"

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
  kept_bits keeps = kept_bits::none;  // a read: what becomes of its value
  copied_object object;
  // By element: the value that is only copied, from a load to stores (value_copies.hpp); 0: none.
  std::vector<std::uint64_t> copied;
};

struct checked_code {
  std::vector<observed_access> observed;
  std::vector<checks::site> sites;      // where they are
  std::vector<checks::site> positions;  // by instruction
  // By instruction, for those that have no `observe` before them: index into `sites`.
  std::unordered_map<std::uint32_t, std::uint32_t> site_of;
  // It has what locks and flags are made of: atom.cas, atom.exch, st.volatile, st.relaxed ...
  bool exchanges = false;
  // It has fences or accesses whose scope is the system: what it does may be meant for the host.
  bool tells_host = false;
};

}  // namespace lockstep::simt
