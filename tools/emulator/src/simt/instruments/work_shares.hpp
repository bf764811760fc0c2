// Checked kernels: the work of each thread, where it is kept (checks/work_shares.hpp).
#pragma once

#include <cstdint>

#include "simt/instruments/checking.hpp"

namespace lockstep::simt {

inline bool keeps_shares(const warp& w) { return monitor_of(w).shares.is_kept(); }

// Active lanes access memory; `at`: their addresses, which are looked at if they are generic.
void note_shares(warp& w, const observed_access& access, const std::uint64_t* at);
// One lane accesses memory by an instruction that is no plain access; nothing where shares are not
// kept. `address` is looked at if it is generic.
void note_share(warp& w, unsigned lane, ptx::state_space space, std::uint64_t address,
                std::uint32_t bytes);
// The lanes of a warp part by something that is no branch; nothing where kernels are not checked.
void note_parting(const warp& w);

namespace instruments {

// Active lanes load constants. immediate: bytes of each.
const step* share_constants(warp& w, const step* s);

}  // namespace instruments

}  // namespace lockstep::simt
