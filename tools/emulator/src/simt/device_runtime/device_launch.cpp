// Kernel launches from kernels, and their streams and events.
#include <string>
#include <utility>

#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "provenance/recorder.hpp"
#include "simt/control/finding.hpp"
#include "simt/device_runtime/device_runtime.hpp"
#include "simt/device_runtime/device_runtime_call.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

using call = device_runtime_call;

// Records a launch that comes to nothing: the host gets no error.
void note(const call& c, finding_kind kind, std::string message) {
  if ((misled_at(c.w, c.s->instruction) >> c.lane & 1) != 0) return;
  c.tree().lost(finding_of(fault_at(c.w, c.s, c.lane, kind, std::move(message)), c.launch()));
}

void note_lost(const call& c, const std::string& what) {
  if (provenance::recorder* const record = c.launch().provenance; record != nullptr)
    record->lose_launch({c.thread_in_grid(), c.launch().first_site + c.s->instruction}, what,
                        c.services().pending_launches());
  const unsigned line = c.services().pending_launches_set_at().line;
  const auto kept = c.services().pending_launches();
  note(c, finding_kind::lost_child_launch,
       line == 0
           ? protocol::phrase(
                 "launch-lost",
                 kept == 1 ? "launches {}, which is lost: the device keeps only {} launch pending"
                           : "launches {}, which is lost: the device keeps only {} launches "
                             "pending",
                 what, kept)
           : protocol::phrase("launch-lost-by-limit",
                              kept == 1
                                  ? "launches {}, which is lost: the device keeps only {} launch "
                                    "pending, the limit set on line {}"
                                  : "launches {}, which is lost: the device keeps only {} launches "
                                    "pending, the limit set on line {}",
                              what, kept, line));
}

std::string shape(const dimensions& size) {
  return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + ")";
}

void note_refused(const call& c, const kernel_facts& kernel, const launch_options& options,
                  int error) {
  note(c, finding_kind::launch_error,
       protocol::phrase("launch-refused",
                        "launches {} in a grid of {} blocks of {} threads, which is refused: {}",
                        protocol::short_name(kernel.display_name), shape(options.grid),
                        shape(options.block), c.services().error_text(error)));
}

struct size3 {
  std::uint32_t x = 1, y = 1, z = 1;
};

launch_options options_of(size3 grid, size3 block, std::uint32_t shared) {
  launch_options options;
  options.grid = {grid.x, grid.y, grid.z};
  options.block = {block.x, block.y, block.z};
  options.dynamic_shared_bytes = shared;
  return options;
}

// The kernel at a device function's address, if it may be launched so; otherwise an error.
const kernel_facts* kernel_at(const call& c, std::uint64_t address, const launch_options& options,
                              int& error) {
  const kernel_facts* kernel = c.launch().image->kernel_at(address);
  error = kernel == nullptr ? cudaErrorInvalidDeviceFunction : c.services().check(*kernel, options);
  if (kernel != nullptr && error != cudaSuccess) note_refused(c, *kernel, options, error);
  return error == cudaSuccess ? kernel : nullptr;
}

// void *GetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned shared): everything that
// can be wrong with a launch shows here, and the buffer is null then.
void get_parameter_buffer(const call& c) {
  launch_options options =
      options_of(c.argument<size3>(1), c.argument<size3>(2), c.argument<std::uint32_t>(3));
  if (const kernel_facts* kernel = c.launch().image->kernel_at(c.argument(0)); kernel != nullptr)
    options = c.services().supposed(*kernel, options, c.launch().grid);
  int error = cudaSuccess;
  std::uint64_t buffer = 0;
  if (const kernel_facts* kernel = kernel_at(c, c.argument(0), options, error)) {
    buffer = c.tree().buffer(options, kernel->name, kernel->parameter_bytes);
    if (buffer == 0) {
      error = cudaErrorLaunchPendingCountExceeded;
      note_lost(c, protocol::short_name(kernel->display_name));
    }
  }
  if (error != cudaSuccess) c.last_error() = error;
  c.give(buffer);
}

void launch_prepared(const call& c, std::uint64_t buffer, std::uint64_t stream) {
  const grid_handle grid = c.tree().prepared(buffer);
  if (grid == nullptr) return c.answer(cudaErrorInvalidValue);
  grid->requested_by = c.launch().kernel;
  grid->launched_at = c.launch().code->instructions[c.s->instruction].line;
  if (c.launch().monitor != nullptr) grid->follows.push_back(note_launch(c.w, c.lane));
  c.answer(c.tree().launch(c.self(), buffer, stream) ? cudaSuccess
                                                     : cudaErrorInvalidResourceHandle);
}

// cudaError_t LaunchDeviceV2(void *buffer, cudaStream_t stream)
void launch_device_v2(const call& c) { launch_prepared(c, c.argument(0), c.argument(1)); }

// void *GetParameterBuffer(size_t alignment, size_t size): the older form, in which the launch
// names the kernel.
void get_untyped_parameter_buffer(const call& c) {
  const std::uint64_t buffer = c.tree().buffer({}, {}, c.argument(1));
  if (buffer == 0) {
    c.last_error() = cudaErrorLaunchPendingCountExceeded;
    note_lost(c, protocol::phrase("a-kernel", "a kernel"));
  }
  c.give(buffer);
}

// cudaError_t LaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned shared,
// cudaStream_t stream)
void launch_device(const call& c) {
  const grid_handle grid = c.tree().prepared(c.argument(1));
  if (grid == nullptr) return c.answer(cudaErrorInvalidValue);
  grid->options =
      options_of(c.argument<size3>(2), c.argument<size3>(3), c.argument<std::uint32_t>(4));
  int error = cudaSuccess;
  const kernel_facts* kernel = kernel_at(c, c.argument(0), grid->options, error);
  if (kernel == nullptr) return c.answer(error);
  grid->kernel = kernel->name;
  grid->parameters.resize(kernel->parameter_bytes);
  launch_prepared(c, c.argument(1), c.argument(5));
}

void stream_create(const call& c) {
  if (c.argument<std::uint32_t>(1) != cudaStreamNonBlocking) return c.answer(cudaErrorInvalidValue);
  c.write(c.argument(0), c.tree().make_stream(c.self()));
  c.answer(cudaSuccess);
}

void stream_destroy(const call& c) {
  c.answer(c.tree().destroy_stream(c.self(), c.argument(0)) ? cudaSuccess
                                                            : cudaErrorInvalidResourceHandle);
}

void stream_wait_event(const call& c) {
  c.answer(c.tree().wait(c.self(), c.argument(0), c.argument(1)) ? cudaSuccess
                                                                 : cudaErrorInvalidResourceHandle);
}

void event_create(const call& c) {
  if (c.argument<std::uint32_t>(1) != cudaEventDisableTiming)
    return c.answer(cudaErrorInvalidValue);
  c.write(c.argument(0), c.tree().make_event(c.self()));
  c.answer(cudaSuccess);
}

void event_record(const call& c) {
  c.answer(c.tree().record(c.self(), c.argument(0), c.argument(1))
               ? cudaSuccess
               : cudaErrorInvalidResourceHandle);
}

void event_destroy(const call& c) {
  c.answer(c.tree().destroy_event(c.self(), c.argument(0)) ? cudaSuccess
                                                           : cudaErrorInvalidResourceHandle);
}

constexpr named_action launch_functions[] = {
    {"GetParameterBufferV2", &device_function<get_parameter_buffer>},
    {"LaunchDeviceV2", &device_function<launch_device_v2>},
    {"GetParameterBuffer", &device_function<get_untyped_parameter_buffer>},
    {"LaunchDevice", &device_function<launch_device>},
    {"StreamCreateWithFlags", &device_function<stream_create>},
    {"StreamDestroy", &device_function<stream_destroy>},
    {"StreamWaitEvent", &device_function<stream_wait_event>},
    {"EventCreateWithFlags", &device_function<event_create>},
    {"EventRecord", &device_function<event_record>},
    {"EventRecordWithFlags", &device_function<event_record>},
    {"EventDestroy", &device_function<event_destroy>},
};

}  // namespace

action device_launch_function(std::string_view name) { return find_action(launch_functions, name); }

}  // namespace lockstep::simt
