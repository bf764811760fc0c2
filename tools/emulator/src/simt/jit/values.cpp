// Rows as operands and results.
#include <bit>

#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {
namespace {

using asmjit::ConstPoolScope;

unsigned parts_of(std::uint8_t bytes, bool varying) {
  return varying && bytes > 2 ? bytes / 2u : 1u;
}

}  // namespace

x86::Zmm emitter::new_zmm() {
  if (used_.zmm == zmms_.size()) zmms_.push_back(cc_.newZmm());
  return zmms_[used_.zmm++];
}

x86::Gp emitter::new_u64() {
  if (used_.u64 == u64s_.size()) u64s_.push_back(cc_.newUInt64());
  return u64s_[used_.u64++];
}

x86::KReg emitter::new_k() {
  if (used_.k == ks_.size()) ks_.push_back(cc_.newKd());
  return ks_[used_.k++];
}

void emitter::later(std::function<void()> emit) { later_.push_back({std::move(emit), used_}); }

x86::Mem emitter::memory_of(std::uint32_t row, unsigned part, unsigned bytes) const {
  return {rows_, static_cast<std::int32_t>(row + part * bytes), bytes};
}

x86::Mem emitter::constant(std::uint64_t value, std::uint8_t bytes) {
  if (bytes == 4) value = (value & 0xffffffff) * 0x100000001;
  std::array<std::uint64_t, 8> all;
  all.fill(value);
  return cc_.newConst(ConstPoolScope::kLocal, all.data(), sizeof all);
}

x86::Mem emitter::lane_multiples(std::uint64_t factor, std::uint8_t bytes, unsigned part) {
  std::array<std::uint64_t, 8> wide;
  std::array<std::uint32_t, 16> narrow;
  for (std::uint32_t i = 0; i < 8; ++i) wide[i] = factor * (8 * part + i);
  for (std::uint32_t i = 0; i < 16; ++i)
    narrow[i] = static_cast<std::uint32_t>(factor * (16 * part + i));
  return bytes == 8 ? cc_.newConst(ConstPoolScope::kLocal, wide.data(), sizeof wide)
                    : cc_.newConst(ConstPoolScope::kLocal, narrow.data(), sizeof narrow);
}

x86::Zmm emitter::splat(const x86::Gp& value, std::uint8_t bytes) {
  const x86::Zmm all = new_zmm();
  if (bytes == 8)
    cc_.vpbroadcastq(all, value.r64());
  else
    cc_.vpbroadcastd(all, value.r32());
  return all;
}

row_value emitter::read(std::uint32_t row, bool as_float) {
  const std::uint32_t number = flow_.number_of(row);
  row_value v;
  v.row = row;
  v.bytes = flow_.rows()[number].bytes;
  v.varying = states_[number].varying;
  v.in_memory = !is_variable(number);
  if (v.in_memory) return v;
  if (!as_float) settle(number);
  v.registers = registers_[number];
  return v;
}

void emitter::settle_part(const x86::Zmm& part) {
  constexpr std::uint32_t the_nan = 0x7fffffff;
  const x86::KReg k = new_k();
  cc_.vcmpps(k, part, part, 3);
  cc_.k(k).vmovdqa32(part, constant(the_nan, 4));
}

// Makes each NaN of the variable the one that it stands for.
void emitter::settle(std::uint32_t number) {
  row_state& state = states_[number];
  if (state.nan != nan_bits::loose) return;
  for (unsigned i = 0; i < parts_of(4, state.varying); ++i) settle_part(registers_[number][i]);
  state.nan = nan_bits::canonical;
}

void emitter::widen_variable(std::uint32_t number) {
  row_state& state = states_[number];
  const std::uint8_t bytes = flow_.rows()[number].bytes;
  if (state.varying) return;
  for (unsigned i = 1; bytes != 0 && i < parts_of(bytes, true); ++i)
    cc_.vmovdqa32(registers_[number][i], registers_[number][0]);
  state.varying = true;
}

x86::Zmm emitter::in_register(const row_value& v, unsigned part) {
  if (!v.varying) part = 0;
  if (!v.in_memory) return v.registers[part];
  const x86::Zmm loaded = new_zmm();
  cc_.vmovdqa32(loaded, memory_of(v.row, part));
  return loaded;
}

asmjit::Operand emitter::operand(const row_value& v, unsigned part) {
  if (!v.varying) part = 0;
  if (v.in_memory) return memory_of(v.row, part);
  return v.registers[part];
}

// 32 bytes of a row.
x86::Ymm emitter::half_in_register(const row_value& v, unsigned half) {
  if (!v.varying) half = 0;
  if (v.in_memory) {
    const x86::Ymm loaded = new_zmm().ymm();
    cc_.vmovdqa(loaded, memory_of(v.row, half, 32));
    return loaded;
  }
  const x86::Zmm& whole = v.registers[half / 2];
  if (half % 2 == 0) return whole.ymm();
  const x86::Ymm upper = new_zmm().ymm();
  cc_.vextracti64x4(upper, whole, 1);
  return upper;
}

x86::Gp emitter::mask_of(std::uint32_t row) {
  const std::uint32_t number = flow_.number_of(row);
  if (is_variable(number)) return masks_[number];
  const x86::Gp loaded = new_u64().r32();
  cc_.mov(loaded, memory_of(row, 0, 4));
  return loaded;
}

x86::KReg emitter::mask_of_part(const x86::Gp& mask, std::uint8_t bytes, unsigned part) {
  const x86::KReg k = new_k();
  const unsigned first = part * (64u / bytes);
  if (first == 0) {
    bytes == 2 ? cc_.kmovd(k, mask) : cc_.kmovw(k, mask);
    return k;
  }
  const x86::Gp moved = new_u64().r32();
  cc_.mov(moved, mask);
  cc_.shr(moved, first);
  cc_.kmovw(k, moved);
  return k;
}

x86::KReg emitter::lanes_of_part(const lanes& which, std::uint8_t bytes, unsigned part) {
  if (bytes == 4) return which.half[part];
  if (bytes == 2) return mask_of_part(which.mask, 2, 0);
  if (part % 2 == 0) return which.half[part / 2];
  const x86::KReg k = new_k();
  cc_.kshiftrw(k, which.half[part / 2], 8);
  return k;
}

emitter::lanes emitter::lanes_of(const x86::Gp& mask) {
  lanes all;
  all.mask = mask;
  for (x86::KReg& k : all.half) k = new_k();
  set_halves(all);
  return all;
}

void emitter::set_halves(const lanes& all) {
  const x86::Gp upper = new_u64().r32();
  cc_.kmovw(all.half[0], all.mask);
  cc_.mov(upper, all.mask);
  cc_.shr(upper, 16);
  cc_.kmovw(all.half[1], upper);
}

bool emitter::is_same(const row_value& v, const result& r) const {
  return !v.in_memory && v.row == flow_.rows()[r.number].row;
}

// `apart`: the instructions that compute it read their operands after they have begun to write.
emitter::result emitter::begin(std::uint32_t row, std::uint8_t bytes, bool varying, bool apart) {
  result r;
  r.number = flow_.number_of(row);
  r.bytes = bytes;
  r.varying = varying;
  r.parts = parts_of(bytes, varying);
  const bool in_place = !keeps_others(r.number) && !apart;
  for (unsigned i = 0; i < r.parts; ++i)
    r.registers[i] = in_place ? registers_[r.number][i] : new_zmm();
  return r;
}

void emitter::end(const result& r) {
  const std::array<x86::Zmm, 4>& to = registers_[r.number];
  if (!keeps_others(r.number)) {
    const unsigned parts = others_at_ ? parts_of(r.bytes, true) : r.parts;
    for (unsigned i = 0; others_at_ && r.loose && i < r.parts; ++i) settle_part(r.registers[i]);
    for (unsigned i = parts; i-- > 0;) {
      const x86::Zmm& from = r.registers[r.varying ? i : 0];
      if (to[i].id() != from.id()) cc_.vmovdqa32(to[i], from);
    }
    return;
  }
  // The variable is wide and settled: see settle_step.
  for (unsigned i = 0; i < parts_of(r.bytes, true); ++i) {
    const x86::Zmm& from = r.registers[r.varying ? i : 0];
    if (r.loose && (i == 0 || r.varying)) settle_part(from);
    const x86::KReg k = lanes_of_part(writing_, r.bytes, i);
    if (r.bytes == 8)
      cc_.k(k).vmovdqa64(to[i], from);
    else if (r.bytes == 4)
      cc_.k(k).vmovdqa32(to[i], from);
    else
      cc_.k(k).vmovdqu16(to[i], from);
  }
}

void emitter::write_mask(std::uint32_t row, const x86::Gp& mask) {
  const x86::Gp& to = masks_[flow_.number_of(row)];
  if (!keeps_others(flow_.number_of(row))) {
    if (to.id() != mask.id()) cc_.mov(to, mask);
    return;
  }
  const x86::Gp changes = new_u64().r32();
  cc_.mov(changes, mask);
  cc_.xor_(changes, to);
  cc_.and_(changes, writing_.mask);
  cc_.xor_(to, changes);
}

}  // namespace lockstep::simt::jit
