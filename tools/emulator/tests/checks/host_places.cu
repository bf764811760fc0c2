// Where in the program a finding about a call of the runtime stands: the file and the line of the
// call, however the program comes to it, and nothing where the host code has no lines.
//
//   host_places         compiled with -Xcompiler -g1
//   host_places none    compiled without
#include <lockstep/observe.hpp>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "host_places.hpp"

namespace {

__global__ void nothing() {}
template <int number>
__global__ void templated(int* out) {
  *out = number;
}

bool has_lines = true;
unsigned failed = 0;

lockstep_finding last_finding() {
  const auto& found = lockstep::detail::findings();
  lockstep_finding last{};
  last.struct_size = sizeof last;
  if (found.count() > 0) found.get(found.count() - 1, &last);
  return last;
}

// The last finding is of this kind, and stands here.
void expect(const char* kind, const char* file, unsigned line) {
  const lockstep_finding last = last_finding();
  const std::string name(last.file);
  const bool right_place = has_lines ? last.line == line && name.size() >= std::strlen(file) &&
                                           name.substr(name.size() - std::strlen(file)) == file
                                     : last.line == 0 && name.empty();
  if (std::strcmp(last.kind, kind) == 0 && right_place) return;
  std::printf("expected %s at %s:%u, got %s at %s:%u: %s\n", kind, file, line, last.kind, last.file,
              last.line, last.message);
  ++failed;
}

constexpr const char* here = "host_places.cu";

template <class T>
unsigned fill(T* data, std::size_t bytes) {
  cudaMemset(data, 0, bytes);
  return __LINE__ - 1;
}

inline __attribute__((always_inline)) unsigned inlined(int* data) {
  cudaFree(data + 1);
  return __LINE__ - 1;
}

#define CHECK(call)                      \
  do {                                   \
    if ((call) == cudaSuccess) ++failed; \
    cudaGetLastError();                  \
  } while (0)

const cudaError_t from_an_initialiser = cudaFree(reinterpret_cast<int*>(16));
constexpr unsigned line_of_initialiser = __LINE__ - 1;

void calls(int* data) {
  const unsigned line = fill(data, 4096);
  expect("api_error", here, line);
  expect("invalid_free", here, inlined(data));
  CHECK(cudaMemcpy(data, nullptr, 4, cudaMemcpyHostToDevice));
  expect("api_error", here, __LINE__ - 1);
  free_in_another_file(data + 2);
  expect("invalid_free", "host_places.cpp", line_in_another_file);
  unsigned in_thread = 0;
  std::thread([&] {
    cudaFree(data + 3);
    in_thread = __LINE__ - 1;
  }).join();
  expect("invalid_free", here, in_thread);
}

void launches(int* data) {
  nothing<<<1, 2000>>>();
  expect("launch_error", here, __LINE__ - 1);
  templated<3><<<0, 1>>>(data);
  expect("launch_error", here, __LINE__ - 1);
  cudaLaunchConfig_t shape{};
  shape.gridDim = 1;
  shape.blockDim = 2000;
  cudaLaunchKernelEx(&shape, templated<4>, data);
  expect("launch_error", here, __LINE__ - 1);
}

}  // namespace

int main(int argc, char**) {
  if (lockstep::backend_name() == "gpu") return 77;  // nobody says what is wrong
  has_lines = argc == 1;
  if (from_an_initialiser == cudaSuccess) ++failed;
  expect("invalid_free", here, line_of_initialiser);
  int* data = nullptr;
  cudaMalloc(&data, 1024);
  calls(data);
  launches(data);
  cudaFree(data);
  return failed == 0 ? 0 : 1;
}
