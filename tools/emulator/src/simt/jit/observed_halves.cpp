// The same for what the halves of a warp read in shared memory: each a row of words, or one word
// (shapes.cpp), as in tiles of 16 columns. Where one half takes a closer look, both do; that the
// other one is looked at again does no harm.
#include "simt/jit/observed.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

void emitter::look_at_halves(const place& at, const observed_access& access,
                             const asmjit::Label& closer) {
  if (!at.shape) {
    cc_.jmp(closer);
    return;
  }
  const known_shape& known = *at.shape;
  cc_.cmp(known.shape, any_shape);
  cc_.je(closer);
  const look l = begin_look(at, access, closer);
  for (unsigned half = 0; half < 2; ++half) {
    const asmjit::Label is_word = cc_.newLabel(), done = cc_.newLabel();
    const x86::Gp offset = new_u64();
    cc_.mov(offset.r32(), half == 0 ? known.first.r32() : known.second);
    find_offset(l, at, offset, 4, closer);
    cc_.test(known.shape, 1u << (2 * half));
    cc_.jz(is_word);
    look_at_half_row(l, access, offset, half, closer);
    cc_.jmp(done);
    cc_.bind(is_word);
    look_at_word(l, access, offset, checks::by_lanes(16 * half, 16 * half + 15), closer);
    cc_.bind(done);
  }
}

// Of sixteen words from a multiple of sixteen on.
void emitter::look_at_half_row(const look& l, const observed_access& access, const x86::Gp& offset,
                               unsigned half, const asmjit::Label& closer) {
  const asmjit::Label done = cc_.newLabel(), passes = cc_.newLabel();
  cc_.test(offset.r32(), bytes_of_row - 1);
  cc_.jnz(closer);
  const x86::Gp end = new_u64(), last = new_u64(), fresh = new_u64();
  cc_.lea(end, x86::ptr(offset, bytes_of_row));
  cc_.cmp(end, x86::qword_ptr(l.history, places::bytes_of_memory));
  cc_.ja(closer);
  const x86::Gp row = row_at(l, offset);
  cc_.cmp(note_of_reads(l, access.stamp), x86::qword_ptr(row, places::row_read_in));
  cc_.je(done);
  expect_plain_write(l, access, x86::qword_ptr(row, places::row_write), closer);
  const x86::Mem record = x86::qword_ptr(row, places::row_last);
  const auto who = static_cast<std::int32_t>(half) * by_next_row;
  cc_.mov(last, record);
  cc_.lea(fresh, x86::ptr(l.fresh, who));
  cc_.cmp(last, l.plain);
  cc_.jl(passes);
  if (half == 1) {  // the first half has read the row in this instruction: lanes 0 and 16, 1 and 17
    const asmjit::Label is_another = cc_.newLabel();
    cc_.cmp(last, l.fresh);
    cc_.jne(is_another);
    cc_.lea(fresh, x86::ptr(l.fresh, static_cast<std::int32_t>(checks::by_lanes(0, 16))));
    cc_.jmp(passes);
    cc_.bind(is_another);
  }
  expect_own(l, record, who, true, closer);
  cc_.bind(passes);
  cc_.mov(record, fresh);
  cc_.bind(done);
}

}  // namespace lockstep::simt::jit
