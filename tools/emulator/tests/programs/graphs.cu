// Graphs made by hand: nodes of every type, their order, what may be asked and changed, and how
// executable graphs follow.
#include <vector>

#include "expect.hpp"

__global__ void add(int* data, int value) { data[threadIdx.x] += value; }
__global__ void multiply(int* data, int factor) { data[threadIdx.x] *= factor; }

__device__ int symbol[4];

constexpr int COUNT = 8;

// Device memory of COUNT numbers that are all `value`.
struct numbers {
  int* data = nullptr;
  explicit numbers(int value) {
    std::vector<int> all(COUNT, value);
    EXPECT_OK(cudaMalloc(&data, COUNT * sizeof(int)));
    EXPECT_OK(cudaMemcpy(data, all.data(), COUNT * sizeof(int), cudaMemcpyHostToDevice));
  }
  ~numbers() { EXPECT_OK(cudaFree(data)); }
  numbers(const numbers&) = delete;
  numbers& operator=(const numbers&) = delete;
  int last() const {
    int value = -1;
    EXPECT_OK(cudaMemcpy(&value, data + COUNT - 1, sizeof value, cudaMemcpyDeviceToHost));
    return value;
  }
};

struct kernel_arguments {
  int* data;
  int value;
  void* pointers[2] = {&data, &value};
  cudaKernelNodeParams of(void (*kernel)(int*, int)) {
    cudaKernelNodeParams p{};
    p.func = reinterpret_cast<void*>(kernel);
    p.gridDim = dim3(1);
    p.blockDim = dim3(COUNT);
    p.kernelParams = pointers;
    return p;
  }
};

size_t nodes_of(cudaGraph_t graph) {
  size_t count = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &count));
  return count;
}

void order_of_kernels() {
  numbers n(1);
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  kernel_arguments two{n.data, 2}, ten{n.data, 10};
  cudaGraphNode_t adds = nullptr, multiplies = nullptr;
  const cudaKernelNodeParams first = two.of(add), second = ten.of(multiply);
  // Made in the wrong order on purpose: the edge decides.
  EXPECT_OK(cudaGraphAddKernelNode(&multiplies, graph, nullptr, 0, &second));
  EXPECT_OK(cudaGraphAddKernelNode(&adds, graph, nullptr, 0, &first));
  EXPECT_OK(cudaGraphAddDependencies(graph, &adds, &multiplies, nullptr, 1));
  two.value = 1000;  // arguments were copied when the node was made
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphDestroy(graph));  // the executable graph stands alone
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(n.last() == 30);
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(n.last() == 320);
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

void memory_and_host_nodes() {
  numbers n(7);
  static int result[COUNT];
  static int called;
  called = 0;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t clear = nullptr, adds = nullptr, back = nullptr, host = nullptr, empty = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill{};
  fill.dst = n.data;
  fill.value = 5;
  fill.elementSize = 4;
  fill.width = COUNT;
  fill.height = 1;
  EXPECT_OK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &fill));
  kernel_arguments one{n.data, 1};
  const cudaKernelNodeParams kernel = one.of(add);
  EXPECT_OK(cudaGraphAddKernelNode(&adds, graph, &clear, 1, &kernel));
  EXPECT_OK(cudaGraphAddEmptyNode(&empty, graph, &adds, 1));
  EXPECT_OK(cudaGraphAddMemcpyNode1D(&back, graph, &empty, 1, result, n.data, sizeof result,
                                     cudaMemcpyDeviceToHost));
  cudaHostNodeParams function{};
  function.fn = [](void* data) { called = static_cast<int*>(data)[COUNT - 1]; };
  function.userData = result;
  EXPECT_OK(cudaGraphAddHostNode(&host, graph, &back, 1, &function));
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(called == 6 && result[0] == 6);

  // Executable graphs take new parameters without being made anew.
  fill.value = 50;
  EXPECT_OK(cudaGraphExecMemsetNodeSetParams(exec, clear, &fill));
  kernel_arguments four{n.data, 4};
  const cudaKernelNodeParams other = four.of(multiply);
  EXPECT_OK(cudaGraphExecKernelNodeSetParams(exec, adds, &other));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(called == 200);

  // A node that is switched off is passed over.
  unsigned enabled = 9;
  EXPECT_OK(cudaGraphNodeSetEnabled(exec, adds, 0));
  EXPECT_OK(cudaGraphNodeGetEnabled(exec, adds, &enabled));
  EXPECT(enabled == 0);
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(called == 50);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
}

void symbols_and_events() {
  int in[4] = {1, 2, 3, 4}, out[4] = {};
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t to = nullptr, record = nullptr, wait = nullptr, from = nullptr;
  cudaEvent_t event = nullptr, asked = nullptr;
  EXPECT_OK(cudaEventCreate(&event));
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, symbol, in, sizeof in, 0,
                                           cudaMemcpyHostToDevice));
  EXPECT_OK(cudaGraphAddEventRecordNode(&record, graph, &to, 1, event));
  EXPECT_OK(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  EXPECT_OK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &wait, 1, out, symbol, sizeof out, 0,
                                             cudaMemcpyDeviceToHost));
  EXPECT_OK(cudaGraphEventRecordNodeGetEvent(record, &asked));
  EXPECT(asked == event);
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaEventQuery(event));
  EXPECT(out[0] == 1 && out[3] == 4);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaEventDestroy(event));
}

void questions() {
  numbers n(0);
  cudaGraph_t graph = nullptr, clone = nullptr;
  cudaGraphNode_t root = nullptr, left = nullptr, right = nullptr, found[4] = {};
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  kernel_arguments one{n.data, 3};
  const cudaKernelNodeParams kernel = one.of(add);
  EXPECT_OK(cudaGraphAddEmptyNode(&root, graph, nullptr, 0));
  EXPECT_OK(cudaGraphAddKernelNode(&left, graph, &root, 1, &kernel));
  EXPECT_OK(cudaGraphAddEmptyNode(&right, graph, &root, 1));
  EXPECT(nodes_of(graph) == 3);

  size_t count = 4;
  EXPECT_OK(cudaGraphGetRootNodes(graph, found, &count));
  EXPECT(count == 1 && found[0] == root && found[1] == nullptr);
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  EXPECT(count == 2);
  count = 4;
  EXPECT_OK(cudaGraphNodeGetDependentNodes(root, found, nullptr, &count));
  EXPECT(count == 2);
  EXPECT_OK(cudaGraphNodeGetDependencies(left, nullptr, nullptr, &count));
  EXPECT(count == 1);

  cudaGraphNodeType type = cudaGraphNodeTypeCount;
  EXPECT_OK(cudaGraphNodeGetType(left, &type));
  EXPECT(type == cudaGraphNodeTypeKernel);
  EXPECT_OK(cudaGraphNodeGetType(right, &type));
  EXPECT(type == cudaGraphNodeTypeEmpty);
  cudaKernelNodeParams got{};
  EXPECT_OK(cudaGraphKernelNodeGetParams(left, &got));
  EXPECT(got.func == reinterpret_cast<void*>(add) && got.blockDim.x == COUNT);
  EXPECT(*static_cast<int*>(got.kernelParams[1]) == 3);
  EXPECT_CODE(cudaGraphKernelNodeGetParams(right, &got), cudaErrorInvalidValue);

  EXPECT_OK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t twin = nullptr;
  EXPECT_OK(cudaGraphNodeFindInClone(&twin, left, clone));
  EXPECT(twin != nullptr && twin != left);
  EXPECT_OK(cudaGraphDestroyNode(root));
  EXPECT(nodes_of(graph) == 2 && nodes_of(clone) == 3);
  EXPECT_OK(cudaGraphNodeGetDependencies(left, nullptr, nullptr, &count));
  EXPECT(count == 0);
  EXPECT_OK(cudaGraphDestroy(graph));
  EXPECT_OK(cudaGraphDestroy(clone));
  cudaGetLastError();
}

void children() {
  numbers n(1);
  cudaGraph_t inner = nullptr, outer = nullptr, asked = nullptr;
  cudaGraphNode_t node = nullptr, child = nullptr, after = nullptr;
  EXPECT_OK(cudaGraphCreate(&inner, 0));
  kernel_arguments two{n.data, 2}, three{n.data, 3};
  const cudaKernelNodeParams adds = two.of(add), multiplies = three.of(multiply);
  EXPECT_OK(cudaGraphAddKernelNode(&node, inner, nullptr, 0, &adds));
  EXPECT_OK(cudaGraphCreate(&outer, 0));
  EXPECT_OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner));
  EXPECT_OK(cudaGraphAddKernelNode(&after, outer, &child, 1, &multiplies));
  EXPECT_OK(cudaGraphDestroy(inner));  // the node has its own copy
  EXPECT_OK(cudaGraphChildGraphNodeGetGraph(child, &asked));
  EXPECT(nodes_of(asked) == 1);
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, outer, 0));
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(n.last() == 9);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(outer));
}

cudaGraph_t single_kernel(numbers& n, int value, int more_nodes) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  kernel_arguments arguments{n.data, value};
  const cudaKernelNodeParams kernel = arguments.of(add);
  EXPECT_OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));
  for (int i = 0; i < more_nodes; ++i) EXPECT_OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  return graph;
}

void whole_updates() {
  numbers n(0);
  cudaGraph_t one = single_kernel(n, 1, 0), hundred = single_kernel(n, 100, 0),
              larger = single_kernel(n, 5, 1);
  cudaGraphExec_t exec = nullptr;
  cudaGraphExecUpdateResultInfo info{};
  EXPECT_OK(cudaGraphInstantiate(&exec, one, 0));
  EXPECT_OK(cudaGraphExecUpdate(exec, hundred, &info));
  EXPECT(info.result == cudaGraphExecUpdateSuccess);
  EXPECT_OK(cudaGraphLaunch(exec, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(n.last() == 100);
  EXPECT_CODE(cudaGraphExecUpdate(exec, larger, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_OK(cudaGraphExecDestroy(exec));
  for (cudaGraph_t graph : {one, hundred, larger}) EXPECT_OK(cudaGraphDestroy(graph));
  cudaGetLastError();
}

void memory_of_graphs() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t allocates = nullptr, fills = nullptr, copies = nullptr, frees = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams wanted{};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.bytesize = COUNT * sizeof(int);
  EXPECT_OK(cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &wanted));
  EXPECT(wanted.dptr != nullptr);
  cudaMemsetParams fill{};
  fill.dst = wanted.dptr;
  fill.value = 9;
  fill.elementSize = 4;
  fill.width = COUNT;
  fill.height = 1;
  EXPECT_OK(cudaGraphAddMemsetNode(&fills, graph, &allocates, 1, &fill));
  static int result;
  EXPECT_OK(cudaGraphAddMemcpyNode1D(&copies, graph, &fills, 1, &result, wanted.dptr, sizeof result,
                                     cudaMemcpyDeviceToHost));
  EXPECT_OK(cudaGraphAddMemFreeNode(&frees, graph, &copies, 1, wanted.dptr));
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 2; ++i) {
    result = 0;
    EXPECT_OK(cudaGraphLaunch(exec, nullptr));
    EXPECT_OK(cudaDeviceSynchronize());
    EXPECT(result == 9);
  }
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
}

std::size_t kept_for_graphs() {
  std::size_t bytes = 0;
  EXPECT_OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
  return bytes;
}

// What graphs allocated stays with the device when it is freed, for others, until it is trimmed.
void memory_kept_for_graphs() {
  constexpr std::size_t SIZE = 64 << 20;
  EXPECT_OK(cudaDeviceGraphMemTrim(0));
  const std::size_t before = kept_for_graphs();
  cudaGraphExec_t launches[2];
  void* memory[2];
  for (int i = 0; i < 2; ++i) {
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaMemAllocNodeParams wanted{};
    wanted.poolProps.allocType = cudaMemAllocationTypePinned;
    wanted.poolProps.location.type = cudaMemLocationTypeDevice;
    wanted.bytesize = SIZE;
    EXPECT_OK(cudaGraphCreate(&graph, 0));
    EXPECT_OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
    memory[i] = wanted.dptr;
    EXPECT_OK(cudaGraphInstantiate(&launches[i], graph, 0));
    EXPECT_OK(cudaGraphDestroy(graph));
  }
  EXPECT(kept_for_graphs() == before);
  for (const cudaGraphExec_t launch : launches) EXPECT_OK(cudaGraphLaunch(launch, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaDeviceGraphMemTrim(0));
  EXPECT(kept_for_graphs() == before + 2 * SIZE);
  EXPECT_OK(cudaFree(memory[0]));
  EXPECT(kept_for_graphs() == before + 2 * SIZE);
  EXPECT_OK(cudaDeviceGraphMemTrim(0));
  EXPECT(kept_for_graphs() == before + SIZE);
  EXPECT_OK(cudaGraphLaunch(launches[0], nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(kept_for_graphs() == before + 2 * SIZE);
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(cudaFree(memory[i]));
    EXPECT_OK(cudaGraphExecDestroy(launches[i]));
  }
  EXPECT_OK(cudaDeviceGraphMemTrim(0));
  EXPECT(kept_for_graphs() == before);
}

void errors() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_CODE(cudaGraphCreate(nullptr, 0), cudaErrorInvalidValue);
  EXPECT_CODE(cudaGraphCreate(&graph, 1), cudaErrorInvalidValue);
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  EXPECT_CODE(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1), cudaErrorInvalidValue);
  EXPECT_CODE(cudaGraphAddKernelNode(&b, graph, nullptr, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_CODE(cudaGraphInstantiate(nullptr, graph, 0), cudaErrorInvalidValue);
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
  cudaGetLastError();
}

int main() {
  order_of_kernels();
  memory_and_host_nodes();
  symbols_and_events();
  questions();
  children();
  whole_updates();
  memory_of_graphs();
  memory_kept_for_graphs();
  errors();
  return result();
}
