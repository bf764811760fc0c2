#include "simt/jit/compile.hpp"

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "simt/control/schedule.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/jit/emitter.hpp"
#include "simt/state/checked_block.hpp"
#include "simt/state/checked_code.hpp"
#include "simt/state/misled_lanes.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt::jit {
namespace {

std::string_view wanted() {
  const char* const given = std::getenv("LOCKSTEP_JIT");
  return given != nullptr ? given : "";
}

// Tests want all that can be compiled to be compiled.
bool is_for_tests() { return wanted() == "always"; }

// Compiling takes about as long as this many warps of a kernel without loops.
std::uint64_t warps_worth_compiling() {
  static const std::uint64_t least = is_for_tests() ? 1 : 256;
  return least;
}

__attribute__((noinline)) void leave_others(warp& w, const left_code& how) {
  const lane_mask others = w.active & ~how.lanes;
  w.active = how.lanes;
  put_aside(w, how.others_at, others);
}

const step* enter(warp& w, const step* s) {
  const compiled_entry& here = *s->compiled;
  if (checked_worker* const checked = w.on->checked.get(); checked != nullptr)
    checked->wants_rows_only = w.on->misled == nullptr && !keeps_shares(w);
  left_code how{&w};
  const auto* at = static_cast<const step*>(here.code(&w, here.entry, &how));
  if (how.others_at != nullptr) leave_others(*static_cast<warp*>(how.warp), how);
  if (how.warp != &w) {
    w.on->moved = static_cast<warp*>(how.warp);
    w.on->moved_to = at;
    return nullptr;
  }
  const action next = at->compiled != nullptr ? at->compiled->original : at->run;
  return next(w, at);
}

asmjit::JitRuntime& runtime() {
  static auto* const all = new asmjit::JitRuntime;  // code may run as long as the process does
  return *all;
}

bool find_whether_available() {
  if (wanted() == "off") return false;
  return has_target();
}

void compile_component(const code& of, const function_flow& flow, std::uint32_t component,
                       step* steps) {
  asmjit::CodeHolder holder;
  if (holder.init(runtime().environment()) != asmjit::kErrorOk) return;
  const std::unique_ptr<target> compiler = make_target(holder);
  // Its allocator of registers may put memory where an instruction has no form with memory.
  compiler->addDiagnosticOptions(asmjit::DiagnosticOptions::kValidateAssembler);
  emitter emits(flow, component, *compiler);
  if (emits.entries().empty()) return;
  emits.emit();
  decltype(compiled_entry::code) made = nullptr;
  if (!compiler->is_complete() || compiler->finalize() != asmjit::kErrorOk ||
      runtime().add(&made, &holder) != asmjit::kErrorOk) {
    if (is_for_tests()) throw std::logic_error("no machine code for what the emitter said");
    return;
  }
  of.machine.memory.emplace_back(reinterpret_cast<void*>(made),
                                 [made](void*) { runtime().release(made); });
  for (std::size_t i = 0; i < emits.entries().size(); ++i) {
    step& head = steps[flow.blocks()[emits.entries()[i]].first];
    of.machine.entries.push_back(
        std::make_unique<compiled_entry>(compiled_entry{&head, head.run, &enter, made, i}));
    head.compiled = of.machine.entries.back().get();
    // Other workers see either the one action or the other.
    std::atomic_ref<action>(head.run).store(&enter, std::memory_order_release);
  }
}

// What is kept with the code, first in machine_code::memory.
struct launches {
  // A warp's threads differ in %tid.x only: in all launches so far, and what the code relies on.
  bool whole_rows = true, relies_on_rows = false;
};

launches& launches_of(const code& of) {
  if (of.machine.memory.empty()) of.machine.memory.push_back(std::make_shared<launches>());
  return *static_cast<launches*>(of.machine.memory.front().get());
}

// Code that relies on whole rows, which this launch does not have.
void drop(const code& of) {
  for (std::size_t f = 0; f < of.functions.size(); ++f) {
    for (std::uint32_t s = 0; s < of.step_counts[f]; ++s) {
      step& head = of.steps[f][s];
      if (head.compiled == nullptr) continue;
      head.run = head.compiled->original;
      head.compiled = nullptr;
    }
  }
  of.machine.entries.clear();
  of.machine.memory.resize(1);
  of.machine.is_tried = false;
}

void compile(const code& of, bool whole_rows) {
  launches_of(of).relies_on_rows = whole_rows;
  for (std::size_t f = 0; f < of.functions.size(); ++f) {
    step* const steps = of.steps[f].get();
    const function_flow flow(of, steps, of.step_counts[f],
                             static_cast<std::uint32_t>(of.functions[f].first - steps), whole_rows);
    if (!flow.is_usable()) continue;
    for (std::uint32_t c = 0; c < flow.components(); ++c) compile_component(of, flow, c, steps);
  }
}

}  // namespace

bool is_available() {
  static const bool available = find_whether_available();
  return available;
}

void note_launch(const code& of, std::uint64_t warps, bool whole_rows) {
  if (!is_available()) return;
  launches& known = launches_of(of);
  if (of.machine.is_tried && known.relies_on_rows && !whole_rows) drop(of);
  known.whole_rows = known.whole_rows && whole_rows;
  const bool is_worth_it = of.machine.warps.fetch_add(warps) + warps >= warps_worth_compiling();
  if (is_worth_it && !of.machine.is_tried.exchange(true)) compile(of, known.whole_rows);
}

void note_long_run(const code& of) {
  const bool follows = of.checked != nullptr && of.checked->follows_unwritten;
  if (is_available() && !follows && !of.machine.is_tried.exchange(true))
    compile(of, launches_of(of).whole_rows);
}

}  // namespace lockstep::simt::jit
