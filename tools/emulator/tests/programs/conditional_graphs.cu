// Nodes of graphs whose bodies run or do not, as kernels decide.
#include <lockstep/buffer.hpp>

#include <vector>

#include "expect.hpp"

namespace {

__global__ void set(cudaGraphConditionalHandle handle, const unsigned* value) {
  cudaGraphSetConditional(handle, *value);
}
__global__ void add(unsigned* to, unsigned what) { *to += what; }
__global__ void count_down(cudaGraphConditionalHandle handle, unsigned* left, unsigned* turns) {
  ++*turns;
  if (--*left == 0) cudaGraphSetConditional(handle, 0);
}

// A graph of a kernel that sets the condition, and a conditional node behind it.
struct decided {
  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle handle = 0;
  std::vector<cudaGraph_t> bodies;
  lockstep::device_buffer<unsigned> value{std::vector<unsigned>{0}};
  lockstep::device_buffer<unsigned> sum{std::vector<unsigned>{0}};

  decided(cudaGraphConditionalNodeType type, unsigned size) {
    EXPECT_OK(cudaGraphCreate(&graph, 0));
    EXPECT_OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    const unsigned* from = value.data();
    void* arguments[] = {&handle, &from};
    cudaKernelNodeParams kernel{reinterpret_cast<void*>(set), 1, 1, 0, arguments, nullptr};
    cudaGraphNode_t first = nullptr, node = nullptr;
    EXPECT_OK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
    cudaGraphNodeParams wanted{};
    wanted.type = cudaGraphNodeTypeConditional;
    wanted.conditional.handle = handle;
    wanted.conditional.type = type;
    wanted.conditional.size = size;
    EXPECT_OK(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &wanted));
    for (unsigned i = 0; i < size; ++i) bodies.push_back(wanted.conditional.phGraph_out[i]);
  }
  ~decided() { EXPECT_OK(cudaGraphDestroy(graph)); }

  void fill(unsigned body, unsigned amount) {
    unsigned* to = sum.data();
    void* arguments[] = {&to, &amount};
    cudaKernelNodeParams kernel{reinterpret_cast<void*>(add), 1, 1, 0, arguments, nullptr};
    cudaGraphNode_t node = nullptr;
    EXPECT_OK(cudaGraphAddKernelNode(&node, bodies[body], nullptr, 0, &kernel));
  }
  // What the bodies have added when the condition is `decision`.
  unsigned run(cudaGraphExec_t exec, unsigned decision) {
    value.upload({decision});
    sum.upload({0});
    EXPECT_OK(cudaGraphLaunch(exec, nullptr));
    EXPECT_OK(cudaDeviceSynchronize());
    return sum.download()[0];
  }
};

void if_and_else() {
  decided d(cudaGraphCondTypeIf, 2);
  d.fill(0, 1);
  d.fill(1, 10);
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, d.graph, 0));
  EXPECT(d.run(exec, 1) == 1);
  EXPECT(d.run(exec, 7) == 1);
  EXPECT(d.run(exec, 0) == 10);
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

void one_of_several() {
  decided d(cudaGraphCondTypeSwitch, 3);
  for (unsigned body = 0; body < 3; ++body) d.fill(body, body + 1);
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, d.graph, 0));
  EXPECT(d.run(exec, 0) == 1);
  EXPECT(d.run(exec, 2) == 3);
  EXPECT(d.run(exec, 3) == 0);
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

// The default makes the first turn, at each launch; the body is captured.
void while_it_holds() {
  lockstep::device_buffer<unsigned> left(1), turns(std::vector<unsigned>{0});
  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle handle = 0;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams wanted{};
  wanted.type = cudaGraphNodeTypeConditional;
  wanted.conditional.handle = handle;
  wanted.conditional.type = cudaGraphCondTypeWhile;
  wanted.conditional.size = 1;
  EXPECT_OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &wanted));
  cudaStream_t stream = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamBeginCaptureToGraph(stream, wanted.conditional.phGraph_out[0], nullptr,
                                          nullptr, 0, cudaStreamCaptureModeGlobal));
  count_down<<<1, 1, 0, stream>>>(handle, left.data(), turns.data());
  EXPECT_OK(cudaStreamEndCapture(stream, nullptr));
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 0; launch < 2; ++launch) {
    left.upload({5});
    EXPECT_OK(cudaGraphLaunch(exec, stream));
    EXPECT_OK(cudaStreamSynchronize(stream));
  }
  EXPECT(turns.download()[0] == 10);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaStreamDestroy(stream));
}

void errors() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphConditionalHandle handle = 0;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
  cudaGraphNodeParams wanted{};
  wanted.type = cudaGraphNodeTypeConditional;
  wanted.conditional.handle = handle;
  wanted.conditional.type = cudaGraphCondTypeWhile;
  wanted.conditional.size = 2;
  EXPECT_CODE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &wanted), cudaErrorInvalidValue);
  EXPECT_OK(cudaGraphDestroy(graph));
  cudaGetLastError();
}

}  // namespace

int main() {
  if_and_else();
  one_of_several();
  while_it_holds();
  errors();
  return result();
}
