#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::op;
using ptx::word;

bool is_video(const ptx::decoded& i) {
  switch (i.operation) {
    case op::vadd:
    case op::vadd2:
    case op::vadd4:
    case op::vsub:
    case op::vsub2:
    case op::vsub4:
    case op::vabsdiff:
    case op::vabsdiff2:
    case op::vabsdiff4:
    case op::vmin:
    case op::vmin2:
    case op::vmin4:
    case op::vmax:
    case op::vmax2:
    case op::vmax4:
    case op::vavrg2:
    case op::vavrg4:
    case op::vshl:
    case op::vshr:
    case op::vset:
    case op::vset2:
    case op::vset4:
    case op::vmad:
      return true;
    default:
      return false;
  }
}

bool is_of_matrices(const ptx::decoded& i) {
  return i.operation == op::wmma || i.operation == op::mma || i.operation == op::ldmatrix ||
         i.operation == op::stmatrix || i.operation == op::movmatrix;
}

bool is_pure(const ptx::decoded& i) {
  switch (i.operation) {
    case op::add:
    case op::sub:
    case op::mul:
    case op::mad:
      return !i.has(word::cc);
    case op::mul24:
    case op::mad24:
    case op::sad:
    case op::div:
    case op::rem:
    case op::abs:
    case op::neg:
    case op::min:
    case op::max:
    case op::popc:
    case op::clz:
    case op::bfind:
    case op::brev:
    case op::bfe:
    case op::bfi:
    case op::bmsk:
    case op::szext:
    case op::fns:
    case op::dp4a:
    case op::dp2a:
    case op::fma:
    case op::rcp:
    case op::sqrt:
    case op::rsqrt:
    case op::sin:
    case op::cos:
    case op::lg2:
    case op::ex2:
    case op::tanh:
    case op::copysign:
    case op::testp:
    case op::set:
    case op::setp:
    case op::selp:
    case op::slct:
    case op::and_:
    case op::or_:
    case op::xor_:
    case op::not_:
    case op::cnot:
    case op::lop3:
    case op::shf:
    case op::shl:
    case op::shr:
    case op::prmt:
    case op::mov:
    case op::cvt:
      return true;
    default:
      return is_video(i);
  }
}

bool is_arithmetic(const decoded& i) {
  switch (i.operation) {
    case op::add:
    case op::sub:
    case op::mul:
    case op::mad:
    case op::addc:
    case op::subc:
    case op::madc:
      return true;
    default:
      return is_pure(i);
  }
}

bool only_writes_first(const ptx::decoded& i) {
  if (i.source->guard >= 0) return false;  // lanes that the guard leaves out keep the old value
  switch (i.operation) {
    case op::wmma:
      return !i.has(word::store);
    case op::mma:
    case op::ldmatrix:
    case op::movmatrix:
    case op::ld:
    case op::ldu:
    case op::tex:
    case op::tld4:
    case op::txq:
    case op::suld:
    case op::suq:
    case op::atom:
    case op::cvta:
    case op::isspacep:
    case op::vote:
    case op::match:
    case op::redux:
    case op::shfl:
    case op::activemask:
    case op::alloca_:
    case op::stacksave:
      return true;
    default:
      return is_arithmetic(i);
  }
}

namespace {

bool is_integer(ptx::scalar type) {
  using ptx::scalar;
  return type == scalar::s16 || type == scalar::u16 || type == scalar::s32 || type == scalar::u32 ||
         type == scalar::s64 || type == scalar::u64;
}

}  // namespace

carried_values::form form_of(const ptx::decoded& i) {
  using form = carried_values::form;
  switch (i.operation) {
    case op::selp:
      return form::chosen;
    case op::and_:
      return form::all_set;
    case op::or_:
      return form::any_set;
    case op::mul:
      return is_integer(i.type) ? form::product : form::any;
    default:
      return form::any;
  }
}

std::vector<bool> used_registers(const ptx::decoded_function& of) {
  std::vector<bool> used(of.source->registers.size(), false);
  for (bool more = true; more;) {
    more = false;
    for (const ptx::decoded& i : of.instructions) {
      bool counts = !is_pure(i);
      if (!counts) each_result(i, [&](std::uint32_t r) { counts = counts || used[r]; });
      if (!counts) continue;
      each_source(i, [&](std::uint32_t r) {
        more = more || !used[r];
        used[r] = true;
      });
    }
  }
  return used;
}

}  // namespace lockstep::simt
