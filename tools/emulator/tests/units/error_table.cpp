// Names and texts of errors, through the library's own interface.
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <thread>

TEST_SUITE_BEGIN("error table");

TEST_CASE("known codes have the toolkit's names and texts") {
  CHECK(std::string(cudaGetErrorName(cudaSuccess)) == "cudaSuccess");
  CHECK(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
  CHECK(std::string(cudaGetErrorName(cudaErrorMisalignedAddress)) == "cudaErrorMisalignedAddress");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) ==
        "invalid configuration argument");
  CHECK(std::string(cudaGetErrorString(cudaErrorUnknown)) == "unknown error");
}

TEST_CASE("every code of the toolkit has its own name") {
  std::set<std::string> names;
  for (int code = 0; code <= cudaErrorUnknown; ++code) {
    const std::string name = cudaGetErrorName(static_cast<cudaError_t>(code));
    if (name == "unrecognized error code") continue;
    CHECK(names.insert(name).second);
  }
  CHECK(names.size() == 133);
}

TEST_CASE("a code that does not exist is called so") {
  const auto code = static_cast<cudaError_t>(777);
  CHECK(std::string(cudaGetErrorName(code)) == "unrecognized error code");
  CHECK(std::string(cudaGetErrorString(code)) == "unrecognized error code");
}

TEST_CASE("the last error stays until it is read, and belongs to one host thread") {
  CHECK(cudaGetDeviceCount(nullptr) == cudaErrorInvalidValue);
  cudaError_t elsewhere = cudaErrorUnknown;
  std::thread([&] { elsewhere = cudaPeekAtLastError(); }).join();
  CHECK(elsewhere == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_SUITE_END();
