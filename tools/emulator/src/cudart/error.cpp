// Errors: names, texts, and the last error of each host thread.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <utility>

#include "cudart/api_call.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream_order.hpp"

namespace lockstep::cudart {
namespace {

struct error_entry {
  cudaError_t code;
  const char* name;
  const char* text;
};

#define ERROR(name, text) {name, #name, text},
constexpr error_entry errors[] = {
#include "cudart/error_table.def"
#include "lockstep/protocol/phrase.hpp"
};
#undef ERROR

const error_entry& entry(cudaError_t code) {
  static constexpr error_entry unknown{cudaErrorUnknown, "unrecognized error code",
                                       "unrecognized error code"};
  for (const error_entry& known : errors)
    if (known.code == code) return known;
  return unknown;
}

}  // namespace

thread_state& state_of_thread() {
  static thread_local thread_state state;
  return state;
}

cudaError_t context_error(context_use use) {
  if (use == context_use::none) return cudaSuccess;
  state_of_thread().has_context = true;
  runtime& process = runtime::get();
  if (process.device == nullptr) return cudaErrorNoDevice;
  if (use >= context_use::waits) process.fault.surface();
  if (use == context_use::synchronises) note_host_wait_for_device();
  return process.fault.known();
}

void host_waited() { note_host_wait(cudaStream_t{}); }

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) state_of_thread().last_error = error;
  return error;
}

void report_internal_error(const char* call, const char* what) {
  const std::string text = protocol::phrase(
      "internal-error", "lockstep: error inside the emulator, in {}: {}. Please report it.", call,
      what);
  std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaGetLastError() {
  return std::exchange(state_of_thread().last_error, cudaSuccess);
}

extern "C" cudaError_t cudaPeekAtLastError() { return state_of_thread().last_error; }

extern "C" const char* cudaGetErrorName(cudaError_t error) { return entry(error).name; }

extern "C" const char* cudaGetErrorString(cudaError_t error) { return entry(error).text; }
