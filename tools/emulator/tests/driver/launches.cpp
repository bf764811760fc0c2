#include <cstring>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("launches");

namespace {

struct launch {
  const context current;
  const module_of_test module;
  device_memory to{4};
  int value = 0;
  long pad = 0;
  void* arguments[3] = {&to.address, &value, &pad};
};

}  // namespace

TEST_CASE("arguments come one by one") {
  launch test;
  test.value = 5;
  CHECK(cuLaunchKernel(test.module.set, 1, 1, 1, 32, 1, 1, 0, nullptr, test.arguments, nullptr) ==
        CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 5);
}

TEST_CASE("arguments come in one buffer") {
  launch test;
  char buffer[24] = {};
  std::size_t size = sizeof buffer;
  const int value = 6;
  std::memcpy(buffer, &test.to.address, 8);
  std::memcpy(buffer + 8, &value, 4);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(test.module.set, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) ==
        CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 6);
  size = 20;  // the last one is missing
  CHECK(cuLaunchKernel(test.module.set, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) ==
        CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("a launch with attributes, and a cooperative one") {
  launch test;
  CUlaunchAttribute attribute{};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  CUlaunchConfig config{1, 1, 1, 1, 1, 1, 0, nullptr, &attribute, 1};
  test.value = 7;
  CHECK(cuLaunchKernelEx(&config, test.module.set, test.arguments, nullptr) == CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 7);
  test.value = 8;
  CHECK(cuLaunchCooperativeKernel(test.module.set, 1, 1, 1, 1, 1, 1, 0, nullptr, test.arguments) ==
        CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 8);
}

TEST_CASE("blocks of a cooperative launch wait for each other by the device runtime's call") {
  // Each block adds 1, waits for the grid, and stores what all have added.
  const char by_call[] = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags);
.visible .entry meet(.param .u64 count, .param .u64 seen)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .param .b32 p32;
  .param .b64 p64;
  .param .b32 e32;
  ld.param.u64 %rd1, [count];
  ld.param.u64 %rd2, [seen];
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 0;
  @!%p1 red.global.add.u32 [%rd1], 1;
  st.param.b32 [p32], 1;
  call (p64), cudaCGGetIntrinsicHandle, (p32);
  ld.param.b64 %rd3, [p64];
  st.param.b64 [p64], %rd3;
  st.param.b32 [p32], 0;
  call (e32), cudaCGSynchronize, (p64, p32);
  @%p1 ret;
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd4, %r2, 4;
  add.u64 %rd5, %rd2, %rd4;
  ld.volatile.global.u32 %r3, [%rd1];
  st.global.u32 [%rd5], %r3;
  ret;
}
)";
  const context current;
  CUmodule module = nullptr;
  CUfunction meet = nullptr;
  REQUIRE(cuModuleLoadData(&module, by_call) == CUDA_SUCCESS);
  REQUIRE(cuModuleGetFunction(&meet, module, "meet") == CUDA_SUCCESS);
  constexpr unsigned blocks = 5;
  device_memory count(4), seen(4 * blocks);
  REQUIRE(cuMemsetD32(count.address, 0, 1) == CUDA_SUCCESS);
  void* arguments[] = {&count.address, &seen.address};
  CHECK(cuLaunchCooperativeKernel(meet, blocks, 1, 1, 64, 1, 1, 0, nullptr, arguments) ==
        CUDA_SUCCESS);
  for (unsigned block = 0; block < blocks; ++block) CHECK(int_at(seen.address + 4 * block) == 5);
}

TEST_CASE("a launch that cannot be is refused") {
  launch test;
  CHECK(cuLaunchKernel(test.module.set, 1, 1, 1, 2000, 1, 1, 0, nullptr, test.arguments, nullptr) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, test.arguments, nullptr) ==
        CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE("a node of a graph launches a function") {
  launch test;
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  test.value = 9;
  CUDA_KERNEL_NODE_PARAMS parameters{};
  parameters.func = test.module.set;
  parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.kernelParams = test.arguments;
  CHECK(cuGraphAddKernelNode(&node, graph, nullptr, 0, &parameters) == CUDA_SUCCESS);
  CUDA_KERNEL_NODE_PARAMS given{};
  CHECK(cuGraphKernelNodeGetParams(node, &given) == CUDA_SUCCESS);
  CHECK(given.func == test.module.set);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 9);
  CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  CHECK(cuGraphDestroy(graph) == CUDA_SUCCESS);
}

TEST_CASE("a graph whose module was unloaded fails, and nothing worse") {
  launch test;
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  CUDA_KERNEL_NODE_PARAMS parameters{};
  parameters.func = test.module.set;
  parameters.gridDimX = parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.kernelParams = test.arguments;
  REQUIRE(cuGraphAddKernelNode(&node, graph, nullptr, 0, &parameters) == CUDA_SUCCESS);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  REQUIRE(cuModuleUnload(test.module.handle) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE("a node of any type is added by its parameters: a copy") {
  launch test;
  device_memory from(4);
  REQUIRE(cuMemsetD32(from.address, 11, 1) == CUDA_SUCCESS);
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  REQUIRE(cuGraphCreate(&graph, 0) == CUDA_SUCCESS);
  CUgraphNodeParams parameters{};
  parameters.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  CUDA_MEMCPY3D& copy = parameters.memcpy.copyParams;
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from.address;
  copy.dstDevice = test.to.address;
  copy.WidthInBytes = 4;
  copy.Height = copy.Depth = 1;
  CHECK(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == CUDA_SUCCESS);
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 11);
}

TEST_CASE("what a stream captures is launched with the graph") {
  launch test;
  CUstream stream = nullptr;
  REQUIRE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  REQUIRE(cuMemsetD32(test.to.address, 0, 1) == CUDA_SUCCESS);
  REQUIRE(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL) == CUDA_SUCCESS);
  CHECK(cuMemsetD32Async(test.to.address, 3, 1, stream) == CUDA_SUCCESS);
  CUgraph graph = nullptr;
  REQUIRE(cuStreamEndCapture(stream, &graph) == CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 0);
  CUgraphExec exec = nullptr;
  REQUIRE(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  CHECK(cuGraphLaunch(exec, stream) == CUDA_SUCCESS);
  CHECK(int_at(test.to.address) == 3);
  CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
}

TEST_CASE("the block size with most threads resident, within a limit") {
  launch test;
  int grid = 0, block = 0;
  CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, test.module.set, nullptr, 0, 256) ==
        CUDA_SUCCESS);
  CHECK(block == 256);
  CHECK(grid == 132 * 8);
}

TEST_SUITE_END();
