// The observation interface: lockstep/protocol/observe_abi.h, provenance_abi.h, supposition_abi.h
// and model_time_abi.h.
#include <algorithm>
#include <cstring>
#include <mutex>

#include "cudart/environment.hpp"
#include "cudart/fault_handler.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/observations/other_program.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/provenance_abi.h"
#include "memory/reservation.hpp"

using lockstep::cudart::runtime;

extern "C" const char* lockstep_backend() { return "emulator"; }

extern "C" const char* lockstep_device() { return lockstep::cudart::settings().device.c_str(); }

extern "C" int lockstep_count(int on) { return runtime::get().observed.set_counting(on != 0); }

extern "C" uint64_t lockstep_launches() { return runtime::get().observed.launches(); }

extern "C" int lockstep_get_launch(uint64_t index, lockstep_launch* out) {
  return out != nullptr && runtime::get().observed.launch(index, *out) ? 0 : -1;
}

extern "C" int lockstep_count_lines(int on) {
  return runtime::get().observed.set_counting_lines(on != 0);
}

extern "C" uint64_t lockstep_lines() { return runtime::get().observed.lines(); }

extern "C" int lockstep_get_line(uint64_t index, lockstep_line* out) {
  return out != nullptr && runtime::get().observed.line(index, *out) ? 0 : -1;
}

extern "C" int lockstep_set_order(const char* name) {
  return runtime::get().set_order(name == nullptr ? lockstep::cudart::settings().schedule : name)
             ? 0
             : -1;
}

extern "C" int lockstep_forget_writes(const void* address, uint64_t bytes) {
  const auto& monitor = runtime::get().monitor;
  if (monitor == nullptr) return -1;
  return monitor->forget_writes(reinterpret_cast<uintptr_t>(address), bytes) ? 0 : -1;
}

extern "C" int lockstep_keep_work(int on) {
  const auto& monitor = runtime::get().monitor;
  if (monitor == nullptr) return -1;
  const std::lock_guard lock(monitor->mutex);
  monitor->shares.keep(on != 0);
  return 0;
}

extern "C" int lockstep_get_work(lockstep_work* out) {
  const auto& monitor = runtime::get().monitor;
  if (monitor == nullptr || !monitor->shares.is_kept() || out == nullptr) return -1;
  const auto& shares = monitor->shares;
  const lockstep_work kept{out->struct_size,  shares.threads(), shares.at_work(),
                           shares.all(),      shares.largest(), shares.all_global(),
                           shares.partings(), shares.blocks(),  shares.blocks_at_work()};
  std::memcpy(out, &kept, std::min<std::size_t>(out->struct_size, sizeof kept));
  return 0;
}

extern "C" int lockstep_record_provenance(int on) {
  auto& recorder = runtime::get().provenance;
  const bool before = recorder.recording();
  if (on != 0)
    recorder.begin();
  else
    recorder.end();
  return before ? 1 : 0;
}

extern "C" int lockstep_get_provenance(lockstep_provenance* out) {
  return out != nullptr && runtime::get().provenance.get(*out) ? 0 : -1;
}

extern "C" uint64_t lockstep_suppositions(const char* file, const lockstep_supposition** out) {
  const auto& all = runtime::get().supposed.all(file);
  *out = all.data();
  return all.size();
}

extern "C" uint64_t lockstep_supposed_findings() { return runtime::get().supposed.findings(); }

extern "C" int lockstep_suppose(uint64_t index, uint32_t limit_ms) {
  return runtime::get().supposed.suppose(index, std::chrono::milliseconds(limit_ms)) ? 0 : -1;
}

extern "C" int lockstep_model_begin() { return runtime::get().on_trial.begin() ? 0 : -1; }

extern "C" int lockstep_model_begin_after(uint32_t found) {
  if (found != LOCKSTEP_L2_CLEAN && found != LOCKSTEP_L2_FILLED) return -1;
  return runtime::get().on_trial.begin(found == LOCKSTEP_L2_FILLED) ? 0 : -1;
}

extern "C" int lockstep_model_end(lockstep_model_time* out) {
  return out != nullptr && runtime::get().on_trial.end(*out) ? 0 : -1;
}

extern "C" int lockstep_stand_in(const void* function, const void* other) {
  return runtime::get().registered.stand_in(function, other) ? 0 : -1;
}

extern "C" int lockstep_stand_in_for(const char* name, const void* other) {
  return name != nullptr && runtime::get().registered.stand_in_for(name, other) ? 0 : -1;
}

extern "C" void lockstep_before_crash(void (*handler)(int, const void*, const void*)) {
  lockstep::cudart::call_before_crash(handler);
}

extern "C" int lockstep_serve(const lockstep_other_program* program) {
  using lockstep::memory::shared_arena;
  if (program == nullptr || !lockstep::cudart::other_program::get().serve(*program)) return -1;
  shared_arena::get().use(static_cast<std::byte*>(program->memory), program->memory_bytes);
  return 0;
}

extern "C" void lockstep_call_from(const uint64_t* from, uint64_t count) {
  auto& calls = lockstep::cudart::calls_of_other_program::here();
  calls.under_way = from != nullptr;
  calls.count = from == nullptr ? 0 : std::min<std::size_t>(count, calls.most);
  for (std::size_t i = 0; i < calls.count; ++i)
    calls.from[i] = lockstep::cudart::other_program::get().address_of(from[i]);
  lockstep::memory::shared_arena::used_by_this_thread() = calls.under_way;
}

extern "C" int lockstep_place_of_call(char* file, uint64_t size, uint32_t* line) {
  auto call = lockstep::cudart::call_of_program();
  lockstep::cudart::find_place(call);
  if (call.line == 0 || size == 0 || line == nullptr) return -1;
  file[call.file.copy(file, size - 1)] = '\0';
  *line = call.line;
  return 0;
}

extern "C" void lockstep_device_addresses(uint64_t* begin, uint64_t* end) {
  runtime::get().memory.device_addresses(*begin, *end);
}

extern "C" void lockstep_explain_fault(uint64_t address) {
  lockstep::cudart::explain_fault(address);
}

extern "C" uint64_t lockstep_findings() { return runtime::get().observed.findings(); }

extern "C" int lockstep_get_finding(uint64_t index, lockstep_finding* out) {
  return out != nullptr && runtime::get().observed.finding(index, *out) ? 0 : -1;
}
