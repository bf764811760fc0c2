#include "cudart/runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <nlohmann/json.hpp>

#include "cudart/api_call.hpp"
#include "cudart/device_code.hpp"
#include "cudart/environment.hpp"
#include "cudart/fault_handler.hpp"
#include "cudart/graphs/capture_session.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_exec.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/managed_pages.hpp"
#include "cudart/memory/pool.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/observations/trace_record.hpp"
#include "cudart/streams/event.hpp"
#include "cudart/streams/stream.hpp"

namespace lockstep::cudart {
namespace {

const std::map<std::string_view, simt::order>& orders() {
  static const std::map<std::string_view, simt::order> by_name = {
      {"natural", simt::order::natural},
      {"shuffled", simt::order::shuffled},
      {"adversarial", simt::order::adversarial}};
  return by_name;
}

const device_profile* chosen_device() {
  const std::string& wanted = settings().device;
  if (orders().count(settings().schedule) == 0) {
    refuse("unknown_schedule", "LOCKSTEP_SCHEDULE=" + settings().schedule +
                                   ": no such schedule. Known: natural, shuffled, adversarial");
    return nullptr;
  }
  const device_profile* device = find_device(wanted);
  if (device == nullptr) {
    refuse("unknown_device",
           "LOCKSTEP_DEVICE=" + wanted + ": no such device. Known: " + device_ids());
  }
  return device;
}

// Without address space for device memory no call can do its work; a program that is told so by
// each of them says less than this.
[[noreturn]] void refuse_program() {
  refuse("out_of_memory",
         "this program is not run: there is no address space for device memory (1 GiB is the "
         "least). Raise the limit, by `ulimit -v unlimited`");
  std::_Exit(5);  // what `lockstep exec` gives for a program that cannot run
}

trace::listener trace_to_report() {
  return {[](const trace::grid& grid) { write_record("trace_launch", trace_launch_record(grid)); },
          [](const trace::grid& grid, const trace::place& place, const trace::step& step) {
            write_record("trace_step", trace_step_record(grid, place, step));
          },
          [](const trace::grid_end& end) { write_record("trace_end", trace_end_record(end)); }};
}

// Runs when the dynamic loader has mapped the library, before any code of the program.
__attribute__((constructor)) void loaded() {
  try {
    runtime::get();
  } catch (const std::bad_alloc&) {
    refuse_program();
  }
  install_fault_handler(runtime::get().memory);
  write_record(
      "start",
      nlohmann::ordered_json{{"backend", "emulator"}, {"device", settings().device}}.dump());
}

}  // namespace

runtime::runtime() : device(chosen_device()) {
  if (settings().leaks) report_leaks_at_exit();
  if (settings().tools.any()) {
    monitor = std::make_unique<checks::monitor>(memory, settings().tools);
    monitor->watch_host(handles_faults);
  }
  if (settings().trace)
    recorder = std::make_unique<trace::recorder>(*settings().trace, trace_to_report());
}

runtime& runtime::get() {
  static runtime& process = *new runtime;
  return process;
}

simt::engine& runtime::engine() {
  std::call_once(engine_made_, [this] {
    simt::settings how;
    how.workers = settings().workers;
    how.schedule = {orders().at(settings().schedule), settings().seed};
    how.timeout = settings().timeout;
    how.monitor = monitor.get();
    how.recorder = recorder.get();
    how.print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
    how.counted = [this](const simt::counted_grid& grid) { observed.add(grid); };
    how.begins = [this](const simt::kernel_facts& kernel) { observed.begins(kernel); };
    how.services = services_for_device_code();
    engine_ = std::make_unique<simt::engine>(memory, how);
  });
  return *engine_;
}

void runtime::reset() {
  forget_captures();
  forget_execs();
  forget_graphs();
  const std::unique_lock no_kernel_runs(work);
  registered.unload_all();
  forget_streams();
  forget_events();
  forget_arrays();
  forget_pools();
  memory.clear();
  forget_managed_pages();
  {
    const std::scoped_lock lock(mutex);
    host_flags.clear();
  }
  limits.reset();
  fault.reset();
}

}  // namespace lockstep::cudart
