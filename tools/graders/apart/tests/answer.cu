#include "interface.hpp"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../messages.hpp"
#include "../runtime_calls.hpp"

extern const int answer_to_everything = 42;

__device__ int variable;

__global__ void double_each(int* data, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) data[i] *= 2;
}
__global__ void copy(int* to, const int* from, unsigned size) {
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) to[i] = from[i];
}
__global__ void add_to_variable(int value) { variable += value; }

int add(int a, int b) { return a + b; }
bool is_odd(int n) { return n % 2 != 0; }

void double_all(int* data, unsigned size) {
  double_each<<<(size + 127) / 128, 128>>>(data, size);
  cudaDeviceSynchronize();
}

int sum_of_variable(int value) {
  const int before = 1;
  int after = 0;
  cudaMemcpyToSymbol(variable, &before, sizeof before);
  add_to_variable<<<1, 1>>>(value);
  cudaMemcpyFromSymbol(&after, variable, sizeof after);
  return after;
}

static int sum_in(int* memory, const int* data, unsigned size) {
  copy<<<1, 64>>>(memory, data, size);
  cudaDeviceSynchronize();
  return std::accumulate(memory, memory + size, 0);
}
int sum_in_pinned_memory(const int* data, unsigned size) {
  int* memory = nullptr;
  cudaMallocHost(&memory, size * sizeof(int));
  const int sum = sum_in(memory, data, size);
  cudaFreeHost(memory);
  return sum;
}
int sum_in_managed_memory(const int* data, unsigned size) {
  int* memory = nullptr;
  cudaMallocManaged(&memory, size * sizeof(int));
  const int sum = sum_in(memory, data, size);
  cudaFree(memory);
  return sum;
}

__device__ int elements[256];
__device__ void* taken;

// A thousand times as many bytes as the element says.
__global__ void take(const int* element) { taken = malloc(1024ull * *element); }
__global__ void give_back() { free(taken); }

static int element_by_free_memory(const int* element) {
  std::size_t before = 0, after = 0, all = 0;
  cudaMemGetInfo(&before, &all);
  take<<<1, 1>>>(element);
  cudaMemGetInfo(&after, &all);
  give_back<<<1, 1>>>();
  return static_cast<int>((before - after) / 1024);
}

// Shows the element until somebody has seen it, or for a while.
__global__ void show(const int* element, volatile int* shown, volatile int* seen) {
  *shown = *element;
  for (int i = 0; i < 20000 && *seen == 0; ++i) continue;
  *shown = 0;
}

static int element_by_another_thread(const int* element) {
  volatile int* shared = nullptr;
  cudaMallocHost(const_cast<int**>(&shared), 2 * sizeof(int));
  shared[0] = shared[1] = 0;
  std::atomic<bool> is_over = false;
  int found = 0;
  std::thread other([&] {
    while (!is_over && (found = shared[0]) == 0) continue;
    shared[1] = 1;
  });
  show<<<1, 1>>>(element, shared, shared + 1);
  is_over = true;
  other.join();
  cudaFreeHost(const_cast<int*>(shared));
  return found;
}

// In units of which the heap of kernels has enough.
static int element_by_address(const int* element) {
  void *before = nullptr, *after = nullptr;
  cudaMalloc(&before, 1);
  take<<<1, 1>>>(element);
  cudaMalloc(&after, 1);
  give_back<<<1, 1>>>();
  cudaFree(before);
  cudaFree(after);
  const auto apart = static_cast<char*>(after) - static_cast<char*>(before);
  return static_cast<int>(apart / 1024);
}

int sum_on_host(way how, const int* data, unsigned size) {
  if (how == way::pinned_memory) return sum_in_pinned_memory(data, size);
  if (how == way::managed_memory) return sum_in_managed_memory(data, size);
  std::vector<int> all(size);
  if (how == way::copy) cudaMemcpy(all.data(), data, size * sizeof(int), cudaMemcpyDeviceToHost);
  if (how == way::symbol) {
    cudaMemcpyToSymbol(elements, data, size * sizeof(int), 0, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromSymbol(all.data(), elements, size * sizeof(int));
  }
  if (how == way::free_memory)
    for (unsigned i = 0; i < size; ++i) all[i] = element_by_free_memory(data + i);
  if (how == way::taken_back)
    for (unsigned i = 0; i < size; ++i) all[i] = element_by_another_thread(data + i);
  if (how == way::addresses)
    for (unsigned i = 0; i < size; ++i) all[i] = element_by_address(data + i);
  if (how == way::word_after_word)
    for (unsigned i = 0; i < size; ++i)
      cudaMemcpy(&all[i], data + i, sizeof(int), cudaMemcpyDeviceToHost);
  return std::accumulate(all.begin(), all.end(), 0);
}
int sum_on_host_freely(way how, const int* data, unsigned size) {
  return sum_on_host(how, data, size);
}

float milliseconds_of_nothing(cudaStream_t stream) {
  cudaEvent_t start, stop;
  float milliseconds = -1;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return milliseconds;
}

void change(int* values, unsigned size) {
  for (unsigned i = 0; i < size; ++i) values[i] += 1;
}
int length_of(const named& one) { return static_cast<int>(std::strlen(one.name)) + one.value; }
int call_each(void (*const* functions)(int), int count) {
  for (int i = 0; i < count; ++i) functions[i](i + 1);
  return count;
}

int calls_from_threads(int* data, unsigned size) {
  std::atomic<int> failed{0};
  std::vector<std::thread> all;
  for (int t = 0; t < 4; ++t)
    all.emplace_back([&] {
      std::vector<int> there(size);
      for (int i = 0; i < 25; ++i)
        failed += cudaMemcpy(there.data(), data, size * sizeof(int), cudaMemcpyDeviceToHost) !=
                  cudaSuccess;
      failed += there[size - 1] != 100;
    });
  for (auto& one : all) one.join();
  return failed;
}

void throws() { throw std::runtime_error("thrown by the answer"); }
cudaError_t calls_what_is_not_forwarded() {
  return cudaHostRegister(&variable, sizeof variable, cudaHostRegisterDefault);
}

int system_says(attempt what) {
  long result = 0;
  switch (what) {
    case attempt::opens_a_file:
      result = syscall(SYS_openat, AT_FDCWD, "/dev/null", 0);
      break;
    case attempt::signals_the_grader:
      result = syscall(SYS_kill, syscall(SYS_getppid), 0);
      break;
    case attempt::makes_a_process:
      result = syscall(SYS_fork);
      break;
    case attempt::makes_a_socket:
      result = socket(AF_UNIX, SOCK_STREAM, 0);
      break;
    case attempt::traces:
      result = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      break;
  }
  return result < 0 ? errno : 0;
}

void ends(end how, const int* device_memory) {
  volatile int zero = 0;
  switch (how) {
    case end::exits:
      std::exit(7);
    case end::divides_by_zero:
      zero = 7 / zero;
      break;
    case end::follows_a_device_pointer:
      zero = *device_memory;
      break;
  }
}

void forges(forgery what) {
  struct {
    std::uint32_t kind, bytes, content[4];
  } message = {102, 16, {9999, 0, 0, 0}};  // a call of the runtime
  if (what == forgery::unknown_kind) message.kind = 55;
  if (what == forgery::shorter_than_announced) message.bytes = 4;
  if (what == forgery::too_large) message.bytes = ~0u;
  if (what == forgery::wrong_frames) message.content[1] = ~0u;
  send(3, &message, 8 + (what == forgery::shorter_than_announced ? 4 : 16), 0);
  pause();
}

namespace {

// As the forwarding runtime would send it, but it says that the address is known to the grader.
forged_copy forged(const lockstep::apart::outgoing& call) {
  using namespace lockstep::apart;
  const header of{kind::runtime_call, static_cast<std::uint32_t>(call.all().size())};
  send(channel, &of, sizeof of, MSG_MORE);
  send(channel, call.all().data(), call.all().size(), 0);
  struct [[gnu::packed]] {
    header of;
    cudaError_t code;
    std::uint64_t count;
    int word;
  } reply{};
  recv(channel, &reply, sizeof reply, 0);
  return {reply.code, reply.word};
}

lockstep::apart::outgoing begin_copy() {
  lockstep::apart::outgoing call;
  call.put(lockstep::apart::call_id::cudaMemcpy);
  call.put(std::uint32_t{0});  // frames
  return call;
}

}  // namespace

forged_copy copies_from_grader(const void* there) {
  auto call = begin_copy();
  call.put(true);
  call.put(static_cast<void*>(nullptr));
  call.put(false);
  call.put(there);
  call.put(sizeof(int));
  call.put(cudaMemcpyHostToHost);
  return forged(call);
}

forged_copy copies_to_grader(void* there) {
  const int word = 13;
  auto call = begin_copy();
  call.put(false);
  call.put(there);
  call.put(true);
  call.put(static_cast<const void*>(&word));
  call.put(std::uint64_t{sizeof word});
  call.put(word);
  call.put(sizeof word);
  call.put(cudaMemcpyHostToHost);
  return forged(call);
}
