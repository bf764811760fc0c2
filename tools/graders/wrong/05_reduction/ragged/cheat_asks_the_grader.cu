// fails: compile: cheat_asks_the_grader.cu:18: uses-grader(lockstep::grader::current_session
//
// Declares what the grader keeps for itself, and takes the secret from there.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "05_reduction/ragged.hpp"

namespace lockstep::grader {
struct session {
  std::string nonce;
  int result_descriptor;
  std::uint64_t seed;
};
session& current_session();
}  // namespace lockstep::grader

int sum(const int*, int*, unsigned, unsigned) {
  const auto& state = lockstep::grader::current_session();
  dprintf(state.result_descriptor, R"({"type":"end","nonce":"%s","passed":true,"cases":0,"failed":0}
)",
          state.nonce.c_str());
  _exit(0);
}
