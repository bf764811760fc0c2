#include "cudart/runtime.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cudart/api_call.hpp"
#include "cudart/environment.hpp"
#include "cudart/event.hpp"
#include "cudart/fault_handler.hpp"
#include "cudart/records.hpp"
#include "cudart/stream.hpp"

namespace lockstep::cudart {
namespace {

const device_profile* chosen_device() {
  const std::string& wanted = settings().device;
  const device_profile* device = find_device(wanted);
  if (device == nullptr)
    std::fprintf(stderr, "lockstep: error: LOCKSTEP_DEVICE=%s: no such device. Known: %s\n",
                 wanted.c_str(), device_ids().c_str());
  return device;
}

// Runs when the dynamic loader has mapped the library, before any code of the program.
__attribute__((constructor)) void loaded() {
  install_fault_handler(runtime::get().memory);
  write_record(
      "start",
      nlohmann::ordered_json{{"backend", "emulator"}, {"device", settings().device}}.dump());
}

}  // namespace

void print_buffer::add(std::string_view text) {
  const std::scoped_lock lock(mutex_);
  text_ += text;
  if (text_.size() < LIMIT) return;
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  text_.clear();
}

void print_buffer::flush() {
  const std::scoped_lock lock(mutex_);
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  text_.clear();
}

runtime::runtime() : device(chosen_device()) {}

runtime& runtime::get() {
  static runtime& process = *new runtime;
  return process;
}

simt::engine& runtime::engine() {
  std::call_once(engine_made_, [this] {
    simt::settings how;
    how.workers = settings().workers;
    how.timeout = settings().timeout;
    how.print = [this](std::string_view text) { printed.add(text); };
    engine_ = std::make_unique<simt::engine>(memory, how);
  });
  return *engine_;
}

void runtime::synchronise() {
  printed.flush();
  fault.surface();
}

void runtime::reset() {
  const std::unique_lock no_kernel_runs(work);
  printed.flush();
  registered.unload_all();
  forget_streams();
  forget_events();
  memory.clear();
  {
    const std::scoped_lock lock(mutex);
    host_flags.clear();
  }
  limits.reset();
  fault.clear();
}

}  // namespace lockstep::cudart
