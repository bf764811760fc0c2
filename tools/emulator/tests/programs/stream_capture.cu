// Stream capture: what becomes a node, how streams fork and join, and what a capture cannot hold.
#include <thread>

#include "expect.hpp"

__global__ void add(int* data, int value) { atomicAdd(data, value); }

struct fixture {
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  int* data = nullptr;
  fixture() {
    EXPECT_OK(cudaStreamCreate(&stream));
    EXPECT_OK(cudaStreamCreate(&other));
    EXPECT_OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    EXPECT_OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    EXPECT_OK(cudaMalloc(&data, sizeof(int)));
    EXPECT_OK(cudaMemset(data, 0, sizeof(int)));
    EXPECT_OK(cudaDeviceSynchronize());
  }
  ~fixture() {
    EXPECT_OK(cudaFree(data));
    EXPECT_OK(cudaEventDestroy(fork));
    EXPECT_OK(cudaEventDestroy(join));
    EXPECT_OK(cudaStreamDestroy(stream));
    EXPECT_OK(cudaStreamDestroy(other));
    cudaGetLastError();
  }
  fixture(const fixture&) = delete;
  fixture& operator=(const fixture&) = delete;
  int value() const {
    int value = -1;
    EXPECT_OK(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
    return value;
  }
};

size_t nodes_of(cudaGraph_t graph) {
  size_t count = 0;
  EXPECT_OK(cudaGraphGetNodes(graph, nullptr, &count));
  return count;
}

cudaStreamCaptureStatus status_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  EXPECT_OK(cudaStreamIsCapturing(stream, &status));
  return status;
}

void launch_and_wait(cudaGraph_t graph, cudaStream_t stream) {
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_OK(cudaGraphLaunch(exec, stream));
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT_OK(cudaGraphExecDestroy(exec));
}

// A kernel's node knows it by the function that the program names, and takes other arguments.
void node_of_a_kernel() {
  fixture f;
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  add<<<1, 4, 0, f.stream>>>(f.data, 5);
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  cudaGraphNode_t node = nullptr;
  size_t count = 1;
  EXPECT_OK(cudaGraphGetNodes(graph, &node, &count));
  cudaKernelNodeParams parameters{};
  EXPECT_OK(cudaGraphKernelNodeGetParams(node, &parameters));
  EXPECT(parameters.func == reinterpret_cast<void*>(add));
  int other = 7;
  void* arguments[] = {parameters.kernelParams[0], &other};
  parameters.kernelParams = arguments;
  EXPECT_OK(cudaGraphKernelNodeSetParams(node, &parameters));
  launch_and_wait(graph, f.stream);
  EXPECT(f.value() == 4 * other);
  EXPECT_OK(cudaGraphDestroy(graph));
}

void one_stream() {
  fixture f;
  static int seen, called;
  seen = called = 0;
  cudaGraph_t graph = nullptr;
  EXPECT(status_of(f.stream) == cudaStreamCaptureStatusNone);
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  EXPECT(status_of(f.stream) == cudaStreamCaptureStatusActive);
  EXPECT_OK(cudaMemsetAsync(f.data, 0, sizeof(int), f.stream));
  add<<<1, 4, 0, f.stream>>>(f.data, 5);
  EXPECT_OK(cudaGetLastError());
  EXPECT_OK(cudaMemcpyAsync(&seen, f.data, sizeof seen, cudaMemcpyDeviceToHost, f.stream));
  EXPECT_OK(cudaLaunchHostFunc(
      f.stream, [](void*) { called = seen + 1; }, nullptr));
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  EXPECT(status_of(f.stream) == cudaStreamCaptureStatusNone);
  EXPECT(f.value() == 0 && called == 0);  // nothing was done yet
  EXPECT(nodes_of(graph) == 4);
  launch_and_wait(graph, f.stream);
  EXPECT(seen == 20 && called == 21);
  EXPECT_OK(cudaGraphDestroy(graph));
}

void fork_and_join() {
  fixture f;
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, f.stream>>>(f.data, 1);
  EXPECT_OK(cudaEventRecord(f.fork, f.stream));
  EXPECT_OK(cudaStreamWaitEvent(f.other, f.fork, 0));
  EXPECT(status_of(f.other) == cudaStreamCaptureStatusActive);
  add<<<1, 1, 0, f.other>>>(f.data, 10);
  add<<<1, 1, 0, f.stream>>>(f.data, 100);
  EXPECT_OK(cudaEventRecord(f.join, f.other));
  EXPECT_OK(cudaStreamWaitEvent(f.stream, f.join, 0));
  add<<<1, 1, 0, f.stream>>>(f.data, 1000);
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  EXPECT(status_of(f.other) == cudaStreamCaptureStatusNone);
  size_t edges = 0, roots = 0;
  EXPECT_OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  EXPECT_OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT(nodes_of(graph) == 4 && edges == 4 && roots == 1);
  launch_and_wait(graph, f.stream);
  EXPECT(f.value() == 1111);
  EXPECT_OK(cudaGraphDestroy(graph));
}

void capture_info() {
  fixture f;
  cudaGraph_t graph = nullptr, result = nullptr;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  const cudaGraphNode_t* last = nullptr;
  size_t count = 99;
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, f.stream>>>(f.data, 1);
  EXPECT_OK(cudaStreamGetCaptureInfo(f.stream, &status, &id, &graph, &last, nullptr, &count));
  EXPECT(status == cudaStreamCaptureStatusActive && id != 0 && graph != nullptr && count == 1);
  cudaGraphNode_t added = nullptr;
  EXPECT_OK(cudaGraphAddEmptyNode(&added, graph, last, count));
  EXPECT_OK(cudaStreamUpdateCaptureDependencies(f.stream, &added, nullptr, 1,
                                                cudaStreamSetCaptureDependencies));
  add<<<1, 1, 0, f.stream>>>(f.data, 2);
  EXPECT_OK(cudaStreamEndCapture(f.stream, &result));
  EXPECT(result == graph && nodes_of(graph) == 3);
  launch_and_wait(graph, f.stream);
  EXPECT(f.value() == 3);
  EXPECT_OK(cudaGraphDestroy(graph));
}

void into_a_given_graph() {
  fixture f;
  cudaGraph_t graph = nullptr, result = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaStreamBeginCaptureToGraph(f.stream, graph, nullptr, nullptr, 0,
                                          cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, f.stream>>>(f.data, 4);
  EXPECT_OK(cudaStreamEndCapture(f.stream, &result));
  EXPECT(result == graph && nodes_of(graph) == 1);
  EXPECT_OK(cudaGraphDestroy(graph));
}

void allocations() {
  fixture f;
  static int seen;
  seen = 0;
  int* scratch = nullptr;
  cudaGraph_t graph = nullptr;
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  EXPECT_OK(cudaMallocAsync(&scratch, sizeof(int), f.stream));
  EXPECT_OK(cudaMemsetAsync(scratch, 0, sizeof(int), f.stream));
  add<<<1, 3, 0, f.stream>>>(scratch, 2);
  EXPECT_OK(cudaMemcpyAsync(&seen, scratch, sizeof seen, cudaMemcpyDeviceToHost, f.stream));
  EXPECT_OK(cudaFreeAsync(scratch, f.stream));
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  EXPECT(nodes_of(graph) == 5);
  launch_and_wait(graph, f.stream);
  EXPECT(seen == 6);
  EXPECT_OK(cudaGraphDestroy(graph));
}

// Each spoils the capture: it can only be ended then, and gives no graph.
template <typename body_t>
void expect_spoiled(cudaError_t wanted, const body_t& body) {
  fixture f;
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(1);
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, f.stream>>>(f.data, 1);
  EXPECT_CODE(body(f), wanted);
  EXPECT(status_of(f.stream) == cudaStreamCaptureStatusInvalidated);
  EXPECT_CODE(cudaStreamEndCapture(f.stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT(graph == nullptr);
  EXPECT(status_of(f.stream) == cudaStreamCaptureStatusNone);
  EXPECT(f.value() == 0);
}

void what_a_capture_cannot_hold() {
  expect_spoiled(cudaErrorStreamCaptureUnsupported,
                 [](fixture& f) { return cudaStreamSynchronize(f.stream); });
  expect_spoiled(cudaErrorStreamCaptureUnsupported,
                 [](fixture& f) { return cudaStreamQuery(f.stream); });
  expect_spoiled(cudaErrorStreamCaptureUnsupported,
                 [](fixture&) { return cudaDeviceSynchronize(); });
  expect_spoiled(cudaErrorStreamCaptureUnsupported, [](fixture&) {
    void* memory = nullptr;
    return cudaMalloc(&memory, 64);
  });
  expect_spoiled(cudaErrorStreamCaptureImplicit,
                 [](fixture& f) { return cudaMemset(f.data, 0, sizeof(int)); });
  expect_spoiled(cudaErrorStreamCaptureImplicit, [](fixture& f) {
    add<<<1, 1>>>(f.data, 1);
    return cudaGetLastError();
  });
  expect_spoiled(cudaErrorCapturedEvent, [](fixture& f) {
    EXPECT_OK(cudaEventRecord(f.fork, f.stream));
    return cudaEventSynchronize(f.fork);
  });
  expect_spoiled(cudaErrorStreamCaptureIsolation, [](fixture& f) {
    EXPECT_OK(cudaEventRecord(f.fork, f.other));  // outside of the capture
    return cudaStreamWaitEvent(f.stream, f.fork, 0);
  });
}

void a_graph_launch() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t exec = nullptr;
  EXPECT_OK(cudaGraphCreate(&graph, 0));
  EXPECT_OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  EXPECT_OK(cudaGraphInstantiate(&exec, graph, 0));
  expect_spoiled(cudaErrorStreamCaptureUnsupported,
                 [&](fixture& f) { return cudaGraphLaunch(exec, f.stream); });
  EXPECT_OK(cudaGraphExecDestroy(exec));
  EXPECT_OK(cudaGraphDestroy(graph));
}

void beginning_and_ending() {
  fixture f;
  cudaGraph_t graph = nullptr;
  EXPECT_CODE(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
              cudaErrorStreamCaptureUnsupported);
  EXPECT_CODE(cudaStreamEndCapture(f.stream, &graph), cudaErrorIllegalState);
  // Work in another stream that nothing waits for.
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  EXPECT_CODE(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
  EXPECT_OK(cudaEventRecord(f.fork, f.stream));
  EXPECT_OK(cudaStreamWaitEvent(f.other, f.fork, 0));
  add<<<1, 1, 0, f.other>>>(f.data, 10);
  EXPECT_CODE(cudaStreamEndCapture(f.stream, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT(graph == nullptr);
}

// A helper stream may be destroyed as soon as its work is joined.
void a_stream_that_goes() {
  fixture f;
  cudaGraph_t graph = nullptr;
  for (const bool joins : {true, false}) {
    cudaStream_t helper = nullptr;
    EXPECT_OK(cudaStreamCreate(&helper));
    EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
    EXPECT_OK(cudaEventRecord(f.fork, f.stream));
    EXPECT_OK(cudaStreamWaitEvent(helper, f.fork, 0));
    add<<<1, 1, 0, helper>>>(f.data, 10);
    EXPECT_OK(cudaEventRecord(f.join, helper));
    if (joins) EXPECT_OK(cudaStreamWaitEvent(f.stream, f.join, 0));
    EXPECT_OK(cudaStreamDestroy(helper));
    EXPECT(status_of(f.stream) == cudaStreamCaptureStatusActive);
    add<<<1, 1, 0, f.stream>>>(f.data, 1);
    EXPECT_CODE(cudaStreamEndCapture(f.stream, &graph),
                joins ? cudaSuccess : cudaErrorStreamCaptureUnjoined);
    if (!joins) continue;
    EXPECT(nodes_of(graph) == 2);
    launch_and_wait(graph, f.stream);
    EXPECT(f.value() == 11);
    EXPECT_OK(cudaGraphDestroy(graph));
  }
}

void modes() {
  fixture f;
  cudaGraph_t graph = nullptr;
  void* memory = nullptr;
  // Relaxed: this thread may do what might wait.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeGlobal));
  EXPECT_OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT(mode == cudaStreamCaptureModeGlobal);
  EXPECT_OK(cudaMalloc(&memory, 64));
  EXPECT_OK(cudaThreadExchangeStreamCaptureMode(&mode));
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  EXPECT_OK(cudaGraphDestroy(graph));
  // A capture that is the thread's own affair lets other threads go on.
  EXPECT_OK(cudaStreamBeginCapture(f.stream, cudaStreamCaptureModeThreadLocal));
  std::thread([&] { EXPECT_OK(cudaFree(memory)); }).join();
  EXPECT_OK(cudaStreamEndCapture(f.stream, &graph));
  EXPECT_OK(cudaGraphDestroy(graph));
}

int main() {
  one_stream();
  node_of_a_kernel();
  fork_and_join();
  capture_info();
  into_a_given_graph();
  allocations();
  what_a_capture_cannot_hold();
  a_graph_launch();
  beginning_and_ending();
  a_stream_that_goes();
  modes();
  return result();
}
