// Launching kernels: what a launch may ask for, how its arguments travel, and what becomes of a
// kernel that fails.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "cudart/api_call.hpp"
#include "cudart/environment.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/launches/interruption.hpp"
#include "cudart/launches/launch.hpp"
#include "cudart/launches/launch_limits.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/launch_overlap.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_order.hpp"
#include "cudart/streams/submit.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

using protocol::finding_kind;

// <<<...>>> pushes a configuration, the kernel's host stub pops it. Arguments of a launch may
// contain launches, hence a stack; of fixed size, because destructors of static objects launch
// kernels when what a thread owned is gone already.
struct configuration_stack {
  std::array<launch_configuration, 32> entries;
  std::size_t size = 0;
};
thread_local configuration_stack configurations;
// The launch that comes next is written <<<...>>> in a program: its shape stands there.
thread_local bool is_written_there = false;

// The kernel's parameter buffer, made of the values that `arguments` points to.
std::vector<std::byte> pack(const simt::kernel_facts& facts, void** arguments) {
  require(arguments != nullptr || facts.parameter_sizes.empty(), cudaErrorInvalidValue);
  std::vector<std::byte> buffer(facts.parameter_bytes);
  for (std::size_t i = 0; i < facts.parameter_sizes.size(); ++i)
    std::memcpy(buffer.data() + facts.parameter_offsets[i], arguments[i], facts.parameter_sizes[i]);
  return buffer;
}

// The error that a GPU gives for what stopped a kernel.
cudaError_t error_of(finding_kind stopped_by) {
  switch (stopped_by) {
    case finding_kind::out_of_bounds:
    case finding_kind::null_pointer:
    case finding_kind::use_after_free:
    case finding_kind::stack_overflow:
    case finding_kind::invalid_object:
      return cudaErrorIllegalAddress;
    case finding_kind::misaligned:
      return cudaErrorMisalignedAddress;
    case finding_kind::assert:
      return cudaErrorAssert;
    case finding_kind::timeout:
    case finding_kind::deadlock:
      return cudaErrorLaunchTimeout;
    default:
      return cudaErrorLaunchFailure;
  }
}

// How long a launch may run, and how to give it more; or that a person did not wait so long.
std::string why_it_was_stopped() {
  const double seconds = static_cast<double>(settings().timeout.count()) / 1000;
  const simt::attention* const person = waiting_person();
  if (person != nullptr && person->interrupted)
    return protocol::phrase("why-interrupted",
                            "Ctrl-C stopped the kernel. Whether it would have ended is not known.");
  if (seconds == 0) return {};
  return protocol::phrase(
      "why-timed-out",
      "The kernel had not ended after {} s, the limit for a launch here, and may never end. "
      "--timeout SECONDS (LOCKSTEP_TIMEOUT) sets another limit, 0 none.",
      fmt::format("{:g}", seconds));
}

// Of what happens in the kernel that the program launches now: where it does.
void report_with_launch(protocol::finding found, const simt::launch_options& options) {
  const bool is_of_host = found.launch && found.launch->from.line == 0 &&
                          found.launch->grid == options.grid &&
                          found.launch->block == options.block;
  if (is_of_host) found.launch->from = place_of_launch();
  report_finding(std::move(found));
}

// A barrier that is used wrongly may wait for ever: that is one cause, and the barrier is to be
// fixed.
void report_findings(const simt::outcome& outcome, const simt::launch_options& options) {
  const auto is_barrier = [](const protocol::finding& found) {
    return found.kind == finding_kind::barrier_mismatch ||
           found.kind == finding_kind::barrier_divergence;
  };
  const bool by_barriers = outcome.stopped_by == finding_kind::deadlock &&
                           std::any_of(outcome.noticed.begin(), outcome.noticed.end(), is_barrier);
  const bool only_warned = settings().as_on_gpu && !settings().memcheck;
  for (protocol::finding found : outcome.noticed) {
    if (only_warned) continue;  // LOCKSTEP_CHECKS=none
    found.stopped = by_barriers && is_barrier(found);
    report_with_launch(std::move(found), options);
  }
  for (protocol::finding found : outcome.findings) {
    if (found.kind == finding_kind::timeout) found.why = why_it_was_stopped();
    if (by_barriers && found.kind == finding_kind::deadlock) continue;
    found.stopped = true;
    report_with_launch(std::move(found), options);
  }
}

}  // namespace

void lockstep::cudart::run_launch(const kernel_work& work) {
  runtime& process = runtime::get();
  const launch_configuration& launch = work.launch;
  const simt::kernel_facts& facts = facts_of(*work.kernel);
  simt::launch_options options;
  options.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  options.block = {launch.block.x, launch.block.y, launch.block.z};
  options.dynamic_shared_bytes = static_cast<std::uint32_t>(launch.shared);
  options.cooperative = work.cooperative;
  options.cluster = {launch.cluster.x, launch.cluster.y, launch.cluster.z};
  if (process.monitor != nullptr) options.stream = stream_of_work();
  if (process.provenance.recording()) options.called_at = place_of_launch();
  if (launch_overlap* const launches = launch_overlap::asked_for(); launches != nullptr) {
    const std::scoped_lock lock(launches->mutex);
    launches->begins(stream_of_work(), launch.early);
  }
  if (process.on_trial.active())
    return process.on_trial.run(*work.kernel, options, work.parameters);
  if (process.fault.pending()) return;  // the context is lost, though the program does not know yet
  try {
    const std::shared_lock memory_stays(process.work);
    const interruptible until_reported;
    const simt::outcome outcome =
        process.engine().run(*work.kernel->image->loaded, work.kernel->name, options,
                             work.parameters, process.observed.counting());
    report_findings(outcome, options);
    if (settings().memcheck)
      for (const protocol::finding& found : outcome.lost_launches) report_finding(found);
    // One that went on fails as if it had not.
    const auto failed_by = outcome.went_on_after ? outcome.went_on_after : outcome.stopped_by;
    if (failed_by) process.fault.happened(error_of(*failed_by));
  } catch (const simt::unsupported& unsupported) {
    if (process.supposed.active()) {  // a change that makes no sense
      process.fault.happened(cudaErrorNotSupported);
      return;
    }
    const bool is_too_large = dynamic_cast<const simt::too_large*>(&unsupported) != nullptr;
    refuse(is_too_large ? refusal_reason::too_large : refusal_reason::unsupported_instruction,
           unsupported.what(), facts.display_name);
    // Its results are missing for good: no later call may look as if all were well.
    process.fault.happened(cudaErrorNotSupported);
    process.fault.surface();
    throw failure{cudaErrorNotSupported};
  } catch (const std::bad_alloc&) {
    refuse(
        refusal_reason::out_of_memory,
        protocol::phrase(
            "no-host-memory",
            "the host has no memory left to run this kernel: use smaller blocks or fewer workers "
            "(LOCKSTEP_WORKERS), or raise the limit (ulimit -v)"),
        facts.display_name);
    process.fault.happened(cudaErrorMemoryAllocation);  // part of it may have run
    throw failure{cudaErrorMemoryAllocation};
  }
}

void lockstep::cudart::check_launch(const kernel_work& work) {
  const simt::kernel_facts& facts = facts_of(*work.kernel);
  check_shape(*work.kernel, facts, work.launch, work.parameters);
  check_cluster(*work.kernel, facts, work.launch);
  if (work.cooperative) check_cooperative(facts, work.launch);
}

kernel_work lockstep::cudart::make_launch(const void* function, const launch_configuration& launch,
                                          bool cooperative, void** arguments) {
  registered_kernel& kernel = runtime::get().registered.kernel(function);
  check_stream(facts_of(kernel), launch.stream);
  kernel_work work{&kernel, launch, cooperative, {}, {}};
  work.parameters = pack(facts_of(kernel), arguments);
  check_launch(work);
  return work;
}

namespace {

// An event that the launch itself is to record, at its beginning or on the way: here it is over.
void record_event_of(const cudaLaunchAttribute& attribute, cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  if (attribute.id == cudaLaunchAttributeProgrammaticEvent)
    error = cudaEventRecord(attribute.val.programmaticEvent.event, stream);
  if (attribute.id == cudaLaunchAttributeLaunchCompletionEvent)
    error = cudaEventRecord(attribute.val.launchCompletionEvent.event, stream);
  require(error == cudaSuccess, error);
}

void launch(cudaStream_t stream, const kernel_work& work) {
  submit(stream, work);
  if (settings().launches_wait && captured_graph(stream) == nullptr) {
    note_host_wait(stream);
    if (const cudaError_t lost = context_error(context_use::waits)) throw failure{lost};
  }
}

}  // namespace

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                cudaStream_t stream) {
  return api_call(__func__, context_use::none, [&] {
    require(configurations.size < configurations.entries.size(), cudaErrorInvalidConfiguration);
    configurations.entries[configurations.size++] = {grid, block, shared, stream};
  });
}

extern "C" cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                                  void* stream) {
  return api_call(__func__, context_use::none, [&] {
    require(configurations.size > 0, cudaErrorMissingConfiguration);
    const launch_configuration& last = configurations.entries[--configurations.size];
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<cudaStream_t*>(stream) = last.stream;
    is_written_there = true;
  });
}

extern "C" cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    launch_configuration shape{grid, block, shared, stream};
    const runtime& process = runtime::get();
    if (std::exchange(is_written_there, false) && process.supposed.active())
      shape = process.supposed.shape(runtime::get().registered.kernel(function), shape);
    launch(stream, make_launch(function, shape, false, arguments));
  });
}
PER_THREAD_NAME(cudaLaunchKernel, _ptsz)

extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                          void** arguments, size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
PER_THREAD_NAME(__cudaLaunchKernel, _ptsz)

extern "C" cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                   void** arguments, size_t shared,
                                                   cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    launch(stream, make_launch(function, {grid, block, shared, stream}, true, arguments));
  });
}
PER_THREAD_NAME(cudaLaunchCooperativeKernel, _ptsz)

extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                           void** arguments) {
  return api_call(__func__, context_use::needed, [&] {
    require(config != nullptr, cudaErrorInvalidValue);
    bool cooperative = false;
    launch_configuration shape{config->gridDim, config->blockDim, config->dynamicSmemBytes,
                               config->stream};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative)
        cooperative = attribute.val.cooperative != 0;
      const auto& cluster = attribute.val.clusterDim;
      if (attribute.id == cudaLaunchAttributeClusterDimension)
        shape.cluster = {cluster.x, cluster.y, cluster.z};
      if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
        shape.early = attribute.val.programmaticStreamSerializationAllowed != 0;
      // All others are hints about priorities, caches and overlap, or ask for an order that holds
      // here anyway.
    }
    launch(config->stream, make_launch(function, shape, cooperative, arguments));
    for (unsigned i = 0; i < config->numAttrs; ++i)
      record_event_of(config->attrs[i], config->stream);
  });
}
PER_THREAD_NAME(cudaLaunchKernelExC, _ptsz)
