// Loads and stores whose lanes access elements side by side, or one element all of them. Both are
// seen from the addresses when they are executed; bounds are checked once, against the allocation
// that the worker remembers for the instruction (known_range). Everything else is in scattered.cpp.
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

namespace {

constexpr std::uint32_t lanes_of_warp = 32;

// The register's elements are wider than those in memory: how to load and to store them.
asmjit::InstId widening_load(const access_form& f) {
  switch (f.bytes * 16 + f.register_bytes) {
    case 0x12:
      return f.is_signed ? Inst::kIdVpmovsxbw : Inst::kIdVpmovzxbw;
    case 0x14:
      return f.is_signed ? Inst::kIdVpmovsxbd : Inst::kIdVpmovzxbd;
    case 0x18:
      return f.is_signed ? Inst::kIdVpmovsxbq : Inst::kIdVpmovzxbq;
    case 0x24:
      return f.is_signed ? Inst::kIdVpmovsxwd : Inst::kIdVpmovzxwd;
    case 0x28:
      return f.is_signed ? Inst::kIdVpmovsxwq : Inst::kIdVpmovzxwq;
    case 0x48:
      return f.is_signed ? Inst::kIdVpmovsxdq : Inst::kIdVpmovzxdq;
    case 0x22:
      return Inst::kIdVmovdqu16;
    case 0x44:
      return Inst::kIdVmovdqu32;
    default:
      return Inst::kIdVmovdqu64;
  }
}
asmjit::InstId narrowing_store(const access_form& f) {
  switch (f.bytes * 16 + f.register_bytes) {
    case 0x12:
      return Inst::kIdVpmovwb;
    case 0x14:
      return Inst::kIdVpmovdb;
    case 0x18:
      return Inst::kIdVpmovqb;
    case 0x24:
      return Inst::kIdVpmovdw;
    case 0x28:
      return Inst::kIdVpmovqw;
    case 0x48:
      return Inst::kIdVpmovqd;
    default:
      return widening_load(f);
  }
}

}  // namespace

void emitter::emit_access(std::uint32_t s) {
  const operation& what = flow_.operation_at(s);
  const step& one = flow_.steps()[s];
  place at = locate(s);
  const bool same = !at.address.varying;
  if (what.kind == load) {
    const result r = begin(one.d, what.access.register_bytes, !same);
    if (same) {
      load_one(at, r);
      return end(r);
    }
    find_even(at);
    load_even(at, r);
    if (at.form->counting) count_even(at);
    cc_.bind(at.done);
    later([this, at, r, writing = writing_] {
      writing_ = writing;
      load_uneven(at, r);
      writing_ = executing_;
    });
    return end(r);
  }
  if (same && !at.value.varying) return store_one(at);
  if (same) {  // the order of lanes decides
    spread(at.address);
    cc_.bind(at.uneven);
    store_uneven(at);
    cc_.bind(at.end);
    return;
  }
  find_even(at);
  store_even(at);
  cc_.bind(at.done);
  if (at.form->counting) count_even(at);
  cc_.bind(at.end);
  later([this, at, writing = writing_] {
    writing_ = writing;
    cc_.bind(at.uneven);
    store_uneven(at);
    writing_ = executing_;
  });
}

// One address for each lane, where all have the same.
void emitter::spread(row_value& address) {
  const x86::Zmm all = in_register(address, 0);
  address.registers.fill(all);
  address.varying = true;
  address.in_memory = false;
}

emitter::place emitter::locate(std::uint32_t s) {
  place at;
  at.s = s;
  at.form = &flow_.operation_at(s).access;
  at.address = read(flow_.steps()[s].a);
  if (flow_.operation_at(s).kind != load) at.value = read(flow_.steps()[s].b);
  at.uneven = cc_.newLabel();
  at.done = cc_.newLabel();
  at.end = cc_.newLabel();
  at.leaves = exit_at(s);
  return at;
}

// vmovq would do, but not if asmjit's allocator puts memory in place of the vector.
void emitter::first_address(const place& at, const x86::Gp& address) {
  const bool narrow = at.form->narrow_address;
  if (at.address.in_memory)
    narrow ? cc_.mov(address.r32(), memory_of(at.address.row, 0, 4))
           : cc_.mov(address, memory_of(at.address.row, 0, 8));
  else
    narrow ? cc_.vpextrd(address.r32(), at.address.registers[0].xmm(), 0)
           : cc_.vpextrq(address, at.address.registers[0].xmm(), 0);
}

// Compares the addresses with what they are if the others follow lane 0's.
void emitter::compare_with_first(const place& at, const x86::Gp& address) {
  const access_form& f = *at.form;
  const std::uint8_t width = f.narrow_address ? 4 : 8;
  const x86::Zmm all = splat(address, width);
  const x86::Zmm differs = new_zmm();
  for (unsigned i = 0; i < width / 2u; ++i) {
    const x86::Zmm base = new_zmm();
    cc_.emit(width == 8 ? Inst::kIdVpsubq : Inst::kIdVpsubd, base, in_register(at.address, i),
             lane_multiples(f.bytes, width, i));
    if (i == 0)
      cc_.vpxord(differs, base, all);
    else
      cc_.vpternlogd(differs, base, all, 0xf6);  // or the bits in which the two differ
  }
  const x86::KReg k = new_k();
  cc_.vptestmd(k, differs, differs);
  cc_.kortestw(k, k);
}

// The address of lane 0, and whether the others follow it. Where the same row is used again, that
// is found once.
void emitter::find_even(place& at) {
  const x86::Gp address = find_shape(at);
  check_range(at, address, at.form->bytes * lanes_of_warp, at.uneven);
}

x86::Gp emitter::find_shape(place& at) {
  const x86::Gp address = new_u64();
  if (const known_shape* const known = shape_of(at)) {
    at.shape = *known;
    cc_.test(known->shape, known->shape);
    cc_.jnz(at.uneven);
    cc_.mov(address, known->first);
  } else if (known_shape* const found = begin_shape(at)) {
    at.shape = *found;
    first_address(at, found->first);
    cc_.mov(address, found->first);
    compare_with_first(at, address);
    const asmjit::Label no_row = cc_.newLabel();
    cc_.mov(found->shape, 0);
    cc_.jnz(no_row);
    later([this, at, no_row] {
      cc_.bind(no_row);
      find_halves(at);
      cc_.jmp(at.uneven);
    });
  } else {
    first_address(at, address);
    compare_with_first(at, address);
    cc_.jnz(at.uneven);
  }
  return address;
}

// Adds the offset to the address of an access of `bytes` bytes, looks whether it lies in the
// space's memory and is aligned, and finds the host's address.
void emitter::check_range(place& at, const x86::Gp& first, std::uint32_t bytes,
                          const asmjit::Label& otherwise) {
  const access_form& f = *at.form;
  const step& one = flow_.steps()[at.s];
  if (f.narrow_address) {
    if (one.immediate != 0) cc_.add(first.r32(), static_cast<std::uint32_t>(one.immediate));
  } else if (one.immediate != 0) {
    const x86::Gp offset = new_u64();
    cc_.mov(offset, one.immediate);
    cc_.add(first, offset);
  }
  const x86::Gp room = new_u64();
  if (f.space == ptx::state_space::shared) {
    cc_.mov(room.r32(), x86::dword_ptr(warp_, places::shared_bytes));
  } else {
    const auto range = static_cast<std::int32_t>(one.instruction * sizeof(known_range));
    cc_.cmp(first, x86::qword_ptr(ranges_, range + places::range_begin));
    cc_.jb(otherwise);
    cc_.cmp(generation_, x86::qword_ptr(ranges_, range + places::range_generation));
    cc_.jne(otherwise);
    cc_.mov(room, x86::qword_ptr(ranges_, range + places::range_end));
  }
  cc_.sub(room, first);
  cc_.jb(otherwise);
  cc_.cmp(room, bytes);
  cc_.jb(otherwise);
  if (f.bytes > 1) {
    cc_.test(first.r32(), f.bytes - 1);
    cc_.jnz(otherwise);
  }
  at.host = first;
  if (f.counting) cc_.mov(at.target = new_u64(), first);
  if (f.space == ptx::state_space::shared)
    cc_.add(first, x86::qword_ptr(warp_, places::shared));
  else
    cc_.add(first, x86::qword_ptr(ranges_,
                                  static_cast<std::int32_t>(one.instruction * sizeof(known_range)) +
                                      places::range_to_host));
}

void emitter::load_even(const place& at, const result& into) {
  const access_form& f = *at.form;
  const std::uint32_t each = 64u / f.register_bytes * f.bytes;
  for (unsigned i = 0; i < into.parts; ++i)  // of all lanes: that much lies in range
    cc_.emit(widening_load(f), into.registers[i],
             x86::Mem(at.host, static_cast<std::int32_t>(i * each), each));
}

void emitter::store_even(const place& at) {
  const access_form& f = *at.form;
  const std::uint32_t each = 64u / f.register_bytes * f.bytes;
  const auto store_parts = [this, at, each](bool all) {
    const access_form& f = *at.form;
    for (unsigned i = 0; i < std::max(1u, f.register_bytes / 2u); ++i) {
      const x86::Zmm part = in_register(at.value, i);
      const x86::Mem to(at.host, static_cast<std::int32_t>(i * each), each);
      if (all) {
        cc_.emit(narrowing_store(f), to, part);
        continue;
      }
      const x86::KReg which = lanes_of_part(writing_, f.register_bytes, i);
      cc_.k(which).emit(narrowing_store(f), to, part);
    }
  };
  const bool can_store_some =
      (f.bytes >= 4 && f.bytes == f.register_bytes) || cc_.stores_some_narrow();
  const asmjit::Label some = can_store_some ? cc_.newLabel() : at.uneven;
  cc_.cmp(writing_.mask, -1);
  cc_.jne(some);
  store_parts(true);
  if (!can_store_some) return;
  later([this, some, store_parts, at, writing = writing_] {
    writing_ = writing;
    cc_.bind(some);
    store_parts(false);
    cc_.jmp(at.done);
    writing_ = executing_;
  });
}

// One value for all lanes.
void emitter::load_one(const place& at, const result& into) {
  const access_form& f = *at.form;
  place here = at;
  const x86::Gp address = new_u64();
  first_address(at, address);
  check_range(here, address, f.bytes, at.leaves);
  if (f.counting) count_one(here);
  const x86::Mem from(here.host, 0, f.bytes);
  if (f.bytes == f.register_bytes) {
    const asmjit::InstId id = f.bytes == 8   ? Inst::kIdVpbroadcastq
                              : f.bytes == 4 ? Inst::kIdVpbroadcastd
                                             : Inst::kIdVpbroadcastw;
    cc_.emit(id, into.registers[0], from);
    return;
  }
  const x86::Gp value = new_u64();
  if (f.bytes == 4)
    f.is_signed ? cc_.movsxd(value, from) : cc_.mov(value.r32(), from);
  else
    f.is_signed ? cc_.movsx(value, from) : cc_.movzx(value.r32(), from);
  if (f.register_bytes == 8)
    cc_.vpbroadcastq(into.registers[0], value);
  else if (f.register_bytes == 4)
    cc_.vpbroadcastd(into.registers[0], value.r32());
  else
    cc_.vpbroadcastw(into.registers[0], value.r32());
}

void emitter::store_one(const place& at) {
  const access_form& f = *at.form;
  place here = at;
  const x86::Gp address = new_u64(), stored = new_u64();
  first_address(at, address);
  check_range(here, address, f.bytes, at.leaves);
  if (f.counting) count_one(here);
  cc_.vpextrq(stored, in_register(at.value, 0).xmm(), 0);
  const x86::Mem to(here.host, 0, f.bytes);
  if (f.bytes == 8)
    cc_.mov(to, stored);
  else if (f.bytes == 4)
    cc_.mov(to, stored.r32());
  else if (f.bytes == 2)
    cc_.mov(to, stored.r16());
  else
    cc_.mov(to, stored.r8());
}

}  // namespace lockstep::simt::jit
