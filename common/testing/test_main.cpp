// The main of a chapter's tests. Where no device answers they are skipped (77, by Meson's
// convention) and say what to do. An emulator that is there and fails is a failure.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <lockstep/device.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (const auto problem = lockstep::missing_device()) {
    std::cerr << *problem << '\n';
    return lockstep::backend_name() == "gpu" ? 77 : 1;
  }
  return doctest::Context(argc, argv).run();
}
