// Latencies: ptxas' stall counts for sm_90, and h200_03_chains.csv (4.16 cycles a dependent FMA).
// Rates: "Throughput of native arithmetic instructions" of the CUDA C++ Programming Guide, compute
// capability 9.0, and h200_03_additions.csv. How many instructions an operation becomes: what
// ptxas 13.0 writes for sm_90, counted along the path that ordinary operands take.
#include "timing/expansion.hpp"

#include <string_view>

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::state_space;
using ptx::word;

constexpr std::uint16_t fixed = 4;          // ALU and FMA
constexpr std::uint16_t of_predicate = 13;  // a comparison to the branch that looks at it
constexpr std::uint16_t of_double = 8;      // DADD, DFMA
constexpr std::uint16_t of_mufu = 18;
constexpr std::uint16_t of_special = 24;  // S2R: thread and block numbers
constexpr std::uint16_t of_vote = 12;
constexpr std::uint16_t of_redux = 44;     // h200_clock.csv, warp_reduce_latency
constexpr std::uint16_t of_constant = 30;  // LDC
constexpr std::uint16_t of_uniform = 8;    // ULDC, and a uniform register to an operand

using chain = std::vector<link>;

bool is_double(scalar t) { return t == scalar::f64; }
bool is_single(scalar t) { return t == scalar::f32; }
bool is_half(scalar t) {
  return t == scalar::f16 || t == scalar::f16x2 || t == scalar::bf16 || t == scalar::bf16x2;
}
bool is_floating(scalar t) { return is_double(t) || is_single(t) || is_half(t); }
bool is_wide(scalar t) { return ptx::size_of(t) == 8; }

chain floating() { return {{pipe::fma, fixed}}; }
chain doubles(std::uint8_t count = 1) { return {{pipe::fp64, of_double, count}}; }
chain logic(scalar t) {
  return {{pipe::alu, fixed, static_cast<std::uint8_t>(is_wide(t) ? 2 : 1)}};
}

chain sum(scalar t) {
  if (is_double(t)) return doubles();
  if (is_floating(t)) return floating();
  if (is_wide(t)) return {{pipe::alu_or_fma, fixed, 2}};
  return {{pipe::alu_or_fma, fixed}};
}

// By a number it is IMAD.SHL or SHF, as the pipes have room.
link shift_left(const decoded& i) {
  const bool by_number = i.source->operands.at(2).kind == ptx::operand::kind_t::integer;
  if (is_wide(i.type)) return {pipe::alu, fixed, 2};
  return {by_number ? pipe::alu_or_fma : pipe::alu, fixed};
}

chain product(const decoded& i) {
  if (is_double(i.type)) return doubles();
  if (is_floating(i.type)) return floating();
  if (i.has(word::wide)) return {{pipe::fma_heavy, 5}};
  if (i.has(word::hi))
    return {{pipe::fma_heavy, 5, static_cast<std::uint8_t>(is_wide(i.type) ? 8 : 2)}};
  return {{pipe::fma_heavy, fixed, static_cast<std::uint8_t>(is_wide(i.type) ? 4 : 1)}};
}

// By the reciprocal in floating point: I2F, MUFU.RCP, F2I, then multiplications and corrections.
chain integer_quotient(const decoded& i) {
  if (is_wide(i.type))
    return {{pipe::transcendental, of_mufu, 3}, {pipe::fma_heavy, 5, 30}, {pipe::alu, fixed, 40}};
  // h200_clock.csv, divide_unsigned, divide_int, remainder_unsigned: 28 to 32 cycles of a scheduler
  // and 130 to 138 until the result: as if the pipe of conversions were asked four times.
  const auto corrections = static_cast<std::uint8_t>(is_signed(i.type) ? 12 : 8);
  return {{pipe::transcendental, of_mufu - 3, 4},
          {pipe::fma_heavy, 5, 6},
          {pipe::alu, fixed, corrections}};
}

chain quotient(const decoded& i) {
  if (is_double(i.type)) return {{pipe::transcendental, of_mufu}, {pipe::fp64, of_double, 9}};
  if (!is_floating(i.type)) return integer_quotient(i);
  if (i.has(word::approx)) return {{pipe::transcendental, of_mufu}, {pipe::fma, fixed}};
  if (i.has(word::full))
    return {{pipe::alu, fixed, 2},
            {pipe::fma, fixed},
            {pipe::transcendental, of_mufu},
            {pipe::fma, fixed, 2}};
  return {{pipe::transcendental, of_mufu, 2}, {pipe::fma, fixed, 6}, {pipe::control, 5}};
}

chain root(const decoded& i) {
  const bool approximate = i.has(word::approx);
  if (is_double(i.type))
    return {{pipe::transcendental, of_mufu}, {pipe::fp64, of_double, 9}, {pipe::alu, fixed, 3}};
  if (i.operation == op::rsqrt || (approximate && i.operation == op::rcp)) {
    if (i.has(word::ftz)) return {{pipe::transcendental, of_mufu}};
    // FSETP, whose predicate the products before and behind look at: for numbers near zero.
    return {{pipe::alu, of_predicate},
            {pipe::fma, fixed},
            {pipe::transcendental, of_mufu},
            {pipe::fma, fixed}};
  }
  if (approximate)
    return {{pipe::alu, fixed}, {pipe::transcendental, of_mufu}, {pipe::fma, fixed, 2}};
  return {{pipe::alu, fixed, 2},
          {pipe::transcendental, of_mufu},
          {pipe::fma, fixed, 5},
          {pipe::control, 5}};
}

chain conversion(const decoded& i) {
  const scalar to = i.types[0], from = i.types[1];
  const bool floats = is_floating(to) || is_floating(from);
  if (!floats) {
    if (ptx::size_of(from) >= 4 && ptx::size_of(to) <= ptx::size_of(from) && ptx::size_of(to) >= 4)
      return {};
    if (is_wide(to) && !is_signed(from)) return {};
    return {{pipe::alu, fixed}};
  }
  if (is_double(to) || is_double(from) || is_wide(to) || is_wide(from))
    return {{pipe::transcendental, of_mufu}};
  if (is_floating(to) && is_floating(from) && !i.has(word::rni) && !i.has(word::rzi) &&
      !i.has(word::rmi) && !i.has(word::rpi))
    return {{pipe::alu, fixed}};
  return {{pipe::transcendental, of_mufu - 4}};
}

bool is_per_thread(std::string_view name) {
  for (const char* one : {"%tid", "%ctaid", "%laneid", "%warpid", "%smid", "%lanemask", "%clock",
                          "%globaltimer", "%nsmid"})
    if (name.starts_with(one)) return true;
  return false;
}

chain move(const decoded& i) {
  const auto& o = i.source->operands;
  if (o.size() < 2 || o[1].kind != ptx::operand::kind_t::special) return {};
  if (is_per_thread(o[1].text)) return {{pipe::control, of_special}};
  return {{pipe::control, of_uniform}};  // ULDC, from the constants of the launch
}

// LDC for pointers, which multiplications and sums then take from registers; ULDC for others.
chain parameter(const decoded& i) {
  return {{pipe::control, is_wide(i.type) ? of_constant : of_uniform}};
}

chain comparison(const decoded& i) {
  const scalar t = i.type_count > 1 && i.operation == op::set ? i.types[1] : i.type;
  if (is_double(t)) return {{pipe::fp64, of_predicate}};
  if (is_wide(t)) return {{pipe::alu, fixed}, {pipe::alu, of_predicate}};
  return {{pipe::alu, of_predicate}};
}

chain memory_access_of(const decoded& i) {
  if (i.space() == state_space::param) return parameter(i);
  if (i.space() == state_space::constant) {
    const auto& from = i.source->operands.at(1);
    if (from.base != ptx::operand::kind_t::reg) return {};
  }
  return {{pipe::memory, 0}};
}

}  // namespace

chain shared_base() {
  return {{pipe::control, of_special}, {pipe::control, of_uniform}, {pipe::control, of_uniform}};
}

// VOTEU, UFLO, S2R SR_LANEID and a comparison elect the lane; REDUX adds the lanes' values.
chain for_warp(bool has_own_values, bool is_used) {
  chain all = {{pipe::control, of_vote}, {pipe::control, of_uniform}, {pipe::control, of_special}};
  all.push_back({pipe::alu, of_predicate});
  if (has_own_values) all.push_back({pipe::memory, of_redux});
  // SHFL brings the result, POPC of the lanes before and IMAD make each lane's own of it.
  const std::uint16_t back = is_used ? 24 + of_mufu + fixed : 0;
  all.push_back({pipe::memory, back});
  return all;
}

action action_of(const decoded& i) {
  switch (i.operation) {
    case op::ld:
    case op::ldu:
      return action::load;
    case op::st:
      return action::store;
    case op::atom:
      return action::atomic;
    case op::red:
      return action::reduction;
    case op::shfl:
    case op::match:
    case op::redux:
      return action::shuffle;
    case op::bar:
    case op::barrier:
      return i.has(word::warp)     ? action::compute
             : i.has(word::arrive) ? action::arrive
                                   : action::barrier;
    case op::membar:
    case op::fence:
      return i.has(word::cta) ? action::compute : action::fence;
    case op::bra:
    case op::ret:
    case op::exit:
      return action::branch;
    default:
      return action::compute;
  }
}

bool reads_own_number(const decoded& i) {
  const auto& o = i.source->operands;
  return o.size() == 2 && o[1].kind == ptx::operand::kind_t::special && is_per_thread(o[1].text);
}

chain expansion(const decoded& i) {
  switch (i.operation) {
    case op::mov:
      return move(i);
    case op::cvta:
    case op::createpolicy:
    case op::prefetch:
    case op::prefetchu:
    case op::discard:
    case op::applypriority:
      return {};
    case op::add:
    case op::sub:
    case op::addc:
    case op::subc:
      return sum(i.type);
    case op::abs:
    case op::neg:
      return is_floating(i.type) ? chain{} : sum(i.type);
    case op::mul:
    case op::mad:
    case op::madc:
    case op::mul24:
    case op::mad24:
    case op::fma:
      return product(i);
    case op::dp4a:
    case op::dp2a:
      return {{pipe::fma_heavy, 5}};
    case op::div:
      return quotient(i);
    case op::rem:
      return integer_quotient(i);
    case op::rcp:
    case op::sqrt:
    case op::rsqrt:
      return root(i);
    case op::sin:
    case op::cos:
      return {{pipe::fma, fixed}, {pipe::transcendental, of_mufu}};
    case op::lg2:
    case op::ex2:
      if (i.has(word::ftz)) return {{pipe::transcendental, of_mufu}};
      return {{pipe::alu, fixed},
              {pipe::fma, fixed},
              {pipe::transcendental, of_mufu},
              {pipe::fma, fixed}};
    case op::tanh:
    case op::popc:
    case op::clz:
    case op::bfind:
    case op::brev:
      return {{pipe::transcendental, of_mufu}};
    case op::setp:
    case op::set:
    case op::testp:
      return comparison(i);
    case op::and_:
    case op::or_:
    case op::xor_:
    case op::not_:
      return i.type == scalar::pred ? chain{} : logic(i.type);
    case op::shl:
      return {shift_left(i)};
    case op::cvt:
      return conversion(i);
    case op::ld:
    case op::ldu:
    case op::st:
    case op::atom:
    case op::red:
      return memory_access_of(i);
    case op::shfl:
      return {{pipe::memory, 24}};
    case op::redux:
      return {{pipe::memory, of_redux}};
    case op::match:
      return {{pipe::memory, 24, 2}};
    case op::vote:
    case op::elect:
      return {{pipe::alu, of_vote}};
    case op::activemask:
      return {{pipe::alu, fixed}};
    case op::bar:
    case op::barrier:
      return {{i.has(word::warp) ? pipe::alu : pipe::control, fixed}};
    case op::membar:
    case op::fence:
      return {{pipe::control, fixed}};
    case op::bra:
    case op::ret:
    case op::exit:
      return {{pipe::control, 5}};
    case op::min:
    case op::max:
      return is_double(i.type) ? doubles(2) : logic(i.type);
    default:
      return logic(i.type);
  }
}

}  // namespace lockstep::timing
