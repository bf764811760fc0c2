// Calls that the emulator does not have, through the library's own interface.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

TEST_SUITE_BEGIN("refusals");

namespace {

// What a call writes to standard error.
template <typename call_t>
std::string told_by(const call_t& call) {
  std::FILE* file = std::tmpfile();
  std::fflush(stderr);
  const int before = dup(2);
  dup2(fileno(file), 2);
  call();
  std::fflush(stderr);
  dup2(before, 2);
  close(before);
  std::rewind(file);
  std::string text(1000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("a refused call is named, with the reason") {
  cudaError_t error = cudaSuccess;
  const std::string told = told_by([&] { error = cudaIpcGetMemHandle(nullptr, nullptr); });
  CHECK(error == cudaErrorNotSupported);
  CHECK(cudaGetLastError() == cudaErrorNotSupported);
  CHECK(told.find("cudaIpcGetMemHandle is not supported by the emulator: memory and events cannot "
                  "be shared between processes") != std::string::npos);
}

TEST_CASE("nodes of external semaphores are refused by name, and leave the graph as it was") {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaGraphNodeParams wanted{};
  wanted.type = cudaGraphNodeTypeExtSemaphoreSignal;
  cudaError_t error = cudaSuccess;
  const std::string told =
      told_by([&] { error = cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &wanted); });
  CHECK(error == cudaErrorNotSupported);
  CHECK(told.find("cudaGraphAddNode: nodes of external semaphores are not supported") !=
        std::string::npos);
  std::size_t count = 9;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
  CHECK(count == 0);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a graph with a cycle cannot run") {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a = nullptr, b = nullptr;
  cudaGraphExec_t exec = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&a, graph, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&b, graph, &a, 1) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a handle that was destroyed is told apart") {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddEmptyNode(&node, graph, nullptr, 0) == cudaSuccess);
  REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
  cudaGraphNodeType type{};
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeGetType(node, &type) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a user object goes with the last graph that keeps it") {
  int destroyed = 0;
  cudaUserObject_t object = nullptr;
  cudaGraph_t graph = nullptr, clone = nullptr;
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  REQUIRE(cudaUserObjectCreate(
              &object, &destroyed, [](void* count) { ++*static_cast<int*>(count); }, 1,
              cudaUserObjectNoDestructorSync) == cudaSuccess);
  REQUIRE(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove) == cudaSuccess);
  REQUIRE(cudaGraphClone(&clone, graph) == cudaSuccess);
  CHECK(cudaUserObjectRelease(object, 1) == cudaErrorInvalidValue);  // it is the graph's now
  REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(destroyed == 0);
  REQUIRE(cudaGraphDestroy(clone) == cudaSuccess);
  CHECK(destroyed == 1);
  cudaGetLastError();
}

TEST_CASE("a reset ends a capture that goes on") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  void* memory = nullptr;
  CHECK(cudaMalloc(&memory, 16) == cudaErrorStreamCaptureUnsupported);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaMalloc(&memory, 16) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  cudaGetLastError();
}

TEST_SUITE_END();
