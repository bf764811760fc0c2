// Programs that compile and link while they run, by NVIDIA's own compilers.
#include <nvJitLink.h>
#include <nvrtc.h>

#include <string>
#include <vector>

#include "driver_test.hpp"

using namespace driver_test;

TEST_SUITE_BEGIN("compilers");

namespace {

struct compiled {
  nvrtcProgram program = nullptr;
  compiled(const char* source, std::vector<const char*> options) {
    REQUIRE(nvrtcCreateProgram(&program, source, "source.cu", 0, nullptr, nullptr) ==
            NVRTC_SUCCESS);
    REQUIRE(nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data()) ==
            NVRTC_SUCCESS);
  }
  ~compiled() { nvrtcDestroyProgram(&program); }
  std::vector<char> cubin() const {
    std::size_t size = 0;
    CHECK(nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS);
    std::vector<char> code(size);
    if (size > 0) CHECK(nvrtcGetCUBIN(program, code.data()) == NVRTC_SUCCESS);
    return code;
  }
};

int result_of(const void* image, const char* kernel) {
  CUmodule module = nullptr;
  REQUIRE(cuModuleLoadData(&module, image) == CUDA_SUCCESS);
  CUfunction function = nullptr;
  REQUIRE(cuModuleGetFunction(&function, module, kernel) == CUDA_SUCCESS);
  device_memory to(4);
  void* arguments[] = {&to.address};
  CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  return int_at(to.address);
}

constexpr char source[] = "extern \"C\" __global__ void answer(int* to) { *to = 42; }";

}  // namespace

TEST_CASE("the machine code of NVRTC runs, and says how many registers it takes") {
  const context current;
  const auto code = compiled(source, {"--gpu-architecture=sm_90"}).cubin();
  CHECK(result_of(code.data(), "answer") == 42);
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  REQUIRE(cuModuleLoadData(&module, code.data()) == CUDA_SUCCESS);
  REQUIRE(cuModuleGetFunction(&function, module, "answer") == CUDA_SUCCESS);
  int registers = 0;
  CHECK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function) == CUDA_SUCCESS);
  CHECK(registers > 0);
}

TEST_CASE("for a virtual architecture NVRTC has no machine code, as ever") {
  CHECK(compiled(source, {"--gpu-architecture=compute_90"}).cubin().empty());
}

TEST_CASE("what nvJitLink has linked runs: PTX, machine code, and LTO-IR") {
  const context current;
  const char caller[] =
      "extern __device__ int number(); extern \"C\" __global__ void ask(int* to) { *to = number(); "
      "}";
  const char called[] = "__device__ int number() { return 17; }";
  for (const bool by_ir : {false, true}) {
    CAPTURE(by_ir);
    std::vector<const char*> options = {"--gpu-architecture=sm_90", "-rdc=true"};
    if (by_ir) options.push_back("-dlto");
    nvJitLinkHandle link = nullptr;
    const char* link_options[] = {"-arch=sm_90", "-lto"};
    REQUIRE(nvJitLinkCreate(&link, by_ir ? 2 : 1, link_options) == NVJITLINK_SUCCESS);
    for (const char* unit : {caller, called}) {
      const compiled program(unit, options);
      std::size_t size = 0;
      std::vector<char> code;
      if (by_ir) {
        REQUIRE(nvrtcGetLTOIRSize(program.program, &size) == NVRTC_SUCCESS);
        code.resize(size);
        REQUIRE(nvrtcGetLTOIR(program.program, code.data()) == NVRTC_SUCCESS);
      } else {
        code = program.cubin();
      }
      CHECK(nvJitLinkAddData(link, by_ir ? NVJITLINK_INPUT_LTOIR : NVJITLINK_INPUT_CUBIN,
                             code.data(), code.size(), unit) == NVJITLINK_SUCCESS);
    }
    REQUIRE(nvJitLinkComplete(link) == NVJITLINK_SUCCESS);
    std::size_t size = 0;
    REQUIRE(nvJitLinkGetLinkedCubinSize(link, &size) == NVJITLINK_SUCCESS);
    std::vector<char> linked(size);
    REQUIRE(nvJitLinkGetLinkedCubin(link, linked.data()) == NVJITLINK_SUCCESS);
    CHECK(nvJitLinkDestroy(&link) == NVJITLINK_SUCCESS);
    CHECK(result_of(linked.data(), "ask") == 17);
  }
}

TEST_SUITE_END();
