#include "simt/textures/lane_memory.hpp"

#include <fmt/format.h>

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/semantics/address.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt::textures {

const std::byte* lane_memory::at(std::uint64_t address, std::uint32_t bytes) {
  note_access(warp_, step_, lane_, false, address, bytes, checks::action::read);
  return baseline::global_lane(warp_, step_, lane_, address, bytes, access_kind::read);
}

std::byte* lane_memory::to(std::uint64_t address, std::uint32_t bytes) {
  note_access(warp_, step_, lane_, false, address, bytes, checks::action::write);
  return baseline::global_lane(warp_, step_, lane_, address, bytes, access_kind::write);
}

void no_object(warp& w, const step* s, unsigned lane, std::uint64_t handle, const char* what) {
  raise(fault_at(w, s, lane, finding_kind::invalid_object,
                 protocol::phrase("no-object", "uses {}, which is not a {} object",
                                  fmt::format("{:#x}", handle), what)));
}

void other_shape(warp& w, const step* s, unsigned lane, const char* what) {
  raise(fault_at(
      w, s, lane, finding_kind::invalid_object,
      protocol::phrase("other-shape",
                       "reads a {} object whose shape does not match the instruction", what)));
}

}  // namespace lockstep::simt::textures
