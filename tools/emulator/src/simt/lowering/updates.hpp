// Which strong loads a store may write back: `*p = *p + 1` and `if (x > *p) *p = x` read a word and
// write it, and a volatile or relaxed access makes neither of them one operation. An exchange whose
// answer nobody looks at is such a store. Whether the two are of one word is seen when they run.
#pragma once

#include <cstdint>
#include <vector>

#include "checks/order.hpp"
#include "ptx/control_flow.hpp"
#include "ptx/program.hpp"
#include "simt/lowering/call_trail.hpp"

namespace lockstep::simt {

// By instruction of a function. Loads go by their number among the instructions of all functions.
struct update_facts {
  // Of a store: the loads that decide what it writes, or whether.
  std::vector<std::vector<checks::site::source>> sources;
  std::vector<bool> is_source;  // of a load: it is one of those of some store
  // Of a load: it polls, since a loop that does nothing else ends when it sees a certain value.
  std::vector<bool> polls;
  // Of a load: another load polls the place that it reads.
  std::vector<bool> of_polled;
  // Of a load: other functions get the value, so that it may be in use when the register is not.
  std::vector<bool> leaves_function;
};
// By function of a kernel. Empty if they have no strong load or no strong store.
std::vector<update_facts> find_updates(called_functions& in);

// Where a store writes what it makes of a load's value to the place where the load has read, or
// writes there because of that value. Both are instructions of these functions.
bool writes_back(called_functions& in, std::uint32_t load_function, std::uint32_t load,
                 std::uint32_t store_function, std::uint32_t store);

// Whether the instruction `store` runs only if a value of the registers `made` is larger or smaller
// than another one, as the store of `if (x > *p) *p = x` does.
bool is_chosen_by_order(const ptx::decoded_function& f, std::uint32_t store,
                        const std::vector<bool>& made);

// By register: whether it may hold what is computed from the results of `of`.
std::vector<bool> made_of(const ptx::decoded_function& f, const ptx::decoded& of);

}  // namespace lockstep::simt
