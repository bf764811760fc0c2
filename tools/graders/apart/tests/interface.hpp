// What the tests call of an answer in a process of its own.
#pragma once

#include <cuda_runtime.h>

struct named {
  const char* name;
  int value;
};

int add(int a, int b);
bool is_odd(int n);
void double_all(int* data, unsigned size);  // device memory
int sum_of_variable(int value);             // ... by way of a __device__ variable
int sum_in_pinned_memory(const int* data, unsigned size);
int sum_in_managed_memory(const int* data, unsigned size);
float milliseconds_of_nothing(cudaStream_t stream);

// How a host gets elements of device memory. The sum of all of them.
enum class way {
  copy,
  symbol,
  pinned_memory,
  managed_memory,
  word_after_word,
  free_memory,
  taken_back,  // another thread reads what a kernel shows it for a while
  addresses    // of the next allocation
};
int sum_on_host(way how, const int* data, unsigned size);         // no more than few bytes may come
int sum_on_host_freely(way how, const int* data, unsigned size);  // all may

void change(int* values, unsigned size);  // memory of the host
int length_of(const named& one);
int call_each(void (*const* functions)(int), int count);

int calls_from_threads(int* data, unsigned size);  // of device memory; how many failed
void throws();
cudaError_t calls_what_is_not_forwarded();

// What the system says to such a call: an error number, or 0.
enum class attempt { opens_a_file, signals_the_grader, makes_a_process, makes_a_socket, traces };
int system_says(attempt what);

// How a process ends.
enum class end { exits, divides_by_zero, follows_a_device_pointer };
void ends(end how, const int* device_memory);
// Sends such a message to the grader.
enum class forgery { unknown_kind, unknown_call, shorter_than_announced, too_large, wrong_frames };
void forges(forgery what);

// Asks the grader's process to copy between memory of the host's there and the answer. What the
// runtime says, and what stands in `word` then.
struct forged_copy {
  cudaError_t code;
  int word;
};
forged_copy copies_from_grader(const void* there);
forged_copy copies_to_grader(void* there);

extern const int answer_to_everything;
