// Launches that a GPU may run at the same time, and such that it runs one after another:
// overlaps.py looks at which of them the model of time predicts. Each function launches kernels
// named after it.
#include <lockstep/check.hpp>

#include <cuda_runtime.h>

namespace {

__global__ void one_stream(float* data) { data[threadIdx.x] += 1; }
__global__ void two_streams(float* data) { data[threadIdx.x] += 1; }
__global__ void waiting_stream(float* data) { data[threadIdx.x] += 1; }
__global__ void waiting_host(float* data) { data[threadIdx.x] += 1; }
__global__ void default_stream(float* data) { data[threadIdx.x] += 1; }
__global__ void fill_between(float* data) { data[threadIdx.x] += 1; }
__global__ void chain_in_graph(float* data) { data[threadIdx.x] += 1; }
__global__ void branches_in_graph(float* data) { data[threadIdx.x] += 1; }
__global__ void early(float* data) { data[threadIdx.x] += 1; }
__global__ void early_alone(float* data) { data[threadIdx.x] += 1; }
__global__ void child(float* data) { data[threadIdx.x] += 1; }
__global__ void by_kernel(float* data) {
  if (threadIdx.x == 0) child<<<1, 32>>>(data);
}

using kernel = void (*)(float*);

void launch_early(kernel what, float* data, cudaStream_t stream) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(1);
  how.blockDim = dim3(32);
  how.stream = stream;
  how.attrs = &attribute;
  how.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&how, what, data));
}

void launch_graph(kernel what, float* data, bool chained, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  void* arguments[] = {&data};
  cudaKernelNodeParams node{};
  node.func = reinterpret_cast<void*>(what);
  node.gridDim = dim3(1);
  node.blockDim = dim3(32);
  node.kernelParams = arguments;
  cudaGraphNode_t first, second;
  CUDA_CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node));
  CUDA_CHECK(cudaGraphAddKernelNode(&second, graph, &first, chained ? 1 : 0, &node));
  CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(ready, stream));
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaGraphExecDestroy(ready));
  CUDA_CHECK(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  float* data;
  cudaStream_t a, b;
  cudaEvent_t event;
  CUDA_CHECK(cudaMalloc(&data, 4096));
  CUDA_CHECK(cudaMemset(data, 0, 4096));
  CUDA_CHECK(cudaStreamCreate(&a));
  CUDA_CHECK(cudaStreamCreate(&b));
  CUDA_CHECK(cudaEventCreate(&event));
  float *left = data, *right = data + 512;

  for (int i = 0; i < 2; ++i) one_stream<<<1, 32, 0, a>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());

  two_streams<<<1, 32, 0, a>>>(left);
  two_streams<<<1, 32, 0, b>>>(right);
  CUDA_CHECK(cudaDeviceSynchronize());

  waiting_stream<<<1, 32, 0, a>>>(left);
  CUDA_CHECK(cudaEventRecord(event, a));
  CUDA_CHECK(cudaStreamWaitEvent(b, event));
  waiting_stream<<<1, 32, 0, b>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());

  waiting_host<<<1, 32, 0, a>>>(left);
  CUDA_CHECK(cudaStreamSynchronize(a));
  waiting_host<<<1, 32, 0, b>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());

  default_stream<<<1, 32, 0, a>>>(left);
  default_stream<<<1, 32>>>(left);
  default_stream<<<1, 32, 0, b>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());

  fill_between<<<1, 32, 0, a>>>(left);
  CUDA_CHECK(cudaMemsetAsync(data, 0, 4096));
  fill_between<<<1, 32, 0, b>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());

  launch_graph(chain_in_graph, data, true, a);
  launch_graph(branches_in_graph, data, false, a);

  early<<<1, 32, 0, a>>>(left);
  launch_early(early, left, a);
  CUDA_CHECK(cudaDeviceSynchronize());
  launch_early(early_alone, left, a);
  CUDA_CHECK(cudaDeviceSynchronize());

  by_kernel<<<1, 32>>>(left);
  CUDA_CHECK(cudaDeviceSynchronize());
}
