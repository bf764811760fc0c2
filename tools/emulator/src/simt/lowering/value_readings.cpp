#include "simt/lowering/value_readings.hpp"

#include <numeric>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using protocol::value_reading;
using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using kind = operand::kind_t;

bool is_floating(scalar type) { return type == scalar::f32 || type == scalar::f64; }

bool is_unsigned(scalar type) {
  return type == scalar::u8 || type == scalar::u16 || type == scalar::u32 || type == scalar::u64;
}

// Operations whose result depends on the sign of their operands.
bool tells_sign(op operation) {
  switch (operation) {
    case op::setp:
    case op::set:
    case op::div:
    case op::rem:
    case op::shr:
    case op::min:
    case op::max:
    case op::cvt:
    case op::ld:
    case op::ldu:
    case op::st:
      return true;
    default:
      return false;
  }
}

class reader {
 public:
  explicit reader(const ptx::decoded_function& of)
      : same_(of.source->registers.size()), votes_(same_.size()) {
    std::iota(same_.begin(), same_.end(), 0u);
    for (const decoded& i : of.instructions) note(i);
  }

  std::vector<value_reading> readings() {
    std::vector<votes> together(votes_.size());
    for (std::uint32_t r = 0; r < votes_.size(); ++r) together[first(r)].add(votes_[r]);
    std::vector<value_reading> all;
    for (std::uint32_t r = 0; r < votes_.size(); ++r) {
      const votes& of = together[first(r)];
      all.push_back(of.floating              ? value_reading::as_floating
                    : of.no_sign && !of.sign ? value_reading::as_unsigned
                                             : value_reading::as_signed);
    }
    return all;
  }

 private:
  struct votes {
    bool floating = false, sign = false, no_sign = false;
    void add(const votes& more) {
      floating = floating || more.floating;
      sign = sign || more.sign;
      no_sign = no_sign || more.no_sign;
    }
  };

  std::uint32_t first(std::uint32_t r) {
    while (same_[r] != r) r = same_[r] = same_[same_[r]];
    return r;
  }

  void unite(const operand& a, const operand& b) {
    if (a.kind == kind::reg && b.kind == kind::reg) same_[first(a.index)] = first(b.index);
  }

  void vote(const operand& o, scalar type, bool by_sign) {
    if (o.kind == kind::list)
      for (const operand& e : o.elements) vote(e, type, by_sign);
    if (o.kind != kind::reg) return;
    votes& of = votes_[o.index];
    if (is_floating(type)) of.floating = true;
    if (by_sign && ptx::is_signed(type)) of.sign = true;
    if (by_sign && is_unsigned(type)) of.no_sign = true;
  }

  void note(const decoded& i) {
    const auto& o = i.source->operands;
    if (o.size() < 2 || i.operation == op::call) return;
    if (i.operation == op::mov || i.operation == op::shfl) return unite(o[0], o[1]);
    if (i.operation == op::selp && o.size() > 2) {
      unite(o[0], o[1]);
      unite(o[0], o[2]);
    }
    if (i.operation == op::cvt && i.type_count == 2) {
      vote(o[0], i.types[0], true);
      return vote(o[1], i.types[1], true);
    }
    for (const operand& one : o) vote(one, i.type, tells_sign(i.operation));
  }

  std::vector<std::uint32_t> same_;  // a forest: registers that hold copies of each other
  std::vector<votes> votes_;
};

}  // namespace

std::vector<value_reading> value_readings(const ptx::decoded_function& of) {
  return reader(of).readings();
}

}  // namespace lockstep::simt
