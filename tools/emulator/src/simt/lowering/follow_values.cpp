// The steps by which a checked kernel follows the values that shuffles gave
// (instruments/value_checks.hpp).
#include <algorithm>

#include "simt/instruments/value_checks.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;

namespace {

// A comparison whose result another predicate narrows or widens: whether the other settles it is
// not followed.
bool is_combined(const decoded& i) {
  return (i.operation == op::setp || i.operation == op::set) && i.source->operands.size() > 3;
}

bool is_access(const decoded& i) {
  switch (i.operation) {
    case op::ld:
    case op::st:
    case op::atom:
    case op::red:
      return i.space() == state_space::global || i.space() == state_space::shared ||
             i.space() == state_space::generic;
    default:
      return false;
  }
}

}  // namespace

void function_lowering::begin_following() {
  chances_ = find_chance(decoded_, shared_.image.module_of(id_));
  checked_code& checked = *shared_.out->checked;
  checked.first_register.push_back(shared_.followed_registers);
  const auto is_shuffle = [](const decoded& i) {
    return i.operation == op::shfl && i.has(word::sync);
  };
  // A call that leads back here may change what is noted of a register that the caller keeps.
  if (shared_.reaches[number_][number_] ||
      std::none_of(decoded_.instructions.begin(), decoded_.instructions.end(), is_shuffle))
    return;
  shuffled_.emplace(decoded_);
  first_followed_ = checked.followed;
  checked.followed += shuffled_->count();
}

followed_register function_lowering::followed(const operand& o) const {
  followed_register r;
  if (o.kind != kind::reg) return r;
  const std::uint32_t number = shuffled_->number(o.index);
  if (number != shuffled_values::none) r.number = first_followed_ + number;
  r.has_row = o.part.empty();
  if (r.has_row) r.row = register_row(o);
  r.bytes = static_cast<std::uint8_t>(bytes_of_register(o));
  r.negated = o.negated;
  return r;
}

void function_lowering::follow_shuffle(const decoded& i, action work,
                                       std::optional<std::uint64_t> whole_by) {
  using mode = followed_shuffle::mode;
  checked_code& checked = *shared_.out->checked;
  const auto& o = i.source->operands;
  followed_shuffle shuffle;
  shuffle.by = i.has(word::up)     ? mode::up
               : i.has(word::down) ? mode::down
               : i.has(word::bfly) ? mode::butterfly
                                   : mode::index;
  shuffle.work = work;
  shuffle.is_whole = whole_by.has_value();
  shuffle.whole_by = static_cast<std::uint8_t>(whole_by.value_or(0) & 31);
  shuffle.to = followed(o[0]).number;
  if (!o[0].elements.empty()) shuffle.in_range = followed(o[0].elements[0]).number;
  shuffle.from = followed(o[1]).number;
  if (o[0].kind == kind::reg) shuffle.unwritten_to = unwritten_register(o[0].index);
  if (o[1].kind == kind::reg) shuffle.unwritten_from = unwritten_register(o[1].index);
  checked.shuffle_of.resize(shared_.out->instructions.size());
  checked.shuffle_of[instruction_] = static_cast<std::uint32_t>(checked.shuffles.size());
  checked.shuffles.push_back(shuffle);
}

void function_lowering::follow_values(const decoded& i) {
  const std::uint32_t n = instruction_ - first_instruction_;
  if (chances_[n] != chance::none)
    emit(&instruments::look_at_chance).immediate = static_cast<std::uint64_t>(chances_[n]);
  if (!shuffled_ || i.operation == op::shfl) return;
  checked_code& checked = *shared_.out->checked;
  const auto& o = i.source->operands;
  const auto number_of = [&](std::uint32_t r) {
    const std::uint32_t number = shuffled_->number(r);
    return number == shuffled_values::none ? number : first_followed_ + number;
  };
  const bool is_store = i.operation == op::st || i.operation == op::red;
  if (is_access(i)) {
    used_values use;
    const operand& address = o[is_store ? 0 : 1];
    if (address.kind == kind::address && address.base == kind::reg) {
      use.address = number_of(address.index);
      if (i.space() == state_space::generic && bytes_of_register(address) == 8) {
        use.may_be_local = true;
        use.at = shared_.row_of[number_][address.index];
        use.offset = static_cast<std::uint64_t>(address.offset);
      }
    }
    for (std::size_t v = is_store ? 1 : 2; v < o.size(); ++v)
      each_register(o[v], [&](std::uint32_t r) {
        if (number_of(r) != followed_register::none) use.values.push_back(number_of(r));
      });
    use.kind = i.operation == op::ld   ? protocol::access_kind::read
               : i.operation == op::st ? protocol::access_kind::write
                                       : protocol::access_kind::atomic;
    if (use.address != followed_register::none || !use.values.empty()) {
      emit(&instruments::use_values).extra = static_cast<std::uint32_t>(checked.used.size());
      checked.used.push_back(std::move(use));
    }
  }
  if (is_store) return;
  carried_values carried;
  each_result(i, [&](std::uint32_t r) {
    if (number_of(r) != followed_register::none) carried.to.push_back(number_of(r));
  });
  if (carried.to.empty()) return;
  if (is_pure(i) && !is_combined(i)) {
    carried.how = form_of(i);
    const auto add = [&](const operand& e) {
      if (carried.how != carried_values::form::any || followed(e).number != followed_register::none)
        carried.from.push_back(followed(e));
    };
    for (std::size_t v = 1; v < o.size(); ++v) {
      if (o[v].kind == kind::list)
        for (const operand& e : o[v].elements)
          if (e.kind == kind::reg) add(e);
      if (o[v].kind != kind::list) add(o[v]);
    }
  }
  emit(&instruments::carry_values).extra = static_cast<std::uint32_t>(checked.carried.size());
  checked.carried.push_back(std::move(carried));
}

}  // namespace lockstep::simt
