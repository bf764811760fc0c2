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
  const void* const* units;
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

[[noreturn]] void refuse_file(const char* name, const char* why) {
  std::fprintf(stderr, "The answer's device code, %s, %s.\n", name, why);
  constexpr int setup_missing = 5;
  std::_Exit(setup_missing);
}

// What nvcc -fatbin has made of an answer: one container, and one more behind it if the first one
// was linked from that (tools/graders/linked_code.sh).
void take_code_in(const char* name) {
  constexpr std::size_t most_words = (std::size_t{256} << 20) / sizeof(std::uint64_t);
  static std::vector<std::uint64_t> code;
  std::FILE* const file = std::fopen(name, "rb");
  std::uint64_t word = 0;
  while (file != nullptr && code.size() <= most_words &&
         std::fread(&word, 1, sizeof word, file) > 0) {
    code.push_back(word);
    word = 0;
  }
  if (file != nullptr) std::fclose(file);
  if (code.size() > most_words) refuse_file(name, "has more than 256 MiB");
  // A container says in its second word how many bytes follow its header of two.
  constexpr std::size_t header_words = 2;
  if (code.size() < header_words) refuse_file(name, "is missing or empty");
  lockstep_answer_wrapper.code = code.data();
  const std::size_t words = header_words + code[1] / sizeof word;
  if (words > code.size()) refuse_file(name, "is damaged");
  if (words == code.size()) return;
  static const void* const units[] = {&code[words], nullptr};
  lockstep_answer_wrapper.version = 2;
  lockstep_answer_wrapper.units = units;
}

[[gnu::constructor]] void register_answer() {
  const char* const file = std::getenv("LOCKSTEP_ANSWER");
  if (lockstep_answer_code == nullptr && file != nullptr &&
      lockstep_answer_kernels->name != nullptr)
    take_code_in(file);
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
