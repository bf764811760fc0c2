#include <cstring>
#include <fstream>
#include <string>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("modules");

TEST_CASE("a function or a variable that a module does not have is not found") {
  const context current;
  const module_of_test module;
  CUfunction none = nullptr;
  CUdeviceptr address = 0;
  CHECK(cuModuleGetFunction(&none, module.handle, "get") == CUDA_ERROR_NOT_FOUND);
  CHECK(cuModuleGetGlobal(&address, nullptr, module.handle, "value") == CUDA_ERROR_NOT_FOUND);
}

TEST_CASE("variables and constants have their place and size") {
  const context current;
  const module_of_test module;
  CUdeviceptr counter = 0, weights = 0;
  std::size_t size = 0;
  CHECK(cuModuleGetGlobal(&counter, &size, module.handle, "counter") == CUDA_SUCCESS);
  CHECK(size == 8);
  CHECK(cuMemsetD32(counter, 7, 2) == CUDA_SUCCESS);
  CHECK(int_at(counter + 4) == 7);
  CHECK(cuModuleGetGlobal(&weights, &size, module.handle, "weights") == CUDA_SUCCESS);
  CHECK(size == 12);
  CHECK(int_at(weights + 4) == 2);
  int bytes = 0;
  CHECK(cuFuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, module.set) == CUDA_SUCCESS);
  CHECK(bytes == 12);
}

TEST_CASE("a function knows its name, its module and its parameters") {
  const context current;
  const module_of_test module;
  const char* name = nullptr;
  CHECK(cuFuncGetName(&name, module.set) == CUDA_SUCCESS);
  CHECK(std::string(name) == "set");
  CUmodule owner = nullptr;
  CHECK(cuFuncGetModule(&owner, module.set) == CUDA_SUCCESS);
  CHECK(owner == module.handle);
  std::size_t offset = 0, size = 0;
  CHECK(cuFuncGetParamInfo(module.set, 2, &offset, &size) == CUDA_SUCCESS);
  CHECK(offset == 16);
  CHECK(size == 8);
  CHECK(cuFuncGetParamInfo(module.set, 3, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("after a module is unloaded its functions are no handles any more") {
  const context current;
  const module_of_test module;
  CHECK(cuModuleUnload(module.handle) == CUDA_SUCCESS);
  CHECK(cuModuleUnload(module.handle) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuLaunchKernel(module.set, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) ==
        CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE("what is wrong with PTX is in the log that the program asked for") {
  const context current;
  char log[200] = "";
  unsigned size = sizeof log;
  void* values[] = {log, nullptr};
  std::memcpy(&values[1], &size, sizeof size);
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  CUmodule module = nullptr;
  CHECK(cuModuleLoadDataEx(&module, ".version 8.0\n.target sm_90\n.entry broken(", 2, options,
                           values) == CUDA_ERROR_INVALID_PTX);
  CHECK(std::string(log).find("cannot be read") != std::string::npos);
  std::memcpy(&size, &values[1], sizeof size);
  CHECK(size == std::strlen(log));
}

TEST_CASE("machine code without PTX is refused") {
  const context current;
  CUmodule module = nullptr;
  const char elf[64] =
      "\x7f"
      "ELF\x02\x01";
  CHECK(cuModuleLoadData(&module, elf) == CUDA_ERROR_NO_BINARY_FOR_GPU);
}

TEST_CASE("a module comes from a file, too") {
  const context current;
  std::ofstream("set.ptx") << ptx;
  CUmodule module = nullptr;
  CHECK(cuModuleLoad(&module, "set.ptx") == CUDA_SUCCESS);
  CHECK(cuModuleLoad(&module, "no.ptx") == CUDA_ERROR_FILE_NOT_FOUND);
}

TEST_CASE("a library's kernel is its module's function") {
  const context current;
  CUlibrary library = nullptr;
  REQUIRE(cuLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
          CUDA_SUCCESS);
  CUkernel kernel = nullptr;
  CHECK(cuLibraryGetKernel(&kernel, library, "set") == CUDA_SUCCESS);
  CUfunction by_kernel = nullptr, by_module = nullptr;
  CHECK(cuKernelGetFunction(&by_kernel, kernel) == CUDA_SUCCESS);
  CUmodule module = nullptr;
  CHECK(cuLibraryGetModule(&module, library) == CUDA_SUCCESS);
  CHECK(cuModuleGetFunction(&by_module, module, "set") == CUDA_SUCCESS);
  CHECK(by_kernel == by_module);
  unsigned count = 0;
  CHECK(cuLibraryGetKernelCount(&count, library) == CUDA_SUCCESS);
  CHECK(count == 1);
  CHECK(cuLibraryUnload(library) == CUDA_SUCCESS);
}

TEST_CASE("a kernel calls a function of another unit that was linked to it") {
  const context current;
  const char caller[] = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 result) answer ();
.visible .entry ask(.param .u64 to)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  .param .b32 given;
  ld.param.u64 %rd1, [to];
  call (given), answer, ();
  ld.param.b32 %r1, [given];
  st.global.u32 [%rd1], %r1;
  ret;
}
)";
  const char called[] = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .func (.param .b32 result) answer ()
{
  st.param.b32 [result], 42;
  ret;
}
)";
  CUlinkState link = nullptr;
  REQUIRE(cuLinkCreate(0, nullptr, nullptr, &link) == CUDA_SUCCESS);
  for (const char* unit : {caller, called})
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(unit), std::strlen(unit), "unit",
                        0, nullptr, nullptr) == CUDA_SUCCESS);
  void* image = nullptr;
  REQUIRE(cuLinkComplete(link, &image, nullptr) == CUDA_SUCCESS);
  CUmodule module = nullptr;
  REQUIRE(cuModuleLoadData(&module, image) == CUDA_SUCCESS);
  CHECK(cuLinkDestroy(link) == CUDA_SUCCESS);
  CUfunction ask = nullptr;
  REQUIRE(cuModuleGetFunction(&ask, module, "ask") == CUDA_SUCCESS);
  device_memory answer(4);
  void* arguments[] = {&answer.address};
  CHECK(cuLaunchKernel(ask, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  CHECK(int_at(answer.address) == 42);
}

TEST_SUITE_END();
