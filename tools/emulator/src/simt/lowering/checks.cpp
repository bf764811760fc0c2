// The steps by which a checked kernel reports to the checks.
#include <algorithm>

#include "simt/control/actions.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/register_use.hpp"
#include "simt/lowering/updates.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::state_space;
using ptx::word;

namespace {

// PTX ISA 8.4, 9.7.13: atom and red without a scope have that of the device, loads and stores
// without order are weak.
checks::strength strength_of(const decoded& i) {
  using checks::strength;
  const bool is_atomic = i.operation == op::atom || i.operation == op::red;
  if (i.has(word::volatile_)) return strength::is_volatile;
  const bool ordered = i.has(word::relaxed) || i.has(word::acquire) || i.has(word::release) ||
                       i.has(word::acq_rel) || i.has(word::mmio);
  if (!is_atomic && !ordered) return strength::weak;
  return i.has(word::cta) ? strength::in_block : strength::on_device;
}

}  // namespace

std::uint32_t function_lowering::site_here() {
  checked_code& checked = *shared_.out->checked;
  const ptx::source_line line = shared_.out->instructions[instruction_].line;
  const auto number = static_cast<std::uint32_t>(
      std::min<std::size_t>(checked.sites.size(), checks::most_sites - 1));
  if (checked.sites.size() < checks::most_sites - 1)
    checked.sites.push_back(
        {std::string(line.file), line.line, line.column, std::string(line.header), line.in_line});
  return number;
}

void function_lowering::note_site() {
  if (shared_.form.checked) shared_.out->checked->site_of[instruction_] = site_here();
}

void function_lowering::observe(const decoded& i, const step& access, observed_access what) {
  if (shared_.form.traced) trace_access(i, access, what);
  if (shared_.form.timed) time_access(i, access, what);
  if (shared_.form.recorded) record_access(i, access, what);
  if (!shared_.form.checked || what.bytes == 0) return;
  if (i.space() == state_space::constant) {
    emit(&instruments::share_constants).immediate = what.bytes;
    return;
  }
  checked_code& checked = *shared_.out->checked;
  what.site = site_here();
  what.kind.how = strength_of(i);
  what.kind.what = i.operation == op::atom || i.operation == op::red ? checks::action::atomic
                   : i.operation == op::st                           ? checks::action::write
                                                                     : checks::action::read;
  const bool sets_flag =
      i.operation == op::st && what.kind.is_strong() && i.space() != state_space::shared;
  // A counter whose value is looked at may say who comes last.
  const auto is_looked_at = [&] {
    bool found = false;
    each_result(i, [&](std::uint32_t result) {
      for (const decoded& d : decoded_.instructions)
        each_source(d, [&](std::uint32_t r) { found = found || r == result; });
    });
    return found;
  };
  if ((i.operation == op::atom &&
       (i.has(word::cas) || i.has(word::exch) || checked.exchanges || is_looked_at())) ||
      sets_flag)
    checked.exchanges = true;
  const bool looks = i.operation == op::ld && what.kind.is_strong() &&
                     (i.space() != state_space::shared || is_in_loop(i));
  if (looks || checked.exchanges) checked.locks = true;
  if (i.has(word::sys)) checked.tells_host = true;
  what.answers = i.operation != op::st && i.operation != op::red;
  what.acquires = i.has(word::acquire) || i.has(word::acq_rel);
  what.releases = i.has(word::release) || i.has(word::acq_rel);
  if (i.operation == op::ld || i.operation == op::ldu) {
    const ptx::operand& to = i.source->operands.front();
    const auto add = [&](const ptx::operand& e) {
      what.fills.push_back(e.kind == kind::reg ? unwritten_register(e.index)
                                               : unwritten_values::none);
    };
    if (to.kind == kind::list)
      for (const ptx::operand& e : to.elements) add(e);
    else
      add(to);
  }
  observed_step_.address_row = access.a;
  observed_step_.address_offset = access.immediate;
  observed_step_.observed = static_cast<std::uint32_t>(checked.observed.size());
  if (kept_bits_.empty()) kept_bits_ = find_kept_bits(decoded_);
  what.keeps = kept_bits_[instruction_ - first_instruction_];
  if (object_copies_.empty()) object_copies_ = find_object_copies(decoded_, for_debugger_);
  what.object = object_copies_[instruction_ - first_instruction_];
  what.unused = unused_elements(i, what);
  what.stamp = checks::record_of(0, what.site, what.kind);
  if (what.site < checks::most_sites - 1) {
    checked.sites[what.site].is_guess = what.kind.how == checks::strength::weak && is_guess(i);
    note_update(i, checked.sites[what.site], is_looked_at);
    note_write_back(i, checked.sites[what.site]);
  }
  step& s = emit(shared_.actions.observe(what.narrow_address));
  s.a = access.a;
  s.immediate = access.immediate;
  s.extra = static_cast<std::uint32_t>(checked.observed.size());
  checked.observed.push_back(std::move(what));
}

void function_lowering::note_order(const decoded& i) {
  const bool is_strong = strength_of(i) != checks::strength::weak || i.has(word::async);
  switch (i.operation) {
    case op::ld:
    case op::ldu:
    case op::st:
      if (!is_strong) return;
      break;
    case op::bar:
    case op::barrier:
      if (i.has(word::warp) || (i.source->operands.size() == 1 && i.has(word::sync))) return;
      break;
    case op::atom:
    case op::red:
    case op::membar:
    case op::fence:
    case op::mbarrier:
    case op::cp:
      break;
    default:
      return;
  }
  shared_.out->checked->only_barriers = false;
}

bool function_lowering::is_in_loop(const decoded& i) const {
  const auto here = static_cast<std::size_t>(i.source - syntax_.body.data());
  return std::any_of(decoded_.instructions.begin(), decoded_.instructions.end(),
                     [&](const decoded& d) {
                       const auto& o = d.source->operands;
                       return d.source >= i.source && d.source->opcode == "bra" && !o.empty() &&
                              o[0].index <= here;
                     });
}

// What a word's history must tell of strong accesses, which do not race.
void function_lowering::note_update(const decoded& i, checks::site& at,
                                    const std::function<bool()>& is_looked_at) {
  at.instruction = instruction_;
  if (const auto known = indexed_by_.find(instruction_ - first_instruction_);
      known != indexed_by_.end())
    at.indexed_by = known->second;
  if (i.operation == op::atom) at.swaps = i.has(word::cas) || (i.has(word::exch) && is_looked_at());
  if (i.operation == op::atom || i.operation == op::red)
    at.is_ignored = i.operation == op::red || (!at.swaps && !is_looked_at());
  if (shared_.updates.empty()) return;
  const update_facts& facts = shared_.updates[number_];
  const std::uint32_t n = instruction_ - first_instruction_;
  if (!facts.leaves_function[n])
    each_result(i, [&](std::uint32_t r) { at.into = shared_.followed_registers + r + 1; });
  at.polls = facts.polls[n];
  at.of_polled = facts.of_polled[n];
  at.is_source = facts.is_source[n];
  at.sources = facts.sources[n];
}

std::uint8_t function_lowering::unused_elements(const decoded& i, const observed_access& what) {
  constexpr std::uint8_t all = 0xff;
  // Of the atomic operations, the one whose new value is made without the old one.
  const bool reads = i.operation == op::ld || i.operation == op::ldu ||
                     (i.operation == op::atom && i.has(word::exch));
  if (!reads) return 0;
  if (used_registers_.empty()) used_registers_ = used_registers(decoded_);
  const auto is_unused = [&](const ptx::operand& o) {
    return o.kind == kind::sink || (o.kind == kind::reg && !used_registers_[o.index]);
  };
  const ptx::operand& to = i.source->operands.front();
  if (to.kind != kind::list) return is_unused(to) ? all : 0;
  std::uint8_t unused = 0;
  for (std::size_t e = 0; e < to.elements.size(); ++e)
    if (is_unused(to.elements[e])) unused |= static_cast<std::uint8_t>(1u << e);
  const bool is_none_used = unused == (1u << to.elements.size()) - 1;
  // Words are looked at as a whole.
  return is_none_used ? all : what.element_bytes >= 4 ? unused : 0;
}

bool function_lowering::is_guess(const decoded& i) const {
  const auto& o = i.source->operands;
  if (i.operation != op::ld || o[0].kind != kind::reg || o[1].base != kind::reg) return false;
  const auto reaches = [&](const decoded& swap) {
    if (swap.operation != op::atom || !swap.has(word::cas)) return false;
    const ptx::operand &place = swap.source->operands[1], &compared = swap.source->operands[2];
    if (place.base != kind::reg || place.index != o[1].index || place.offset != o[1].offset ||
        ptx::size_of(swap.type) != ptx::size_of(i.type) || compared.kind != kind::reg)
      return false;
    return compared.index == o[0].index ||
           std::any_of(decoded_.instructions.begin(), decoded_.instructions.end(),
                       [&](const decoded& copy) {
                         const auto& c = copy.source->operands;
                         return copy.operation == op::mov && c[0].kind == kind::reg &&
                                c[0].index == compared.index && c[1].kind == kind::reg &&
                                c[1].index == o[0].index;
                       });
  };
  return std::any_of(decoded_.instructions.begin(), decoded_.instructions.end(), reaches);
}

// Whether a load's statement, or a later one, stores at the same place what it makes of the value.
void function_lowering::note_write_back(const decoded& i, checks::site& at) {
  using checks::site;
  if (i.operation != op::ld || for_debugger_) return;
  const auto line_of = [&](const decoded& d) {
    const ptx::source_line line = shared_.image.module_of(id_).user_line(d.source->location);
    return std::pair(line.file, line.line);
  };
  const ptx::operand& from = i.source->operands[1];
  std::vector<bool> made;  // of the value, once it is needed
  at.updates = site::update::no;
  for (const decoded& store : decoded_.instructions) {
    if (store.operation != op::st || store.space() != i.space()) continue;
    const ptx::operand& to = store.source->operands[0];
    const bool same_place = to.kind == from.kind && to.base == from.base &&
                            to.index == from.index && to.offset == from.offset &&
                            to.of_module == from.of_module;
    if (!same_place) continue;
    const bool one_line = line_of(store) == line_of(i);
    if (made.empty()) made = made_of(decoded_, i);
    bool stores_it = false;
    each_register(store.source->operands[1],
                  [&](std::uint32_t r) { stores_it = stores_it || made[r]; });
    const auto number = static_cast<std::uint32_t>(&store - decoded_.instructions.data());
    stores_it = stores_it || is_chosen_by_order(decoded_, number, made);
    if (stores_it && (one_line || at.writes_back_in == 0)) {
      at.updates = site::update::yes;
      at.writes_back_in = line_of(store).second;
    } else if (one_line && at.updates == site::update::no) {
      at.updates = site::update::unknown;
    }
    if (stores_it && one_line) break;
  }
  if (at.updates == site::update::yes || at.is_source) note_indices(made_of(decoded_, i));
}

// Accesses whose address is made of what the load of an update gives.
void function_lowering::note_indices(const std::vector<bool>& made) {
  for (std::uint32_t n = 0; n < decoded_.instructions.size(); ++n) {
    const auto& operands = decoded_.instructions[n].source->operands;
    for (const ptx::operand& o : operands)
      if (o.kind == kind::address && o.base == kind::reg && made[o.index])
        indexed_by_[n].push_back(instruction_);
  }
}

void function_lowering::observe_fence(const decoded& i) {
  if (i.has(word::proxy) || i.has(word::mbarrier_init)) return;
  if (i.has(word::sys)) shared_.out->checked->tells_host = true;
  emit(&instruments::observe_fence).immediate = i.has(word::cta) ? 1 : 0;
}

}  // namespace lockstep::simt
