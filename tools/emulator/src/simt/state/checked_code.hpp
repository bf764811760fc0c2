// What the checks need to know of a checked kernel's code.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "checks/monitor.hpp"
#include "lockstep/protocol/finding.hpp"
#include "ptx/syntax.hpp"
#include "simt/state/code.hpp"

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
  std::uint8_t unused = 0;            // bit e: the value of element e reaches nothing
  copied_object object;
  // By element: the value that is only copied, from a load to stores (value_copies.hpp); 0: none.
  std::vector<std::uint64_t> copied;
  // The value of a load of one element that a selp chooses, or not (chosen_values.hpp); 0: it is
  // another.
  std::uint64_t chosen = 0;
};

// A value that a selp takes where the predicate (a row) is set, or is not: in
// checked_code::choices.
struct choice {
  std::uint64_t value = 0;
  std::uint32_t predicate = 0;
  bool where_set = true;
};

// A register as the checks follow it (lowering/shuffled_values.hpp).
struct followed_register {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t number = none;  // among those that are followed; `none`: it is not
  std::uint32_t row = 0;
  std::uint8_t bytes = 0;  // for each lane of the row; 0: a predicate
  bool negated = false;
  bool has_row = false;  // otherwise it is no register, and nothing more is known
};

// A shuffle: in checked_code::shuffles.
struct followed_shuffle {
  enum class mode : std::uint8_t { up, down, butterfly, index } by = mode::index;
  const step* (*work)(warp&, const step*) = nullptr;  // the shuffle itself
  std::uint32_t to = followed_register::none, from = followed_register::none;
  std::uint32_t in_range = followed_register::none;  // its second result
};

// An instruction that makes values of others: in checked_code::carried.
struct carried_values {
  enum class form : std::uint8_t {
    any,      // the result is undefined if an operand is
    chosen,   // of the first two, by the third
    all_set,  // and: not where an operand is defined, and 0
    any_set,  // or: not where an operand is defined, and all ones
    product,  // not where a factor is defined, and 0
  } how = form::any;
  std::vector<std::uint32_t> to;
  std::vector<followed_register> from;
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
  std::vector<choice> choices;
};

}  // namespace lockstep::simt
