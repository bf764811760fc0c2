// Binding of mbarriers, asynchronous copies, cluster barriers and what goes with them.
#include "simt/control/actions.hpp"
#include "simt/instructions/async_copy.hpp"
#include "simt/instructions/cluster_address.hpp"
#include "simt/instructions/mbarrier.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/cluster.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::state_space;
using ptx::word;

// An 8-byte row with the whole address, its offset added.
std::uint32_t function_lowering::whole_address(const operand& o) {
  const address at = source_address(o, false);
  if (at.offset == 0) return at.row;
  decoded add;
  add.operation = op::add;
  add.type = scalar::u64;
  const std::uint32_t row = shared_.rows.temporary(8);
  const std::uint32_t offset = shared_.rows.constant(8, at.offset);
  step& s = emit(shared_.actions.arithmetic(add));
  s.d = row;
  s.a = at.row;
  s.b = offset;
  return row;
}

void function_lowering::lower_mbarrier(const decoded& i) {
  const auto& o = i.source->operands;
  const auto needs = [&](std::size_t count) {
    if (o.size() < count) refuse(i);
  };
  mbarrier_form form;
  form.shared = i.space() == state_space::shared;
  step s;
  s.instruction = instruction_;
  const auto object_at = [&](std::size_t index, action run) {
    needs(index + 1);
    if (o[index].kind != kind::address && o[index].kind != kind::variable) refuse(i);
    s.a = whole_address(o[index]);
    s.run = run;
  };
  if (i.has(word::arrive) || i.has(word::arrive_drop)) {
    object_at(1, &mbarrier_arrive);
    form.drop = i.has(word::arrive_drop);
    form.expect_tx = i.has(word::expect_tx);
    form.no_complete = i.has(word::noComplete);
    form.returns = o[0].kind != kind::sink;
    const std::uint32_t value = o.size() > 2 ? source(o[2], 4) : shared_.rows.constant(4, 1);
    s.b = form.expect_tx ? shared_.rows.constant(4, 1) : value;
    s.c = value;
    if (form.returns) s.d = destination(o[0], 8);
  } else if (i.has(word::test_wait) || i.has(word::try_wait)) {
    needs(3);
    object_at(1, &mbarrier_wait);
    form.parity = i.has(word::parity);
    s.b = source(o[2], form.parity ? 4 : 8);
    s.d = predicate_row(o[0]);
  } else if (i.has(word::pending_count)) {
    needs(2);
    s.run = &mbarrier_pending_count;
    s.a = source(o[1], 8);
    s.d = destination(o[0], 4);
  } else if (i.has(word::inval)) {
    object_at(0, &mbarrier_invalidate);
  } else {
    needs(2);
    object_at(0, i.has(word::init)          ? &mbarrier_init
                 : i.has(word::complete_tx) ? &mbarrier_complete_tx
                                            : &mbarrier_expect_tx);
    if (!i.has(word::init) && !i.has(word::complete_tx) && !i.has(word::expect_tx)) refuse(i);
    s.b = source(o[1], 4);
  }
  s.immediate = form.pack();
  steps_.push_back(s);
}

void function_lowering::lower_copy(const decoded& i) {
  if (!i.has(word::async)) refuse(i);
  if (i.has(word::commit_group) || i.has(word::wait_group) || i.has(word::wait_all))
    return lower_copy_groups(i);
  if (i.has(word::mbarrier)) return lower_copy_arrival(i);
  if (i.has(word::bulk)) return lower_bulk_copy(i);
  const auto& o = i.source->operands;
  if (o.size() < 3 || o[2].kind != kind::integer || !i.has(word::global)) refuse(i);
  const std::uint64_t bytes = o[2].value;
  if (bytes != 16 && (i.has(word::cg) || (bytes != 4 && bytes != 8))) refuse(i);
  copy_form form;
  form.bytes = static_cast<std::uint8_t>(bytes);
  step s;
  s.instruction = instruction_;
  s.run = &copy_async;
  s.a = whole_address(o[0]);
  s.b = whole_address(o[1]);
  // Behind the size: bytes to take, or a predicate to take none; a cache policy (8 bytes) is a
  // hint.
  const bool is_register = o.size() > 3 && o[3].kind == kind::reg;
  if (is_register && bytes_of_register(o[3]) == 0) {
    form.source = copy_form::source_size::ignored_if;
    s.c = predicate_row(o[3]);
  } else if (o.size() > 3 && !(is_register && bytes_of_register(o[3]) == 8)) {
    form.source = copy_form::source_size::counted;
    s.c = source(o[3], 4);
  }
  s.immediate = form.pack();
  note_site();
  steps_.push_back(s);
}

// st.async (PTX ISA 9.7.9.12): to shared memory of the cluster, for an mbarrier beside it.
void function_lowering::lower_async_store(const decoded& i) {
  const auto& o = i.source->operands;
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  const bool is_list = o[1].kind == kind::list;
  if (o.size() < 3 || i.space() != state_space::shared || !i.has(word::complete_tx_bytes) ||
      (bytes != 4 && bytes != 8) || (is_list && o[1].elements.size() != i.vector))
    refuse(i);
  step s;
  s.instruction = instruction_;
  s.run = bytes == 4 ? &store_async<std::uint32_t> : &store_async<std::uint64_t>;
  s.a = whole_address(o[0]);
  s.d = whole_address(o[2]);
  note_site();
  for (unsigned e = 0; e < i.vector; ++e) {
    s.b = source(is_list ? o[1].elements[e] : o[1], bytes, i.type);
    s.immediate = std::uint64_t{e} * bytes;
    steps_.push_back(s);
  }
}

// Copies are done already when they are waited for; only the checks want to know.
void function_lowering::lower_copy_groups(const decoded& i) {
  if (!shared_.form.checked || i.has(word::bulk)) {
    emit(&no_operation);
    return;
  }
  if (!i.has(word::wait_group)) emit(&instruments::commit_copies);
  if (i.has(word::commit_group)) return;
  const auto& o = i.source->operands;
  const bool has_count = !o.empty() && o[0].kind == kind::integer;
  emit(&instruments::await_copies).immediate = has_count ? o[0].value : 0;
}

// cp.async.mbarrier.arrive: the copies that it waits for are done. With .noinc it is an arrival;
// without, it raises the count of arrivals for this phase first, which leaves the object as it was.
void function_lowering::lower_copy_arrival(const decoded& i) {
  const auto& o = i.source->operands;
  if (o.empty()) refuse(i);
  mbarrier_form form;
  form.shared = i.space() == state_space::shared;
  form.of_copies = true;
  step s;
  s.instruction = instruction_;
  s.a = whole_address(o[0]);
  s.b = shared_.rows.constant(4, i.has(word::noinc) ? 1 : 0);
  s.c = s.b;
  s.run = i.has(word::noinc) ? &mbarrier_arrive : &mbarrier_expect_tx;
  s.immediate = form.pack();
  steps_.push_back(s);
}

void function_lowering::lower_bulk_copy(const decoded& i) {
  const auto& o = i.source->operands;
  bulk_form form;
  form.has_mbarrier = i.has(word::complete_tx_bytes);
  if (o.size() < (form.has_mbarrier ? 4u : 3u) || form.has_mbarrier == i.has(word::bulk_group))
    refuse(i);
  // Of the two state spaces the destination's is written first.
  std::vector<bool> global;
  for (const std::string_view text : i.source->modifiers) {
    if (text == "global" || text.starts_with("shared")) global.push_back(text == "global");
  }
  if (global.size() != 2 || (global[0] && global[1]) || global[0] == form.has_mbarrier) refuse(i);
  form.to_global = global[0];
  form.from_global = global[1];
  step s;
  s.instruction = instruction_;
  s.run = i.has(word::reduce) ? reduce_bulk(i) : &copy_bulk;
  if (s.run == nullptr) refuse(i);
  s.a = whole_address(o[0]);
  s.b = whole_address(o[1]);
  s.c = source(o[2], 4);
  if (form.has_mbarrier) s.d = whole_address(o[3]);
  s.immediate = form.pack();
  note_site();
  steps_.push_back(s);
}

void function_lowering::lower_cluster_address(const decoded& i) {
  const auto& o = i.source->operands;
  const bool maps = i.operation == op::mapa;
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  if ((bytes != 4 && bytes != 8) || o.size() < (maps ? 3u : 2u)) refuse(i);
  const unsigned result_bytes = maps ? bytes : 4;
  step s;
  s.instruction = instruction_;
  s.a = source(o[1], bytes);
  if (maps) s.b = source(o[2], 4);
  s.d = destination(o[0], result_bytes);
  s.immediate = i.has(word::shared_cluster) ? 0 : 1;
  using namespace control;
  s.run = maps ? (bytes == 4 ? &map_address<std::uint32_t> : &map_address<std::uint64_t>)
               : (bytes == 4 ? &rank_of_address<std::uint32_t> : &rank_of_address<std::uint64_t>);
  steps_.push_back(s);
  store_result(o[0], s.d, result_bytes, false);
}

// createpolicy: a cache policy is a hint, and is ignored here.
void function_lowering::lower_policy(const decoded& i) {
  const auto& o = i.source->operands;
  step& s = emit(shared_.actions.move(8));
  s.a = shared_.rows.constant(8, 0);
  s.d = destination(o[0], 8);
}

}  // namespace lockstep::simt
