// Counters, where they follow from an access's first address: what semantics/access_counts.hpp
// adds. All other accesses of counted kernels are the interpreter's.
#include <bit>

#include "metrics/counters.hpp"
#include "simt/control/actions.hpp"
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

namespace {

using metrics::access_counts;
using metrics::instruction_counts;

x86::Mem counter(const x86::Gp& of_instruction, std::size_t offset) {
  return x86::qword_ptr(of_instruction, static_cast<std::int32_t>(offset));
}

std::size_t offset_of(ptx::state_space space) {
  return space == ptx::state_space::shared ? offsetof(instruction_counts, shared)
                                           : offsetof(instruction_counts, global);
}

}  // namespace

x86::Gp emitter::counts_of(std::uint32_t s) {
  const x86::Gp counts = new_u64();
  cc_.mov(counts, x86::qword_ptr(warp_, places::counts));
  cc_.add(counts,
          static_cast<std::int32_t>(flow_.steps()[s].instruction * sizeof(instruction_counts)));
  return counts;
}

void emitter::count_block(std::uint32_t s) {
  const x86::Gp counts = counts_of(s), lanes = new_u64();
  cc_.popcnt(lanes.r32(), executing_.mask);
  cc_.inc(counter(counts, offsetof(instruction_counts, executions)));
  cc_.add(counter(counts, offsetof(instruction_counts, lanes)), lanes);
}

void emitter::count_parting(std::uint32_t s) {
  if (flow_.steps()[s].run != &control::branch_counted) return;
  cc_.inc(counter(counts_of(s), offsetof(instruction_counts, divergent)));
}

// A request, and the bytes that its lanes ask for, which are left in `bytes`.
x86::Gp emitter::count_request(const place& at, const x86::Gp& bytes) {
  const x86::Gp counts = counts_of(at.s);
  const std::size_t of = offset_of(at.form->space);
  cc_.popcnt(bytes.r32(), writing_.mask);
  cc_.shl(bytes.r32(), std::countr_zero(at.form->bytes));
  cc_.inc(counter(counts, of + offsetof(access_counts, requests)));
  cc_.add(counter(counts, of + offsetof(access_counts, bytes)), bytes);
  return counts;
}

// One place for all lanes.
void emitter::count_one(const place& at) {
  const access_form& f = *at.form;
  const x86::Gp counts = count_request(at, new_u64());
  const std::size_t of = offset_of(f.space);
  if (f.space == ptx::state_space::shared) return;
  cc_.inc(counter(counts, of + offsetof(access_counts, sectors)));
  cc_.add(counter(counts, of + offsetof(access_counts, data_bytes)), f.bytes);
}

void emitter::leave_unless_single(const asmjit::Label& otherwise) {
  const x86::Gp others = new_u64().r32();
  cc_.blsr(others, writing_.mask);
  cc_.jnz(otherwise);
}

// Lanes whose addresses lie in range, but not all side by side. What a single one loads is counted,
// and is loaded by what follows. Each half of a whole warp may load a row of its own from global
// memory, if the two have no sector in common. All else is the interpreter's.
void emitter::load_and_count_rows(const place& at, const x86::Gp& host,
                                  const std::array<x86::Zmm, 4>& distances, const result& into) {
  constexpr std::int32_t bytes_of_row = 64, bytes_of_sector = 32;
  const access_form& f = *at.form;
  const asmjit::Label several = cc_.newLabel(), single = cc_.newLabel();
  const bool may_be_rows = f.bytes == 4 && !f.narrow_address;
  leave_unless_single(may_be_rows ? several : at.leaves);
  count_one(at);
  if (!may_be_rows) return;
  cc_.jmp(single);
  cc_.bind(several);
  cc_.cmp(writing_.mask, -1);
  cc_.jne(at.leaves);
  std::array<x86::Zmm, 2> rows;  // nothing is changed where the code may still leave
  for (unsigned half = 0; half < 2; ++half) {
    rows[half] = new_zmm();
    load_wide_half(host, &distances[2 * half], writing_.half[half], rows[half], at.leaves);
  }
  const x86::Gp first = new_u64(), second = new_u64(), sectors = new_u64(), apart = new_u64();
  cc_.vpextrq(first, in_register(at.address, 0).xmm(), 0);
  cc_.vpextrq(second, in_register(at.address, 2).xmm(), 0);
  cc_.mov(apart, second);
  cc_.sub(apart, first);
  cc_.add(apart, bytes_of_row + bytes_of_sector - 1);
  cc_.cmp(apart, 2 * (bytes_of_row + bytes_of_sector - 1));
  cc_.jbe(at.leaves);
  cc_.mov(sectors, 2);
  for (const x86::Gp& from : {first, second}) {
    cc_.mov(apart, flow_.steps()[at.s].immediate);
    cc_.add(from, apart);
    cc_.lea(apart, x86::qword_ptr(from, bytes_of_row - 1));
    cc_.shr(apart, std::countr_zero(static_cast<unsigned>(bytes_of_sector)));
    cc_.shr(from, std::countr_zero(static_cast<unsigned>(bytes_of_sector)));
    cc_.add(sectors, apart);
    cc_.sub(sectors, from);
  }
  const x86::Gp counts = counts_of(at.s);
  const std::size_t of = offset_of(f.space);
  cc_.inc(counter(counts, of + offsetof(access_counts, requests)));
  cc_.add(counter(counts, of + offsetof(access_counts, bytes)), 2 * bytes_of_row);
  cc_.add(counter(counts, of + offsetof(access_counts, data_bytes)), 2 * bytes_of_row);
  cc_.add(counter(counts, of + offsetof(access_counts, sectors)), sectors);
  for (unsigned half = 0; half < 2; ++half) cc_.vmovdqa32(into.registers[half], rows[half]);
  cc_.jmp(at.done);
  cc_.bind(single);
}

// Elements side by side, of the lanes that take part.
void emitter::count_even(const place& at) {
  constexpr std::uint64_t bytes_of_sector = 32;
  const access_form& f = *at.form;
  const x86::Gp bytes = new_u64(), counts = count_request(at, bytes);
  const std::size_t of = offset_of(f.space);
  if (f.space == ptx::state_space::shared) return;
  cc_.add(counter(counts, of + offsetof(access_counts, data_bytes)), bytes);
  // A bit for each lane, moved to where its sector begins; then one for each group that has some.
  const auto lanes = static_cast<unsigned>(bytes_of_sector / f.bytes);
  const std::uint64_t first_bits = lanes == 32   ? 0x1'00000001
                                   : lanes == 16 ? 0x0001000100010001
                                   : lanes == 8  ? 0x0101010101010101
                                                 : 0x1111111111111111;
  const std::uint64_t last_bits = first_bits << (lanes - 1), others = last_bits - first_bits;
  const x86::Gp moved = new_u64(), sum = new_u64(), constant = new_u64();
  cc_.mov(sum, at.target);
  cc_.shr(sum, std::countr_zero(f.bytes));
  cc_.and_(sum, lanes - 1);
  cc_.mov(moved.r32(), writing_.mask);
  cc_.shlx(moved, moved, sum);
  cc_.mov(constant, others);
  cc_.mov(sum, moved);
  cc_.and_(sum, constant);
  cc_.add(sum, constant);
  cc_.or_(sum, moved);
  cc_.mov(constant, last_bits);
  cc_.and_(sum, constant);
  cc_.popcnt(sum, sum);
  cc_.add(counter(counts, of + offsetof(access_counts, sectors)), sum);
}

// A whole warp's load from shared memory whose shape is known.
void emitter::count_halves(const place& at) {
  const x86::Gp counts = counts_of(at.s), conflicts = new_u64();
  constexpr std::size_t of = offsetof(instruction_counts, shared);
  cc_.mov(conflicts.r32(), at.shape->conflicts);
  cc_.inc(counter(counts, of + offsetof(access_counts, requests)));
  cc_.add(counter(counts, of + offsetof(access_counts, bytes)), 4 * 32);
  cc_.add(counter(counts, of + offsetof(access_counts, conflicts)), conflicts);
}

// What metrics::bank_conflicts says of two halves.
void emitter::find_conflicts(const place& at) {
  const known_shape& known = *at.shape;
  const x86::Gp apart = new_u64().r32(), lower = new_u64().r32(), upper = new_u64().r32(),
                end = new_u64().r32();
  const asmjit::Label in_order = cc_.newLabel(), none = cc_.newLabel(), some = cc_.newLabel();
  const auto words = [&](const x86::Gp& of, std::uint32_t row) {
    const asmjit::Label is_word = cc_.newLabel();
    cc_.mov(of, 1);
    cc_.test(known.shape, row);
    cc_.jz(is_word);
    cc_.mov(of, 16);
    cc_.bind(is_word);
  };
  words(lower, 1);
  words(upper, 4);
  cc_.mov(apart, known.second);
  cc_.sub(apart, known.first.r32());
  cc_.jae(in_order);
  cc_.neg(apart);
  cc_.xchg(lower, upper);
  cc_.bind(in_order);
  cc_.shr(apart, 2);
  cc_.mov(known.conflicts, 0);
  cc_.mov(end, apart);
  cc_.add(end, upper);
  cc_.cmp(end, 32);
  cc_.jbe(none);
  cc_.and_(apart, 31);
  cc_.cmp(apart, lower);
  cc_.jb(some);
  cc_.add(apart, upper);
  cc_.cmp(apart, 32);
  cc_.jbe(none);
  cc_.bind(some);
  cc_.mov(known.conflicts, 1);
  cc_.bind(none);
}

}  // namespace lockstep::simt::jit
