// Kernels: what nvcc's code says of them, and how they are launched.
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "exchange.hpp"

using namespace lockstep::apart;

namespace {

// As nvcc embeds device code (fatbinary_section.h, and the toolkit's fatbinary.h).
struct wrapper_layout {
  std::uint32_t magic, version;
  const char* data;
  const char* const* units;
};
struct container_layout {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;
};

// What is registered before main begins is sent when the channel is open.
struct registration {
  call_id which;
  std::uint64_t image;
  const void* wrapper;
  const void* symbol;
  std::string name;
  std::uint64_t bytes;
};
std::vector<registration>& waiting() {
  static auto& all = *new std::vector<registration>;
  return all;
}
std::uint64_t images = 0;

void put_container(outgoing& to, const char* data) {
  container_layout begin{};
  if (data != nullptr) std::memcpy(&begin, data, sizeof begin);
  const std::uint64_t bytes = data == nullptr ? 0 : begin.header_bytes + begin.bytes;
  to.put(bytes);
  to.bytes(data, bytes);
}

void send(const registration& one) {
  outgoing call = begin_call(one.which);
  call.put(one.image);
  if (one.which == call_id::register_image) {
    wrapper_layout all{};
    std::memcpy(&all, one.wrapper, sizeof all);
    std::uint32_t count = 1;
    const bool has_units = all.version == 2 && all.units != nullptr;
    if (has_units)
      for (const char* const* unit = all.units; *unit != nullptr; ++unit) ++count;
    call.put(count);
    put_container(call, all.data);
    for (std::uint32_t i = 0; i + 1 < count; ++i) put_container(call, all.units[i]);
  } else {
    call.put(one.symbol);
    call.text(one.name);
    call.put(one.bytes);
  }
  exchange(call);
}

struct configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};
struct configuration_stack {
  std::array<configuration, 32> entries;
  std::size_t size = 0;
};
thread_local configuration_stack configurations;
thread_local bool is_written_there = false;  // the launch that comes next: <<<...>>>

// Of each parameter; none: not known.
const std::vector<std::uint32_t>* parameter_sizes(const void* function) {
  static std::map<const void*, std::vector<std::uint32_t>> known;
  const auto there = known.find(function);
  if (there != known.end()) return &there->second;
  outgoing call = begin_call(call_id::parameter_sizes);
  call.put(function);
  incoming reply = exchange(call);
  if (!reply.get<bool>()) return nullptr;
  std::vector<std::uint32_t> sizes(reply.get<std::uint32_t>());
  for (std::uint32_t& one : sizes) one = reply.get<std::uint32_t>();
  return &(known[function] = std::move(sizes));
}

LOCKSTEP_FORWARDING cudaError_t launch(launch_kind kind, const void* function,
                                       const configuration& shape, void** arguments,
                                       const cudaLaunchAttribute* attributes = nullptr,
                                       unsigned count = 0) {
  const turn mine;
  send_registrations();
  const auto* const sizes = parameter_sizes(function);
  outgoing call = begin_call(call_id::cudaLaunchKernel);
  call.put(kind);
  call.put(function);
  call.put(shape.grid);
  call.put(shape.block);
  call.put(static_cast<std::uint64_t>(shape.shared));
  call.put(shape.stream);
  call.put(static_cast<std::uint32_t>(count));
  call.bytes(attributes, count * sizeof *attributes);
  const bool has_arguments = sizes != nullptr && (arguments != nullptr || sizes->empty());
  call.put(has_arguments);
  if (has_arguments)
    for (std::size_t i = 0; i < sizes->size(); ++i) call.bytes(arguments[i], (*sizes)[i]);
  return exchange(call).get<cudaError_t>();
}

}  // namespace

void lockstep::apart::send_registrations() {
  open_channel();
  static bool is_sending = false;
  if (is_sending || waiting().empty()) return;
  is_sending = true;
  for (const registration& one : waiting()) send(one);
  waiting().clear();
  is_sending = false;
}

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  waiting().push_back({call_id::register_image, ++images, wrapper, nullptr, {}, 0});
  return reinterpret_cast<void**>(images);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void** image, const char* function, char*, const char* name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
  waiting().push_back({call_id::register_kernel, reinterpret_cast<std::uint64_t>(image), nullptr,
                       function, name, 0});
}
void __cudaRegisterVar(void** image, char* variable, char*, const char* name, int, size_t bytes,
                       int, int) {
  waiting().push_back({call_id::register_variable, reinterpret_cast<std::uint64_t>(image), nullptr,
                       variable, name, bytes});
}
char __cudaInitModule(void**) { return 1; }

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  if (configurations.size == configurations.entries.size()) return cudaErrorInvalidConfiguration;
  configurations.entries[configurations.size++] = {grid, block, shared, stream};
  return cudaSuccess;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  if (configurations.size == 0) return cudaErrorMissingConfiguration;
  const configuration& last = configurations.entries[--configurations.size];
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  is_written_there = true;
  return cudaSuccess;
}

LOCKSTEP_FORWARDING cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                                 void** arguments, size_t shared,
                                                 cudaStream_t stream) {
  const launch_kind kind = is_written_there ? launch_kind::written : launch_kind::plain;
  is_written_there = false;
  return launch(kind, function, {grid, block, shared, stream}, arguments);
}
// The handle of a kernel is the address of its host function.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
LOCKSTEP_FORWARDING cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                                   void** arguments, size_t shared,
                                                   cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
LOCKSTEP_FORWARDING cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid,
                                                            dim3 block, void** arguments,
                                                            size_t shared, cudaStream_t stream) {
  return launch(launch_kind::cooperative, function, {grid, block, shared, stream}, arguments);
}
LOCKSTEP_FORWARDING cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                    const void* function, void** arguments) {
  if (config == nullptr || config->numAttrs > 32) return cudaErrorInvalidValue;
  return launch(launch_kind::with_attributes, function,
                {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream},
                arguments, config->attrs, config->numAttrs);
}

}  // extern "C"
