#include "simt/fault.hpp"

#include <utility>

namespace lockstep::simt {

void raise(fault f) { throw std::move(f); }

void raise_access(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                  std::uint32_t bytes, const char* space, const char* access) {
  fault f;
  f.kind = address % bytes != 0 ? "misaligned" : "out_of_bounds";
  f.space = space;
  f.access = access;
  f.where = &w;
  f.at = s;
  f.lane = lane;
  f.address = address;
  f.bytes = bytes;
  raise(std::move(f));
}

}  // namespace lockstep::simt
