// Errors as a program sees them: what a launch says, what comes later, what stays and what goes.
// The codes are those of CUDA 13.0 on an H200.
#include <cassert>
#include <cstdlib>

#include "expect.hpp"

__global__ void empty() {}
__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = 1; }
__global__ void dynamic_shared(int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  out[0] = tile[0];
}
__global__ void store(int* to) { *to = 1; }
__global__ void store_far(int* to) { to[1ull << 36] = 1; }
__global__ void store_misaligned(char* to) { *reinterpret_cast<int*>(to + 1) = 1; }
__global__ void trap() { __trap(); }
__global__ void assert_seven(int value) { assert(value == 7); }

void wrong_launches() {
  int* out = nullptr;
  EXPECT_OK(cudaMalloc(&out, 4096));
  const cudaError_t wrong = cudaErrorInvalidValue;
  empty<<<0, 1>>>();
  EXPECT_CODE(cudaPeekAtLastError(), wrong);
  EXPECT_CODE(cudaGetLastError(), wrong);
  EXPECT_OK(cudaGetLastError());  // reading it clears it
  empty<<<1, 0>>>();
  EXPECT_CODE(cudaGetLastError(), wrong);
  empty<<<1, 1025>>>();
  EXPECT_CODE(cudaGetLastError(), wrong);
  empty<<<1, dim3(1, 1, 65)>>>();
  EXPECT_CODE(cudaGetLastError(), wrong);
  empty<<<dim3(1, 65536), 1>>>();
  EXPECT_CODE(cudaGetLastError(), wrong);
  bounded<<<1, 129>>>(out);
  EXPECT_CODE(cudaGetLastError(), wrong);
  dynamic_shared<<<1, 1, 49153>>>(out);
  EXPECT_CODE(cudaGetLastError(), wrong);
  EXPECT_OK(
      cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  dynamic_shared<<<1, 1, 49153>>>(out);
  EXPECT_OK(cudaGetLastError());
  EXPECT_OK(cudaDeviceSynchronize());  // none of them harmed the context
  EXPECT_OK(cudaFree(out));
}

void last_error_stays_until_read() {
  void* nothing = nullptr;
  EXPECT_CODE(cudaMalloc(&nothing, size_t{1} << 45), cudaErrorMemoryAllocation);
  EXPECT(nothing == nullptr);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_CODE(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  EXPECT_CODE(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_OK(cudaGetLastError());
}

const bool launches_wait = std::getenv("CUDA_LAUNCH_BLOCKING") != nullptr;

// The launch succeeds, unless it waits itself; the next call that waits tells, and then every call
// that needs the context does.
template <typename launch_t>
void fault(const launch_t& launch, cudaError_t wanted) {
  launch();
  if (launches_wait) EXPECT_CODE(cudaPeekAtLastError(), wanted);
  EXPECT_CODE(cudaDeviceSynchronize(), wanted);
  EXPECT_CODE(cudaGetLastError(), wanted);
  EXPECT_OK(cudaGetLastError());
  void* memory = nullptr;
  EXPECT_CODE(cudaMalloc(&memory, 4), wanted);
  empty<<<1, 1>>>();
  EXPECT_CODE(cudaGetLastError(), wanted);
  EXPECT_CODE(cudaFree(nullptr), wanted);
  int device = -1;
  EXPECT_OK(cudaGetDevice(&device));  // needs no context
  EXPECT_OK(cudaDeviceReset());
  EXPECT_CODE(cudaMalloc(&memory, 4), cudaErrorDevicesUnavailable);  // no way back
}

int main() {
  in_own_process("wrong launches", wrong_launches);
  in_own_process("the last error stays until it is read", last_error_stays_until_read);
  in_own_process("far store", [] {
    int* memory = nullptr;
    EXPECT_OK(cudaMalloc(&memory, 4));
    fault([&] { store_far<<<1, 1>>>(memory); }, cudaErrorIllegalAddress);
  });
  in_own_process("null pointer",
                 [] { fault([] { store<<<1, 1>>>(nullptr); }, cudaErrorIllegalAddress); });
  in_own_process("misaligned", [] {
    char* memory = nullptr;
    EXPECT_OK(cudaMalloc(&memory, 64));
    fault([&] { store_misaligned<<<1, 1>>>(memory); }, cudaErrorMisalignedAddress);
  });
  in_own_process("trap", [] { fault([] { trap<<<1, 1>>>(); }, cudaErrorLaunchFailure); });
  in_own_process("assert", [] { fault([] { assert_seven<<<1, 2>>>(3); }, cudaErrorAssert); });
  in_own_process("an assertion that holds", [] {
    assert_seven<<<1, 2>>>(7);
    EXPECT_OK(cudaDeviceSynchronize());
  });
  in_own_process("a copy that waits tells of a fault too", [] {
    int value = 0;
    store<<<1, 1>>>(nullptr);
    EXPECT_CODE(cudaMemcpy(&value, &value, 4, cudaMemcpyHostToHost), cudaErrorIllegalAddress);
  });
  EXPECT(std::string_view(cudaGetErrorString(cudaErrorIllegalAddress)) ==
         "an illegal memory access was encountered");
  EXPECT(std::string_view(cudaGetErrorName(static_cast<cudaError_t>(777))) ==
         "unrecognized error code");
  return result();
}
