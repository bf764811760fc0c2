// What device code may ask: errors, attributes, limits, kernels; and its heap under the runtime's
// names.
#include <algorithm>
#include <utility>

#include "simt/device_runtime/device_runtime.hpp"
#include "simt/device_runtime/device_runtime_call.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {
namespace {

using call = device_runtime_call;

void get_last_error(const call& c) {
  c.give(static_cast<std::uint64_t>(std::exchange(c.last_error(), cudaSuccess)));
}
void peek_at_last_error(const call& c) { c.give(static_cast<std::uint64_t>(c.last_error())); }

void get_error_name(const call& c) {
  c.give(c.tree().text(c.services().error_name(c.argument<int>(0))));
}
void get_error_string(const call& c) {
  c.give(c.tree().text(c.services().error_text(c.argument<int>(0))));
}

template <class T>
void answer_with(const call& c, int error, const T& value) {
  if (error == cudaSuccess) c.write(c.argument(0), value);
  c.answer(error);
}

void device_get_attribute(const call& c) {
  int value = 0;
  const int error = c.services().attribute(c.argument<int>(1), c.argument<int>(2), value);
  answer_with(c, error, value);
}

void device_get_limit(const call& c) {
  std::size_t value = 0;
  const int error = c.services().limit(c.argument<int>(1), value);
  answer_with(c, error, value);
}

void get_device(const call& c) { answer_with(c, cudaSuccess, 0); }
void get_device_count(const call& c) { answer_with(c, cudaSuccess, 1); }
// The version of the device runtime's interface: an H200 answers so under CUDA 13.0.
void runtime_get_version(const call& c) { answer_with(c, cudaSuccess, 6000); }
// Cache preference: none. Banks: four bytes.
void device_get_cache_config(const call& c) {
  answer_with(c, cudaSuccess, static_cast<int>(cudaFuncCachePreferNone));
}
void device_get_bank_size(const call& c) {
  answer_with(c, cudaSuccess, static_cast<int>(cudaSharedMemBankSizeFourByte));
}

int version_of(const std::string& target) {  // "sm_90" -> 90
  int version = 0;
  for (const char letter : target)
    if (letter >= '0' && letter <= '9') version = 10 * version + (letter - '0');
  return version;
}

void func_get_attributes(const call& c) {
  const kernel_facts* kernel = c.launch().image->kernel_at(c.argument(1));
  if (kernel == nullptr) return c.answer(cudaErrorInvalidDeviceFunction);
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = kernel->static_shared_bytes;
  attributes.localSizeBytes = kernel->local_bytes;
  attributes.maxThreadsPerBlock = c.services().max_threads(*kernel);
  attributes.numRegs = static_cast<int>(kernel->registers);
  attributes.ptxVersion = attributes.binaryVersion = version_of(kernel->ptx_target);
  attributes.maxDynamicSharedSizeBytes =
      static_cast<int>((48u << 10) - std::min(48u << 10, kernel->static_shared_bytes));
  attributes.preferredShmemCarveout = -1;
  c.write(c.argument(0), attributes);
  c.answer(cudaSuccess);
}

void max_active_blocks(const call& c) {
  const kernel_facts* kernel = c.launch().image->kernel_at(c.argument(1));
  if (kernel == nullptr) return c.answer(cudaErrorInvalidDeviceFunction);
  int blocks = 0;
  const int error =
      c.services().blocks_per_multiprocessor(*kernel, c.argument<int>(2), c.argument(3), blocks);
  answer_with(c, error, blocks);
}

void allocate(const call& c) {
  const memory::allocation* made =
      c.launch().memory->allocate_heap(c.argument(1), c.launch().heap_bytes);
  answer_with(c, made == nullptr ? cudaErrorMemoryAllocation : cudaSuccess,
              made == nullptr ? 0 : made->address);
}

void release(const call& c) {
  const std::uint64_t address = c.argument(0);
  c.answer(address == 0 || c.launch().memory->release_heap(address) ? cudaSuccess
                                                                    : cudaErrorInvalidValue);
}

constexpr named_action query_functions[] = {
    {"GetLastError", &device_function<get_last_error>},
    {"PeekAtLastError", &device_function<peek_at_last_error>},
    {"GetErrorName", &device_function<get_error_name>},
    {"GetErrorString", &device_function<get_error_string>},
    {"DeviceGetAttribute", &device_function<device_get_attribute>},
    {"DeviceGetLimit", &device_function<device_get_limit>},
    {"DeviceGetCacheConfig", &device_function<device_get_cache_config>},
    {"DeviceGetSharedMemConfig", &device_function<device_get_bank_size>},
    {"GetDevice", &device_function<get_device>},
    {"GetDeviceCount", &device_function<get_device_count>},
    {"RuntimeGetVersion", &device_function<runtime_get_version>},
    {"FuncGetAttributes", &device_function<func_get_attributes>},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", &device_function<max_active_blocks>},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", &device_function<max_active_blocks>},
    {"Malloc", &device_function<allocate>},
    {"Free", &device_function<release>},
};

}  // namespace

action device_query_function(std::string_view name) { return find_action(query_functions, name); }

}  // namespace lockstep::simt
