// Tells the runtime of an answer's kernels, as code that nvcc generates for the host would. That
// code is part of the answer's object, where an answer can change what it calls. So where only
// kernels are asked for, an answer brings its device code, and the rest is here. That code is
// linked with the grader (tools/graders/kernels.sh), or it is a file, which LOCKSTEP_ANSWER names,
// and the grader is a program for all answers. In a program that has the whole answer, neither is
// there, and nothing happens here.
//
// The functions of the runtime, and the wrapper's layout, are those of the toolkit's
// crt/host_runtime.h and fatbinary_section.h.
#include "answer_kernels.hpp"

#include <vector_types.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct fatbinary_wrapper {
  int magic, version;
  const void* code;
  void* file_or_units;
};

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host_function, char* device_function,
                            const char* device_name, int thread_limit, uint3* thread, uint3* block,
                            dim3* block_size, dim3* grid_size, int* warp_size);

[[gnu::weak]] extern const unsigned char lockstep_answer_code[];
// Of relocatable device code, in what nvcc's linker has made of it for the host. It calls `kernels`
// as soon as the code of all files is registered.
[[gnu::weak]] void lockstep_register_answer(void (*kernels)(void**), void*, void*,
                                            void (*unused)(void*));

[[gnu::weak]] fatbinary_wrapper lockstep_answer_wrapper = {0x466243b1, 1, lockstep_answer_code,
                                                           nullptr};
}
// Of an exercise that asks for more than kernels.
#pragma weak lockstep_answer_kernels
const lockstep::grader::answer_kernel lockstep_answer_kernels[] = {{nullptr, nullptr}};

namespace {

void** handle;

void register_kernels(void** image) {
  for (const auto* one = lockstep_answer_kernels; one->name != nullptr; ++one)
    __cudaRegisterFunction(image, reinterpret_cast<const char*>(one->host_function),
                           const_cast<char*>(one->name), one->name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
}

// What nvcc -fatbin has made of an answer; null if no file is named.
const void* code_in_file() {
  const char* const name = std::getenv("LOCKSTEP_ANSWER");
  if (name == nullptr || lockstep_answer_kernels->name == nullptr) return nullptr;
  static std::vector<std::uint64_t> code;
  std::FILE* const file = std::fopen(name, "rb");
  std::uint64_t word = 0;
  while (file != nullptr && std::fread(&word, 1, sizeof word, file) > 0) {
    code.push_back(word);
    word = 0;
  }
  if (file != nullptr) std::fclose(file);
  if (!code.empty()) return code.data();
  std::fprintf(stderr, "The answer's device code, %s, is missing or empty.\n", name);
  constexpr int setup_missing = 5;
  std::_Exit(setup_missing);
}

[[gnu::constructor]] void register_answer() {
  if (lockstep_answer_code == nullptr) lockstep_answer_wrapper.code = code_in_file();
  if (lockstep_answer_wrapper.code == nullptr) return;
  if (lockstep_register_answer != nullptr) {
    lockstep_register_answer(register_kernels, nullptr, nullptr, [](void*) {});
    return;
  }
  handle = __cudaRegisterFatBinary(&lockstep_answer_wrapper);
  register_kernels(handle);
  __cudaRegisterFatBinaryEnd(handle);
  std::atexit([] { __cudaUnregisterFatBinary(handle); });
}

}  // namespace

void lockstep::grader::called_on_the_host(const char* kernel) {
  std::fprintf(stderr, "The grader calls the kernel %s without launching it.\n", kernel);
  std::abort();
}
