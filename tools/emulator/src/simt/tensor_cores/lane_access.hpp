// How lanes' accesses to parts of matrices reach memory: checked, and seen by the checks, as
// ordinary ones are.
#pragma once

#include "simt/instruments/checking.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/semantics/address.hpp"

namespace lockstep::simt::tensor_cores {

inline std::byte* lane_access(warp& w, const step* s, unsigned lane, ptx::state_space space,
                              std::uint64_t address, std::uint32_t bytes, access_kind access) {
  note_access(w, s, lane, space == ptx::state_space::shared, address, bytes,
              access == access_kind::write ? checks::action::write : checks::action::read);
  note_share(w, lane, space, address, bytes);
  switch (space) {
    case ptx::state_space::shared:
      return baseline::any_lane_pointer<ptx::state_space::shared>(w, s, lane, address, bytes,
                                                                  access);
    case ptx::state_space::global:
      return baseline::any_lane_pointer<ptx::state_space::global>(w, s, lane, address, bytes,
                                                                  access);
    default:
      return baseline::any_lane_pointer<ptx::state_space::generic>(w, s, lane, address, bytes,
                                                                   access);
  }
}

}  // namespace lockstep::simt::tensor_cores
