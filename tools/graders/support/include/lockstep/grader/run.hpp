// Calling the code under test.
#pragma once

#include <lockstep/protocol/ratios.hpp>

#include <cuda_runtime.h>

#include <functional>
#include <tuple>
#include <type_traits>

namespace lockstep::grader {

// Waits for the device. The answer is wrong if a launch, a CUDA call or a kernel of it has failed.
void finish();

// Calls the code under test and waits for what it launched.
template <typename Code>
auto run(Code&& code) {
  if constexpr (std::is_void_v<decltype(code())>) {
    code();
    finish();
  } else {
    auto result = code();
    finish();
    return result;
  }
}

// Launches the kernel under test: kernel<<<grid, block>>>(arguments...), for a C++ compiler. Does
// not wait for it, and leaves an error to the next `finish`.
template <typename... Parameters, typename... Arguments>
void enqueue(void (*kernel)(Parameters...), dim3 grid, dim3 block, const Arguments&... arguments) {
  std::tuple<Parameters...> values(arguments...);
  std::apply(
      [&](Parameters&... value) {
        void* addresses[] = {&value...};
        (void)cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, addresses, 0,
                               nullptr);
      },
      values);
}

// Launches the kernel under test and waits for it.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, const Arguments&... arguments) {
  run([&] { enqueue(kernel, grid, block, arguments...); });
}

// Calls the code under test and gives the counters of all its launches together. Undecided where
// the back end does not count, and as long as the answer is not right. `require_right` is called
// then, and compares what the code has made in this very run: a kernel that does nothing where it
// is only measured would keep most bounds.
[[nodiscard]] counters measure(const std::function<void()>& code,
                               const std::function<void()>& require_right);

// For kernels of the course, which are measured to be compared with or asked about.
inline void nothing_to_compare() {}

}  // namespace lockstep::grader
