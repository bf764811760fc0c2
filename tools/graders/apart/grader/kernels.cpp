#include "kernels.hpp"

#include <lockstep/protocol/other_program_abi.h>
#include <lockstep/observe.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "../runtime_calls.hpp"
#include "answer_process.hpp"

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaRegisterFunction(void** handle, const char* host_function, char* device_function,
                            const char* device_name, int thread_limit, uint3* thread, uint3* block,
                            dim3* block_size, dim3* grid_size, int* warp_size);
void __cudaRegisterVar(void** handle, char* host_variable, char* device_address,
                       const char* device_name, int external, size_t bytes, int constant,
                       int global);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
}

namespace lockstep::apart {

namespace {

constexpr std::size_t most_registered = 10'000;
constexpr std::uint32_t most_parameters = 4096;

// nvcc's wrapper of device code, and the beginning of a container of it.
struct fatbinary_wrapper {
  std::uint32_t magic = 0x466243b1, version = 1;
  const void* data = nullptr;
  const void* const* units = nullptr;
};
struct container_layout {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;
};

struct image {
  std::deque<std::vector<char>> containers;
  std::vector<const void*> units;
  fatbinary_wrapper wrapper;
  void** handle = nullptr;
};

std::deque<image>& images() {
  static std::deque<image> all;
  return all;
}
std::map<const void*, const void*>& symbols() {
  static std::map<const void*, const void*> all;
  return all;
}

// An address that stands for something of the answer's.
char* new_address() {
  static std::deque<char> all;
  if (all.size() > most_registered) throw broken();
  return &all.emplace_back();
}

// The runtime believes what a container says of its size.
std::vector<char> take_container(incoming& from) {
  const auto bytes = from.get<std::uint64_t>();
  const char* const first = from.bytes(bytes);
  container_layout begin{};
  if (bytes < sizeof begin) throw broken();
  std::memcpy(&begin, first, sizeof begin);
  if (begin.header_bytes > bytes || begin.bytes > bytes - begin.header_bytes) throw broken();
  return {first, first + bytes};
}

image& image_of(std::uint64_t number) {
  if (number == 0 || number > images().size()) throw broken();
  return images()[number - 1];
}

}  // namespace

void register_image(incoming& from) {
  if (from.get<std::uint64_t>() != images().size() + 1 || images().size() > most_registered)
    throw broken();
  const auto count = from.get<std::uint32_t>();
  image& made = images().emplace_back();
  for (std::uint32_t i = 0; i < count; ++i) made.containers.push_back(take_container(from));
  if (count == 0) throw broken();
  made.wrapper.data = made.containers.front().data();
  for (std::uint32_t i = 1; i < count; ++i) made.units.push_back(made.containers[i].data());
  made.units.push_back(nullptr);
  if (count > 1) {
    made.wrapper.version = 2;
    made.wrapper.units = made.units.data();
  }
  made.handle = __cudaRegisterFatBinary(&made.wrapper);
  __cudaRegisterFatBinaryEnd(made.handle);
}

void register_kernel(incoming& from) {
  image& of = image_of(from.get<std::uint64_t>());
  const auto* const there = from.get<const void*>();
  const std::string name = from.text();
  const void* here = kernel_of_interface(name);
  if (here == nullptr) here = new_address();
  symbols()[there] = here;
  __cudaRegisterFunction(of.handle, static_cast<const char*>(here), const_cast<char*>(name.c_str()),
                         name.c_str(), -1, nullptr, nullptr, nullptr, nullptr, nullptr);
}

void register_variable(incoming& from) {
  image& of = image_of(from.get<std::uint64_t>());
  const auto* const there = from.get<const void*>();
  const std::string name = from.text();
  const auto bytes = from.get<std::uint64_t>();
  char* const here = new_address();
  symbols()[there] = here;
  __cudaRegisterVar(of.handle, here, const_cast<char*>(name.c_str()), name.c_str(), 0, bytes, 0, 0);
}

const void* symbol_here(const void* in_answer) {
  static const char nothing = 0;
  if (in_answer == nullptr) return nullptr;
  const auto found = symbols().find(in_answer);
  return found == symbols().end() ? &nothing : found->second;
}

namespace {

// Nothing: the runtime does not know.
std::vector<std::uint32_t> sizes_of(const void* function, bool& is_known) {
  static const auto sizes = lockstep::detail::runtime_function<decltype(lockstep_parameter_sizes)>(
      "lockstep_parameter_sizes");
  std::vector<std::uint32_t> all(most_parameters);
  const int count = sizes == nullptr ? -1 : sizes(function, all.data(), most_parameters);
  is_known = count >= 0;
  all.resize(is_known ? static_cast<std::size_t>(count) : 0);
  return all;
}

struct shape {
  dim3 grid, block;
  std::uint64_t shared;
  cudaStream_t stream;
};

cudaError_t launch_with(launch_kind kind, const void* function, shape of, void** arguments,
                        std::vector<cudaLaunchAttribute>& attributes) {
  switch (kind) {
    case launch_kind::written: {
      // As <<<...>>> does it: suppositions change such launches.
      std::size_t shared = 0;
      (void)__cudaPushCallConfiguration(of.grid, of.block, of.shared, of.stream);
      (void)__cudaPopCallConfiguration(&of.grid, &of.block, &shared, &of.stream);
      [[fallthrough]];
    }
    case launch_kind::plain:
      return cudaLaunchKernel(function, of.grid, of.block, arguments, of.shared, of.stream);
    case launch_kind::cooperative:
      return cudaLaunchCooperativeKernel(function, of.grid, of.block, arguments, of.shared,
                                         of.stream);
    case launch_kind::with_attributes: {
      cudaLaunchConfig_t config{};
      config.gridDim = of.grid;
      config.blockDim = of.block;
      config.dynamicSmemBytes = of.shared;
      config.stream = of.stream;
      config.attrs = attributes.data();
      config.numAttrs = static_cast<unsigned>(attributes.size());
      return cudaLaunchKernelExC(&config, function, arguments);
    }
  }
  throw broken();
}

}  // namespace

outgoing parameter_sizes(incoming& from) {
  bool is_known = false;
  const auto sizes = sizes_of(symbol_here(from.get<const void*>()), is_known);
  outgoing reply;
  reply.put(is_known);
  reply.put(static_cast<std::uint32_t>(sizes.size()));
  for (const std::uint32_t one : sizes) reply.put(one);
  return reply;
}

outgoing launch(incoming& from) {
  const auto kind = from.get<launch_kind>();
  const void* const function = symbol_here(from.get<const void*>());
  shape of{};
  of.grid = from.get<dim3>();
  of.block = from.get<dim3>();
  of.shared = from.get<std::uint64_t>();
  of.stream = from.get<cudaStream_t>();
  const auto count = from.get<std::uint32_t>();
  if (count > 32) throw broken();
  std::vector<cudaLaunchAttribute> attributes(count);
  for (auto& one : attributes) one = from.get<cudaLaunchAttribute>();

  // Where they lie in the message, each as long as the kernel says.
  std::vector<std::vector<char>> values;
  std::vector<void*> arguments;
  const bool has_arguments = from.get<bool>();
  bool is_known = false;
  const auto sizes = sizes_of(function, is_known);
  if (has_arguments) {
    for (const std::uint32_t size : sizes) {
      const char* const first = from.bytes(size);
      values.emplace_back(first, first + size);
      arguments.push_back(values.back().data());
    }
  }
  arguments.push_back(nullptr);
  outgoing reply;
  reply.put(
      launch_with(kind, function, of, has_arguments ? arguments.data() : nullptr, attributes));
  return reply;
}

}  // namespace lockstep::apart
