#include "cudart/runtime.hpp"

#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>

#include "cudart/api_call.hpp"
#include "cudart/device_code.hpp"
#include "cudart/environment.hpp"
#include "cudart/fault_handler.hpp"
#include "cudart/graphs/capture_session.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_exec.hpp"
#include "cudart/host_limit.hpp"
#include "cudart/launches/interruption.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/managed_pages.hpp"
#include "cudart/memory/pool.hpp"
#include "cudart/memory/virtual_memory.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/observations/trace_record.hpp"
#include "cudart/streams/event.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/textures/images.hpp"
#include "lockstep/protocol/device_libraries.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::cudart {
namespace {

const std::map<std::string_view, simt::order>& orders() {
  static const std::map<std::string_view, simt::order> by_name = {
      {"natural", simt::order::natural},
      {"in_step", simt::order::in_step},
      {"shuffled", simt::order::shuffled},
      {"adversarial", simt::order::adversarial}};
  return by_name;
}

const device_profile* chosen_device() {
  const std::string& wanted = settings().device;
  if (orders().count(settings().schedule) == 0) {
    refuse(refusal_reason::unknown_schedule,
           protocol::phrase(
               "no-such-schedule",
               "LOCKSTEP_SCHEDULE={}: no such schedule. Known: natural, shuffled, adversarial",
               settings().schedule));
    return nullptr;
  }
  const device_profile* device = find_device(wanted);
  if (device != nullptr) return device;
  if (const auto wrong = wrong_figure_of(wanted)) {
    refuse(refusal_reason::unknown_device,
           protocol::phrase(
               "no-such-figure",
               "LOCKSTEP_DEVICE={}: a device has no property `{}`. A property is NAME=NUMBER, as "
               "in h200:multiprocessors=7, with a number of at least 1. Names: {}",
               wanted, std::string(*wrong), figure_names()));
  } else {
    refuse(refusal_reason::unknown_device,
           protocol::phrase("no-such-device", "LOCKSTEP_DEVICE={}: no such device. Known: {}",
                            wanted, device_ids()));
  }
  return nullptr;
}

// A program that could get nothing but errors says less than this.
[[noreturn]] void refuse_program(refusal_reason reason, const std::string& message) {
  refuse(reason, protocol::phrase("program-not-run", "this program is not run: {}", message));
  std::_Exit(5);  // what `lockstep exec` gives for a program that cannot run
}

trace::listener trace_to_report() {
  return {[](const trace::grid& grid) {
            write_record(protocol::trace_launch_type, members_of(trace_launch_record(grid)));
          },
          [](const trace::grid& grid, const trace::place& place, const trace::step& step) {
            write_record(protocol::trace_step_type,
                         members_of(trace_step_record(grid, place, step)));
          },
          [](const trace::grid_end& end) {
            write_record(protocol::trace_end_type, members_of(trace_end_record(end)));
          }};
}

// The libraries that a program is linked with are all mapped by now, whoever loads them.
void refuse_libraries() {
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void*) {
        std::string_view file(library->dlpi_name);
        file.remove_prefix(file.rfind('/') + 1);
        if (const auto product = protocol::device_library(file))
          refuse_program(
              refusal_reason::needs_gpu,
              protocol::phrase("library-not-run",
                               "{}. {} LOCKSTEP_ANYWAY=1 (--anyway) runs the program regardless: "
                               "calls to {} then fail, and results that depend on them are wrong",
                               protocol::needs_gpu(*product, file),
                               std::string(protocol::instead_of_device_libraries),
                               std::string(*product)));
        return 0;
      },
      nullptr);
}

// Runs when the dynamic loader has mapped the library, before any code of the program.
__attribute__((constructor)) void loaded() {
  if (!simt::runs_on_this_processor())
    refuse_program(
        refusal_reason::instruction_set,
        protocol::phrase("no-instruction-set",
                         "this processor lacks the instructions that the emulator was built for "
                         "({}). Build it on this machine, or with -Dinstruction_sets=all",
                         simt::built_instruction_sets()));
  try {
    runtime::get();
  } catch (const std::bad_alloc&) {
    refuse_program(refusal_reason::out_of_memory,
                   protocol::phrase("no-address-space",
                                    "there is not enough address space for device memory (at least "
                                    "1 GiB). Raise the limit with `ulimit -v unlimited`"));
  }
  if (!settings().anyway) refuse_libraries();
  install_fault_handler(runtime::get().memory);
  limit_host();
  write_record("start", protocol::start_members("emulator", settings().device));
}

}  // namespace

runtime::runtime() : device(chosen_device()) {
  if (!settings().as_on_gpu) memory.paint_fresh_memory();
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
    how.as_on_gpu = settings().as_on_gpu;
    how.keep_going = settings().keep_going;
    how.waiting_person = waiting_person();
    how.monitor = monitor.get();
    how.recorder = recorder.get();
    how.provenance = &provenance;
    how.print = [this](std::string_view text) {
      if (!supposed.active() && !on_trial.active())
        std::fwrite(text.data(), 1, text.size(), stdout);
    };
    how.counted = [this](const simt::counted_grid& grid) { observed.add(grid); };
    how.begins = [this](const simt::kernel_facts& kernel, bool locks) {
      if (!supposed.active() && !on_trial.active()) observed.begins(kernel, locks);
    };
    how.timed = settings().clock != clock_setting::off;
    how.services = services_for_device_code();
    engine_ = std::make_unique<simt::engine>(memory, how);
  });
  return *engine_;
}

bool runtime::set_order(const std::string& name) {
  const auto order = orders().find(name);
  if (order == orders().end()) return false;
  engine().set_schedule({order->second, settings().seed});
  return true;
}

void runtime::reset() {
  forget_captures();
  forget_execs();
  forget_graphs();
  const std::unique_lock no_kernel_runs(work);
  registered.unload_all();
  forget_streams();
  forget_events();
  forget_textures();
  forget_mipmapped_arrays();
  forget_arrays();
  forget_pools();
  forget_virtual_memory();
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
