// Graphs of kernels: built by hand and captured from streams.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 64;

__global__ void increment(int* data) { data[threadIdx.x] += 1; }
__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[N - 1 - threadIdx.x]; }

template <class... Arguments>
cudaGraphNode_t add_kernel(cudaGraph_t graph, void* kernel, cudaGraphNode_t behind,
                           Arguments... arguments) {
  void* pointers[] = {&arguments...};
  cudaKernelNodeParams node{};
  node.func = kernel;
  node.gridDim = dim3(1);
  node.blockDim = dim3(N);
  node.kernelParams = pointers;
  cudaGraphNode_t made = nullptr;
  CUDA_CHECK(
      cudaGraphAddKernelNode(&made, graph, behind ? &behind : nullptr, behind ? 1 : 0, &node));
  return made;
}
void launch(cudaGraph_t graph) {
  cudaGraphExec_t ready = nullptr;
  CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
}
void by_hand(bool edge) {
  auto data = numbers(N), out = ints(N);
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const auto first = add_kernel(graph, reinterpret_cast<void*>(increment), nullptr, data.data());
  add_kernel(graph, reinterpret_cast<void*>(copy), edge ? first : nullptr,
             static_cast<const int*>(data.data()), out.data());
  launch(graph);
}
void captured(bool join) {
  auto data = numbers(N), out = ints(N);
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t fork = nullptr, done = nullptr;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&done);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(other, fork, 0);
  increment<<<1, N, 0, other>>>(data.data());
  cudaEventRecord(done, other);
  if (join) cudaStreamWaitEvent(one, done, 0);
  copy<<<1, N, 0, one>>>(data.data(), out.data());
  if (!join) cudaStreamWaitEvent(one, done, 0);
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaStreamEndCapture(one, &graph));
  launch(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(done);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}

void with_copies(bool edge) {
  auto data = numbers(N);
  std::vector<int> host(N);
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  const auto first = add_kernel(graph, reinterpret_cast<void*>(increment), nullptr, data.data());
  cudaGraphNode_t copied = nullptr;
  CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, edge ? &first : nullptr, edge ? 1 : 0,
                                      host.data(), data.data(), data.bytes(),
                                      cudaMemcpyDeviceToHost));
  launch(graph);
}

}  // namespace

CASE(graph_with_copy_behind_kernel, "clean") { with_copies(true); }
CASE(graph_with_copy_beside_kernel, "race global") { with_copies(false); }
CASE(graph_with_edge, "clean") { by_hand(true); }
CASE(graph_without_edge, "race global") { by_hand(false); }
CASE(graph_captured_with_join_before, "clean") { captured(true); }
CASE(graph_captured_with_join_behind, "race global") { captured(false); }
