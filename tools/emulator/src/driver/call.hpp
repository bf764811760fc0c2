// The frame around every call of the driver API: what it needs is there, nothing escapes through
// the C ABI, and the runtime's last error stays what it was.
//
// Most functions of the driver API are functions of the runtime with another name: they take the
// same values and answer with the same codes. SAME_AS makes one of the other.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <new>
#include <type_traits>

#include "cudart/api_call.hpp"

namespace lockstep::driver {

using cudart::context_use;
using cudart::failure;
using cudart::require;

enum class needs {
  nothing,
  initialisation,  // cuInit, or a call of the runtime
  context          // a current one
};

// Throws failure{cudaErrorInitializationError} or failure{cudaErrorDeviceUninitialized}, which are
// CUDA_ERROR_NOT_INITIALIZED and CUDA_ERROR_INVALID_CONTEXT.
void require_state(needs what);
// Throws failure if the context was lost, as far as a call of this kind may know it.
void require_alive(context_use use);
// Throws failure if a call of the runtime has failed.
void pass_on(cudaError_t error);

// Codes that only the runtime has become the driver's for the same cause.
CUresult result_of(cudaError_t error);

// The name of the call for messages; what the calls of the runtime within it leave behind in the
// thread is undone.
class call_frame {
 public:
  explicit call_frame(const char* name) : call_(name), before_(cudart::state_of_thread()) {}
  ~call_frame() { cudart::state_of_thread() = before_; }
  call_frame(const call_frame&) = delete;
  call_frame& operator=(const call_frame&) = delete;

 private:
  const cudart::call_in_progress call_;
  const cudart::thread_state before_;
};

template <typename body_t>
CUresult call(const char* name, needs what, const body_t& body) noexcept {
  const call_frame frame(name);
  try {
    require_state(what);
    body();
    return CUDA_SUCCESS;
  } catch (const failure& failed) {
    return result_of(failed.code);
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    cudart::report_internal_error(name, error.what());
  } catch (...) {
    cudart::report_internal_error(name, "an exception of unknown type");
  }
  return CUDA_ERROR_UNKNOWN;
}

// A value of the one API as the other calls it.
template <typename to_t, typename from_t>
to_t as(from_t value) {
  if constexpr (std::is_convertible_v<from_t, to_t>) {
    return value;
  } else if constexpr (std::is_enum_v<from_t> && std::is_enum_v<to_t>) {
    return static_cast<to_t>(value);
  } else if constexpr (std::is_class_v<from_t>) {
    return std::bit_cast<to_t>(value);
  } else {
    return (to_t)value;  // handles, device addresses, pointers to values of the same layout
  }
}

// What two pointers point to has the same size, as far as both types are known.
template <typename to_t, typename from_t>
constexpr bool fits = true;
template <typename to_t, typename from_t>
requires(
    requires { sizeof(to_t); } && requires { sizeof(from_t); } && !std::is_void_v<to_t> &&
    !std::is_void_v<from_t>) constexpr bool fits<to_t*, from_t*> = sizeof(to_t) == sizeof(from_t);

template <std::size_t size>
struct call_name {
  constexpr call_name(const char (&name)[size]) { std::copy_n(name, size, text); }
  char text[size];
};

template <call_name name, needs what, auto runtime_call, typename type>
struct same_as;
template <call_name name, needs what, auto runtime_call, typename... arguments_t>
struct same_as<name, what, runtime_call, CUresult(arguments_t...)> {
  template <typename... parameters_t>
  static CUresult pass(cudaError_t (*to)(parameters_t...), arguments_t... arguments) {
    static_assert((fits<std::remove_cv_t<parameters_t>, std::remove_cv_t<arguments_t>> && ...));
    return call(name.text, what, [&] { pass_on(to(as<parameters_t>(arguments)...)); });
  }
  static CUresult run(arguments_t... arguments) { return pass(runtime_call, arguments...); }
};

}  // namespace lockstep::driver

#define LOCKSTEP_JOINED(a, b) a##b
#define LOCKSTEP_JOIN(a, b) LOCKSTEP_JOINED(a, b)
#define LOCKSTEP_TEXT_OF(text) #text
#define LOCKSTEP_TEXT(text) LOCKSTEP_TEXT_OF(text)

// `name`, whose own name is taken for a template's instance: the loader asks which function it
// stands for.
#define LOCKSTEP_STANDS_FOR(name, type, instance)                                  \
  extern "C" decltype(&type) LOCKSTEP_JOIN(resolve_, name)() { return &instance; } \
  extern "C" decltype(type) name                                                   \
      __attribute__((ifunc(LOCKSTEP_TEXT(LOCKSTEP_JOIN(resolve_, name)))));
#define LOCKSTEP_INSTANCE(text, what, runtime_call, type)                       \
  lockstep::driver::same_as<text, lockstep::driver::needs::what, &runtime_call, \
                            std::remove_pointer_t<decltype(&type)>>::run

// A function of the driver API that is one of the runtime. cuda.h gives some names a version by
// macros; messages have the name without it. The first needs a current context.
#define SAME_AS(name, runtime_call) \
  LOCKSTEP_STANDS_FOR(name, name, LOCKSTEP_INSTANCE(#name, context, runtime_call, name))
#define SAME_AS_ANYWHERE(name, runtime_call) \
  LOCKSTEP_STANDS_FOR(name, name, LOCKSTEP_INSTANCE(#name, initialisation, runtime_call, name))

// The same call for programs with per-thread default streams. suffix: _ptsz or _ptds.
#define PER_THREAD(name, suffix)                         \
  LOCKSTEP_STANDS_FOR(LOCKSTEP_JOIN(name, suffix), name, \
                      lockstep::cudart::with_per_thread_default<&name>::run)
#define SAME_AS_PTSZ(name, runtime_call) SAME_AS(name, runtime_call) PER_THREAD(name, _ptsz)
