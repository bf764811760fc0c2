// What is found of the addresses in a row, once for all accesses that use the row before it
// changes: an unrolled loop's differ by their constant offsets only.
#include <algorithm>

#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

const emitter::known_shape* emitter::shape_of(const place& at) {
  const auto found = std::find_if(shapes_.begin(), shapes_.end(), [&](const known_shape& one) {
    return one.is_used && one.row == at.address.row && one.bytes == at.form->bytes;
  });
  return found == shapes_.end() ? nullptr : &*found;
}

// In this block, with the row as it is.
bool emitter::is_accessed_again(const place& at) const {
  const auto writes_row = [&](std::uint32_t s) {
    const effects& e = flow_.effects_at(s);
    return std::any_of(e.written.begin(), e.written.begin() + e.writes,
                       [&](const row_use& one) { return one.row == at.address.row; });
  };
  for (std::uint32_t s = at.s; s < block_->last; ++s) {
    const operation& what = flow_.operation_at(s);
    const bool is_access = what.kind == load || what.kind == store;
    if (s != at.s && is_access && flow_.steps()[s].a == at.address.row &&
        what.access.bytes == at.form->bytes)
      return true;
    if (writes_row(s)) return false;
  }
  return false;
}

// A new one for the row; nullptr if it is not worth it.
emitter::known_shape* emitter::begin_shape(const place& at) {
  const bool is_counted_tile = at.form->counting && at.form->narrow_address && at.form->bytes == 4;
  if (guard_) return nullptr;  // what is guarded may be skipped
  if (!is_counted_tile && !is_accessed_again(at)) return nullptr;
  known_shape& made = shapes_[next_shape_++ % shapes_.size()];
  if (!made.shape.isValid()) {
    made.first = cc_.newUInt64();
    made.second = cc_.newUInt32();
    made.shape = cc_.newUInt32();
    made.conflicts = cc_.newUInt32();
  }
  made.is_used = true;
  made.row = at.address.row;
  made.bytes = at.form->bytes;
  return &made;
}

void emitter::forget_shapes(std::uint32_t s) {
  const effects& e = flow_.effects_at(s);
  for (unsigned i = 0; i < e.writes; ++i)
    for (known_shape& one : shapes_)
      if (one.row == e.written[i].row) one.is_used = false;
}

// The shape of addresses of which it is known that not all lie side by side.
void emitter::find_halves(const place& at) {
  const known_shape& found = *at.shape;
  cc_.mov(found.shape, any_shape);
  if (!at.form->narrow_address || at.form->bytes != 4) return;
  const x86::Gp shape = new_u64().r32();
  const asmjit::Label uneven = cc_.newLabel();
  for (unsigned half = 0; half < 2; ++half) {
    const x86::Zmm address = in_register(at.address, half);
    const x86::Zmm all = new_zmm(), base = new_zmm();
    const x86::KReg differs = new_k();
    const asmjit::Label is_row = cc_.newLabel();
    if (half == 1) cc_.vpextrd(found.second, address.xmm(), 0);
    cc_.vpbroadcastd(all, address.xmm());
    cc_.vpsubd(base, address, lane_multiples(4, 4, 0));
    cc_.vpcmpd(differs, base, all, 4);
    const std::uint32_t row = 1u << (2 * half);
    half == 0 ? cc_.mov(shape, row) : cc_.or_(shape, row);
    cc_.kortestw(differs, differs);
    cc_.jz(is_row);
    cc_.vpcmpd(differs, address, all, 4);
    cc_.xor_(shape, 3 * row);
    cc_.kortestw(differs, differs);
    cc_.jnz(uneven);
    cc_.bind(is_row);
  }
  cc_.mov(found.shape, shape);
  if (at.form->counting) find_conflicts(at);
  cc_.bind(uneven);
}

// Of shared memory. Nothing is loaded unless both halves lie in it.
void emitter::load_by_halves(const place& at, const result& into, const asmjit::Label& otherwise) {
  const known_shape& known = *at.shape;
  const auto offset = static_cast<std::uint32_t>(flow_.steps()[at.s].immediate);
  cc_.test(known.shape, known.shape);
  cc_.jz(otherwise);  // side by side, but not in range
  cc_.cmp(known.shape, any_shape);
  cc_.je(otherwise);
  if (at.form->counting) {
    cc_.cmp(writing_.mask, -1);
    cc_.jne(otherwise);
  }
  std::array<x86::Gp, 2> from;
  for (unsigned half = 0; half < 2; ++half) {
    const x86::Gp room = new_u64().r32(), needed = new_u64().r32();
    const asmjit::Label is_word = cc_.newLabel();
    from[half] = new_u64();
    cc_.mov(from[half].r32(), half == 0 ? known.first.r32() : known.second);
    if (offset != 0) cc_.add(from[half].r32(), offset);
    cc_.mov(needed, 4);
    cc_.test(known.shape, 1u << (2 * half));
    cc_.jz(is_word);
    cc_.mov(needed, 64);
    cc_.bind(is_word);
    cc_.mov(room, x86::dword_ptr(warp_, places::shared_bytes));
    cc_.sub(room, from[half].r32());
    cc_.jb(otherwise);
    cc_.cmp(room, needed);
    cc_.jb(otherwise);
    cc_.test(from[half].r32(), 3);
    cc_.jnz(otherwise);
    cc_.add(from[half], x86::qword_ptr(warp_, places::shared));
  }
  if (at.form->counting) count_halves(at);
  for (unsigned half = 0; half < 2; ++half) {
    const asmjit::Label is_word = cc_.newLabel(), done = cc_.newLabel();
    cc_.test(known.shape, 1u << (2 * half));
    cc_.jz(is_word);
    cc_.vmovdqu32(into.registers[half], x86::Mem(from[half], 0, 64));
    cc_.jmp(done);
    cc_.bind(is_word);
    cc_.vpbroadcastd(into.registers[half], x86::Mem(from[half], 0, 4));
    cc_.bind(done);
  }
}

}  // namespace lockstep::simt::jit
