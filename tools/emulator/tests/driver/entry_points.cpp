#include <dlfcn.h>

#include <set>
#include <string>

#include "driver_test.hpp"

TEST_SUITE_BEGIN("entry points");

TEST_CASE("libcuda.so.1 has the functions under its own name") {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  CHECK(dlsym(library, "cuMemAlloc_v2") == reinterpret_cast<void*>(&cuMemAlloc));
}

TEST_CASE("a function is found in the form that the program's version of CUDA has") {
  void *old = nullptr, *now = nullptr;
  CUdriverProcAddressQueryResult result;
  CHECK(cuGetProcAddress("cuCtxCreate", &now, 13000, 0, &result) == CUDA_SUCCESS);
  CHECK(now == reinterpret_cast<void*>(&cuCtxCreate));
  CHECK(cuGetProcAddress("cuCtxCreate", &old, 12000, 0, &result) == CUDA_SUCCESS);
  CHECK(old != now);
  CHECK(cuGetProcAddress("cuCtxGetId", &now, 11000, 0, &result) == CUDA_ERROR_NOT_FOUND);
  CHECK(result == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  CHECK(cuGetProcAddress("cuNothing", &now, 13000, 0, &result) == CUDA_ERROR_NOT_FOUND);
  CHECK(result == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

TEST_CASE("a function has another form for per-thread default streams") {
  void *legacy = nullptr, *by_thread = nullptr;
  CHECK(cuGetProcAddress("cuStreamQuery", &legacy, 13000, 0, nullptr) == CUDA_SUCCESS);
  CHECK(cuGetProcAddress("cuStreamQuery", &by_thread, 13000,
                         CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, nullptr) == CUDA_SUCCESS);
  CHECK(legacy != by_thread);
}

TEST_CASE("every result has its own name and a text") {
  std::set<std::string> names;
#define RESULT(name)                                       \
  {                                                        \
    const char* text = nullptr;                            \
    CHECK(cuGetErrorName(name, &text) == CUDA_SUCCESS);    \
    CHECK(names.insert(text).second);                      \
    CHECK(std::string(text) == #name);                     \
    CHECK(cuGetErrorString(name, &text) == CUDA_SUCCESS);  \
    CHECK(std::string(text) != "unrecognized error code"); \
  }
#include "driver/results.def"
  const char* text = "";
  CHECK(cuGetErrorName(static_cast<CUresult>(777), &text) == CUDA_ERROR_INVALID_VALUE);
  CHECK(text == nullptr);
}

TEST_CASE("what the emulator does not have is an error") {
  const driver_test::context current;
  CHECK(cuIpcGetMemHandle(nullptr, 0) == CUDA_ERROR_NOT_SUPPORTED);
}

TEST_SUITE_END();
