#include "simt/state/fault.hpp"

#include <utility>

namespace lockstep::simt {

fault fault_at(const warp& w, const step* s, unsigned lane, finding_kind kind,
               std::string message) {
  fault f;
  f.kind = kind;
  f.message = std::move(message);
  f.where = &w;
  f.at = s;
  f.lane = lane;
  return f;
}

void raise(fault f) { throw std::move(f); }

namespace {

fault access_fault(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                   std::uint32_t bytes, memory_space space, access_kind access) {
  std::uint64_t offset = address;
  if (space == memory_space::global) {  // or generic
    const ptx::state_space found = resolve(address, offset);
    if (found == ptx::state_space::shared) space = memory_space::shared;
    if (found == ptx::state_space::local) space = memory_space::local;
  }
  if (space == memory_space::parameter) resolve(address, offset);
  fault f;
  f.kind = address % bytes != 0 ? finding_kind::misaligned : finding_kind::out_of_bounds;
  f.space = space;
  f.access = access;
  f.where = &w;
  f.at = s;
  f.lane = lane;
  f.address = offset;
  f.bytes = bytes;
  return f;
}

}  // namespace

void raise_access(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                  std::uint32_t bytes, memory_space space, access_kind access) {
  raise(access_fault(w, s, lane, address, bytes, space, access));
}

std::byte* misplaced(const warp& w, const step* s, unsigned lane, std::uint64_t address,
                     std::uint32_t bytes, memory_space space, access_kind access) {
  fault f = access_fault(w, s, lane, address, bytes, space, access);
  if (w.on->launch->going_on == nullptr) raise(std::move(f));
  return w.on->launch->going_on->instead_of(std::move(f));
}

}  // namespace lockstep::simt
