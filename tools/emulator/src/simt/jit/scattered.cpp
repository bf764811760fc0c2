// Loads and stores whose lanes go anywhere in one allocation, or in the block's shared memory.
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

// Looks at each lane that takes part. What is left of the addresses, are distances from the place
// of the host that is given back.
x86::Gp emitter::check_lanes(const place& at, std::array<x86::Zmm, 4>& addresses, unsigned& parts) {
  const access_form& f = *at.form;
  const step& one = flow_.steps()[at.s];
  const std::uint8_t width = f.narrow_address ? 4 : 8;
  const bool wide = width == 8;
  parts = width / 2u;
  const x86::Gp host = new_u64(), room = new_u64(), offset = new_u64();
  cc_.mov(offset, one.immediate);
  if (f.space == ptx::state_space::shared) {
    cc_.mov(host, x86::qword_ptr(warp_, places::shared));
    cc_.mov(room.r32(), x86::dword_ptr(warp_, places::shared_bytes));
  } else {
    const auto range = static_cast<std::int32_t>(one.instruction * sizeof(known_range));
    const x86::Gp begin = new_u64();
    cc_.mov(begin, x86::qword_ptr(ranges_, range + places::range_begin));
    cc_.cmp(generation_, x86::qword_ptr(ranges_, range + places::range_generation));
    cc_.jne(at.leaves);
    cc_.test(begin.r32(), f.bytes - 1);
    cc_.jnz(at.leaves);
    cc_.mov(room, x86::qword_ptr(ranges_, range + places::range_end));
    cc_.sub(room, begin);
    cc_.sub(offset, begin);
    cc_.mov(host, x86::qword_ptr(ranges_, range + places::range_to_host));
    cc_.add(host, begin);
  }
  cc_.sub(room, f.bytes);
  cc_.js(at.leaves);
  const x86::Zmm added = splat(offset, width), span = splat(room, width);
  const x86::KReg bad = new_k();
  for (unsigned i = 0; i < parts; ++i) {
    addresses[i] = new_zmm();
    cc_.emit(wide ? Inst::kIdVpaddq : Inst::kIdVpaddd, addresses[i], added, operand(at.address, i));
    const x86::KReg outside = new_k();
    cc_.emit(wide ? Inst::kIdVpcmpuq : Inst::kIdVpcmpud, outside, addresses[i], span,
             asmjit::Imm(6));
    if (f.bytes != 1) {
      const x86::KReg odd = new_k();
      cc_.emit(wide ? Inst::kIdVptestmq : Inst::kIdVptestmd, odd, addresses[i],
               constant(f.bytes - 1u, width));
      cc_.korw(outside, outside, odd);
    }
    cc_.kandw(outside, outside, lanes_of_part(writing_, width, i));
    if (i == 0)
      cc_.kmovw(bad, outside);
    else
      cc_.korw(bad, bad, outside);
  }
  cc_.kortestw(bad, bad);
  cc_.jnz(at.leaves);
  return host;
}

// Shared memory, by half-warps: words side by side, one word, or any.
void emitter::load_half(const x86::Gp& host, const x86::Zmm& distances, const x86::KReg& lanes,
                        const x86::Zmm& to) {
  const asmjit::Label no_row = cc_.newLabel(), no_word = cc_.newLabel(), done = cc_.newLabel();
  const x86::Gp first = new_u64();
  const x86::Zmm all = new_zmm(), base = new_zmm();
  const x86::KReg differs = new_k(), rest = new_k();
  // A lane that takes no part may lie in front of the others, and of shared memory.
  cc_.vpextrd(first.r32(), distances.xmm(), 0);
  cc_.movsxd(first, first.r32());
  cc_.vpbroadcastd(all, distances.xmm());
  cc_.vpsubd(base, distances, lane_multiples(4, 4, 0));
  cc_.vpcmpd(differs, base, all, 4);
  cc_.kortestw(differs, differs);
  cc_.jnz(no_row);
  cc_.k(lanes).z().vmovdqu32(to, x86::Mem(host, first, 0, 0, 64));
  cc_.jmp(done);
  cc_.bind(no_row);
  cc_.vpcmpd(differs, distances, all, 4);
  cc_.kortestw(differs, differs);
  cc_.jnz(no_word);
  cc_.k(lanes).z().vpbroadcastd(to, x86::Mem(host, first, 0, 0, 4));
  cc_.jmp(done);
  cc_.bind(no_word);
  cc_.kmovw(rest, lanes);
  cc_.vpxord(to, to, to);
  cc_.k(rest).vpgatherdd(to, x86::Mem(host, distances, 0, 0, 4));
  cc_.bind(done);
}

// The same for addresses of 64 bits, of which `distances` are two parts. Jumps to `otherwise`
// unless the words lie side by side.
void emitter::load_wide_half(const x86::Gp& host, const x86::Zmm* distances, const x86::KReg& lanes,
                             const x86::Zmm& to, const asmjit::Label& otherwise) {
  const x86::Gp first = new_u64();
  const x86::Zmm differs = new_zmm(), base = new_zmm();
  const x86::KReg k = new_k();
  cc_.vpextrq(first, distances[0].xmm(), 0);
  const x86::Zmm all = splat(first, 8);
  cc_.vpsubq(differs, distances[0], lane_multiples(4, 8, 0));
  cc_.vpxord(differs, differs, all);
  cc_.vpsubq(base, distances[1], lane_multiples(4, 8, 1));
  cc_.vpternlogd(differs, base, all, 0xf6);
  cc_.vptestmd(k, differs, differs);
  cc_.kortestw(k, k);
  cc_.jnz(otherwise);
  cc_.k(lanes).z().vmovdqu32(to, x86::Mem(host, first, 0, 0, 64));
}

void emitter::load_uneven(const place& at, const result& into) {
  const access_form& f = *at.form;
  cc_.bind(at.uneven);
  if (f.bytes < 4 || f.bytes != f.register_bytes) {
    cc_.jmp(at.leaves);
    return;
  }
  if (at.shape && f.bytes == 4 && f.narrow_address) {
    const asmjit::Label general = cc_.newLabel();
    load_by_halves(at, into, general);
    cc_.jmp(at.done);
    cc_.bind(general);
  }
  std::array<x86::Zmm, 4> distances;
  unsigned parts = 0;
  const x86::Gp host = check_lanes(at, distances, parts);
  if (f.counting) load_and_count_rows(at, host, distances, into);
  const auto gather = [&](asmjit::InstId id, const x86::Vec& to, const x86::KReg& lanes,
                          const x86::Vec& from) {
    const x86::KReg rest = new_k();  // which the instruction uses up
    cc_.kmovw(rest, lanes);
    cc_.vpxord(to.zmm(), to.zmm(), to.zmm());
    cc_.k(rest).emit(id, to, x86::Mem(host, from, 0, 0, f.bytes));
  };
  for (unsigned i = 0; i < into.parts; ++i) {
    const x86::Zmm& to = into.registers[i];
    if (f.bytes == 4 && !f.narrow_address) {
      const asmjit::Label no_row = cc_.newLabel(), done = cc_.newLabel();
      load_wide_half(host, &distances[2 * i], lanes_of_part(writing_, 4, i), to, no_row);
      cc_.jmp(done);
      cc_.bind(no_row);
      const x86::Zmm upper = new_zmm();
      gather(Inst::kIdVpgatherqd, to.ymm(), lanes_of_part(writing_, 8, 2 * i), distances[2 * i]);
      gather(Inst::kIdVpgatherqd, upper.ymm(), lanes_of_part(writing_, 8, 2 * i + 1),
             distances[2 * i + 1]);
      cc_.vinserti64x4(to, to, upper.ymm(), 1);
      cc_.bind(done);
    } else if (f.bytes == 4) {
      load_half(host, distances[i], lanes_of_part(writing_, 4, i), to);
    } else if (!f.narrow_address) {
      gather(Inst::kIdVpgatherqq, to, lanes_of_part(writing_, 8, i), distances[i]);
    } else {
      x86::Ymm half = distances[i / 2].ymm();
      if (i % 2 == 1) {
        half = new_zmm().ymm();
        cc_.vextracti64x4(half, distances[i / 2], 1);
      }
      gather(Inst::kIdVpgatherdq, to, lanes_of_part(writing_, 8, i), half);
    }
  }
  cc_.jmp(at.done);
}

// Part `i` of a row on the stack.
x86::Mem emitter::part_of(x86::Mem stack, unsigned i) {
  stack.addOffset(64 * static_cast<std::int64_t>(i));
  stack.setSize(64);
  return stack;
}

// Addresses and values, so that lanes can be looked at by themselves.
void emitter::put_on_stack(const place& at, const std::array<x86::Zmm, 4>& addresses,
                           unsigned parts) {
  if (!addresses_) addresses_ = cc_.newStack(256, 64);
  if (!values_) values_ = cc_.newStack(256, 64);
  for (unsigned i = 0; i < parts; ++i) cc_.vmovdqa32(part_of(*addresses_, i), addresses[i]);
  for (unsigned i = 0; i < std::max(1u, at.form->register_bytes / 2u); ++i)
    cc_.vmovdqa32(part_of(*values_, i), in_register(at.value, i));
}

// Lane by lane, in the order of for_lanes_as_stored: of several lanes that store to one place, the
// lowest of a group stays.
void emitter::store_uneven(const place& at) {
  const access_form& f = *at.form;
  const std::uint8_t width = f.narrow_address ? 4 : 8;
  std::array<x86::Zmm, 4> distances;
  unsigned parts = 0;
  const x86::Gp host = check_lanes(at, distances, parts);
  if (f.counting) {
    leave_unless_single(at.leaves);
    count_one(at);
  }
  put_on_stack(at, distances, parts);
  const auto of_lane = [](x86::Mem stack, const x86::Gp& lane, std::uint8_t bytes) {
    stack.setIndex(lane, bytes == 8 ? 3 : bytes == 4 ? 2 : 1);
    stack.setSize(bytes);
    return stack;
  };
  const auto store_group = [&](std::uint32_t group) {
    const x86::Gp rest = new_u64().r32(), lane = new_u64(), to = new_u64(), stored = new_u64();
    const asmjit::Label next = cc_.newLabel(), none = cc_.newLabel();
    cc_.mov(rest, writing_.mask);
    if (group != ~0u) cc_.and_(rest, group);
    cc_.test(rest, rest);
    cc_.jz(none);
    cc_.bind(next);
    cc_.bsr(lane.r32(), rest);
    cc_.btr(rest, lane.r32());
    if (width == 8)
      cc_.mov(to, of_lane(*addresses_, lane, 8));
    else
      cc_.mov(to.r32(), of_lane(*addresses_, lane, 4));
    const x86::Mem place(host, to, 0, 0, f.bytes);
    if (f.register_bytes == 8)
      cc_.mov(stored, of_lane(*values_, lane, 8));
    else if (f.register_bytes == 4)
      cc_.mov(stored.r32(), of_lane(*values_, lane, 4));
    else
      cc_.movzx(stored.r32(), of_lane(*values_, lane, 2));
    if (f.bytes == 8)
      cc_.mov(place, stored);
    else if (f.bytes == 4)
      cc_.mov(place, stored.r32());
    else if (f.bytes == 2)
      cc_.mov(place, stored.r16());
    else
      cc_.mov(place, stored.r8());
    cc_.test(rest, rest);
    cc_.jnz(next);
    cc_.bind(none);
  };
  if (f.bytes == 8) {
    store_group(0x0000ffff);
    store_group(0xffff0000);
  } else {
    store_group(~0u);
  }
  cc_.jmp(at.end);
}

}  // namespace lockstep::simt::jit
