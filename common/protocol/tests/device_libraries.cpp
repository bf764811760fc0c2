// Libraries whose kernels need a GPU.
#include "lockstep/protocol/device_libraries.hpp"

#include <doctest/doctest.h>

using namespace lockstep::protocol;

TEST_SUITE_BEGIN("device libraries");

TEST_CASE("a library is known by the beginning of its name, whatever its version") {
  CHECK(device_library("libcublas.so.13") == "cuBLAS");
  CHECK(device_library("libcublasLt.so.12.1.3") == "cuBLAS");
  CHECK(device_library("libnppif.so.13") == "NPP");
}

TEST_CASE("the runtime, the run-time compiler and libraries of others are none") {
  CHECK_FALSE(device_library("libcudart.so.13"));
  CHECK_FALSE(device_library("libnvrtc.so.13"));
  CHECK_FALSE(device_library("libm.so.6"));
  CHECK_FALSE(device_library("libcublas_notes.txt"));
}
