#include "simt/jit/compile.hpp"

#include <asmjit/x86.h>

#include <cstdlib>
#include <string_view>

#include "simt/jit/emitter.hpp"
#include "simt/semantics/semantics.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt::jit {
namespace {

std::string_view wanted() {
  const char* const given = std::getenv("LOCKSTEP_JIT");
  return given != nullptr ? given : "";
}

// Compiling takes about as long as so many warps of a kernel without loops.
std::uint64_t warps_worth_compiling() {
  static const std::uint64_t least = wanted() == "always" ? 1 : 256;
  return least;
}

const step* enter(warp& w, const step* s) {
  const compiled_entry& here = *s->compiled;
  const auto* at = static_cast<const step*>(here.code(&w, here.entry));
  const action next = at->compiled != nullptr ? at->compiled->original : at->run;
  return next(w, at);
}

asmjit::JitRuntime& runtime() {
  static auto* const all = new asmjit::JitRuntime;  // code may run as long as the process does
  return *all;
}

bool find_whether_available() {
  if (wanted() == "off") return false;
  const asmjit::CpuFeatures::X86& has = asmjit::CpuInfo::host().features().x86();
  return std::string_view(semantics_for_host().name) == "avx512" && has.hasAVX512_CDI();
}

void compile_component(const code& of, const function_flow& flow, std::uint32_t component,
                       step* steps) {
  asmjit::CodeHolder holder;
  if (holder.init(runtime().environment()) != asmjit::kErrorOk) return;
  asmjit::x86::Compiler compiler(&holder);
  emitter emits(flow, component, compiler);
  if (emits.entries().empty()) return;
  emits.emit();
  decltype(compiled_entry::code) made = nullptr;
  if (compiler.finalize() != asmjit::kErrorOk) return;
  if (runtime().add(&made, &holder) != asmjit::kErrorOk) return;
  of.machine.memory.emplace_back(reinterpret_cast<void*>(made),
                                 [made](void*) { runtime().release(made); });
  for (std::size_t i = 0; i < emits.entries().size(); ++i) {
    step& head = steps[flow.blocks()[emits.entries()[i]].first];
    of.machine.entries.push_back(
        std::make_unique<compiled_entry>(compiled_entry{head.run, made, i}));
    head.compiled = of.machine.entries.back().get();
    // Other workers see either the one action or the other.
    std::atomic_ref<action>(head.run).store(&enter, std::memory_order_release);
  }
}

void compile(const code& of) {
  if (of.machine.is_tried.exchange(true)) return;
  for (std::size_t f = 0; f < of.functions.size(); ++f) {
    step* const steps = of.steps[f].get();
    const function_flow flow(of, steps, of.step_counts[f],
                             static_cast<std::uint32_t>(of.functions[f].first - steps));
    if (!flow.is_usable()) continue;
    for (std::uint32_t c = 0; c < flow.components(); ++c) compile_component(of, flow, c, steps);
  }
}

}  // namespace

bool is_available() {
  static const bool available = find_whether_available();
  return available;
}

void note_launch(const code& of, std::uint64_t warps) {
  if (!is_available()) return;
  if (of.machine.warps.fetch_add(warps) + warps >= warps_worth_compiling()) compile(of);
}

void note_long_run(const code& of) {
  if (is_available()) compile(of);
}

}  // namespace lockstep::simt::jit
