// What stands in for an answer in the grader's program: functions of the same names.
#include <lockstep/prediction.hpp>

#include LOCKSTEP_INTERFACE

#include <cstdio>
#include <cstdlib>

#include "answer_process.hpp"

#pragma GCC diagnostic ignored "-Wunused-parameter"  // a kernel's stand-in uses none

#define APART_FUNCTION_TO_HOST(most, result, name, parameters, ...)                    \
  result name parameters {                                                             \
    return ::lockstep::apart::call<result>(::lockstep::apart::hash(#name #parameters), \
                                           most __VA_OPT__(, ) __VA_ARGS__);           \
  }
#define APART_FUNCTION(...) APART_FUNCTION_TO_HOST(::lockstep::apart::few_bytes, __VA_ARGS__)
#define APART_SPECIALISATION(...) \
  template <>                     \
  APART_FUNCTION(__VA_ARGS__)
// A constant of the interface, which can be written here.
#define APART_CONSTANT(type, name)                  \
  extern type lockstep_apart_##name __asm__(#name); \
  type lockstep_apart_##name{};
#define APART_KERNEL(mangled, name, parameters)                              \
  void name parameters {                                                     \
    std::fputs("The grader calls a kernel without launching it.\n", stderr); \
    std::abort();                                                            \
  }
#include LOCKSTEP_CALLS
#undef APART_FUNCTION
#undef APART_FUNCTION_TO_HOST
#undef APART_SPECIALISATION
#undef APART_CONSTANT
#undef APART_KERNEL

namespace lockstep::apart {

#ifdef APART_STANDARD_OUTPUT
const bool answer_has_standard_output = true;
#else
const bool answer_has_standard_output = false;
#endif

#define APART_FUNCTION(...)
#define APART_FUNCTION_TO_HOST(...)
#define APART_SPECIALISATION(...)

void take_constants([[maybe_unused]] incoming& from) {
#define APART_CONSTANT(type, name) lockstep_apart_##name = from.get<type>();
#define APART_KERNEL(...)
#include LOCKSTEP_CALLS
#undef APART_CONSTANT
#undef APART_KERNEL
}

const void* kernel_of_interface([[maybe_unused]] const std::string& name_in_device_code) {
#define APART_CONSTANT(...)
#define APART_KERNEL(mangled, name, parameters) \
  if (name_in_device_code == mangled)           \
    return reinterpret_cast<const void*>(static_cast<void(*) parameters>(name));
#include LOCKSTEP_CALLS
  return nullptr;
}

}  // namespace lockstep::apart
