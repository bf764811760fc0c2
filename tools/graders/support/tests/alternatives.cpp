// An answer with an alternative, as the tutor links them.
#include "../alternatives.hpp"
#include "../session.hpp"

#include <doctest/doctest.h>
#include <lockstep/protocol/supposition_abi.h>
#include <lockstep/buffer.hpp>
#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace {
void entry(int*) {}  // its address is all that counts
}  // namespace

extern "C" {
extern const std::uint64_t lockstep_alternative_count = 2, lockstep_entry_count = 1;
void* lockstep_selected[1];
extern const void* const lockstep_entries[1] = {reinterpret_cast<const void*>(&entry)};
extern void* const lockstep_alternatives[2] = {reinterpret_cast<void*>(&parts_once),
                                               reinterpret_cast<void*>(&meets_twice)};
}

using namespace lockstep::grader;

TEST_CASE("a launch of the answer's kernel is one of the chosen alternative's") {
  const auto barriers_with = [](const char* alternative) {
    setenv("LOCKSTEP_ALTERNATIVE", alternative, 1);
    choose_alternative_of_parent();
    unsetenv("LOCKSTEP_ALTERNATIVE");
    const lockstep::device_buffer<int> to(std::vector<int>(64, 1));
    return measure([&] { launch(&entry, 1, 64, const_cast<int*>(to.data())); }, nothing_to_compare)
        .barriers;
  };
  CHECK(barriers_with("0") == 0);
  CHECK(barriers_with("1") > 0);
  CHECK(lockstep_selected[0] == lockstep_alternatives[1]);
}

TEST_CASE("a kernel stands in for another one by its name") {
  const auto stand_in_for =
      lockstep::detail::runtime_function<decltype(lockstep_stand_in_for)>("lockstep_stand_in_for");
  REQUIRE((stand_in_for != nullptr));
  const char* name = nullptr;
  REQUIRE(cudaFuncGetName(&name, reinterpret_cast<const void*>(&parts_once)) == cudaSuccess);
  cudaKernel_t itself = nullptr;
  REQUIRE(cudaGetKernel(&itself, reinterpret_cast<const void*>(&parts_once)) == cudaSuccess);
  const auto barriers = [] {
    const lockstep::device_buffer<int> to(std::vector<int>(64, 1));
    return measure([&] { launch(&parts_once, 1, 64, const_cast<int*>(to.data())); },
                   nothing_to_compare)
        .barriers;
  };
  CHECK(barriers() == 0);
  CHECK(stand_in_for(name, reinterpret_cast<const void*>(&meets_twice)) == 0);
  CHECK(barriers() > 0);
  CHECK(stand_in_for(name, itself) == 0);
  CHECK(barriers() == 0);
  CHECK(stand_in_for("no_such_kernel", itself) == -1);
}

TEST_CASE("a kernel stands in for one that has been launched, as nvcc launches it") {
  const auto stand_in_for =
      lockstep::detail::runtime_function<decltype(lockstep_stand_in_for)>("lockstep_stand_in_for");
  const auto stands_for = [](const void* kernel) {
    cudaKernel_t handle = nullptr;
    REQUIRE(cudaGetKernel(&handle, kernel) == cudaSuccess);
    return handle;
  };
  const void* const once = reinterpret_cast<const void*>(&parts_once);
  const void* const twice = reinterpret_cast<const void*>(&meets_twice);
  const char *of_once = nullptr, *of_twice = nullptr;
  REQUIRE(cudaFuncGetName(&of_once, once) == cudaSuccess);
  REQUIRE(cudaFuncGetName(&of_twice, twice) == cudaSuccess);
  const cudaKernel_t handle = stands_for(once);
  REQUIRE(stand_in_for(of_once, twice) == 0);
  CHECK(stands_for(once) == handle);
  const char* launched = nullptr;
  REQUIRE(cudaFuncGetName(&launched, reinterpret_cast<const void*>(handle)) == cudaSuccess);
  CHECK(std::string(launched) == of_twice);
  CHECK(stand_in_for(of_once, handle) == 0);
}

TEST_CASE("what the checks find in an alternative is counted, and told to nobody") {
  const auto suppose =
      lockstep::detail::runtime_function<decltype(lockstep_suppose)>("lockstep_suppose");
  const auto found = lockstep::detail::runtime_function<decltype(lockstep_supposed_findings)>(
      "lockstep_supposed_findings");
  REQUIRE((suppose != nullptr));
  REQUIRE((found != nullptr));
  const std::uint64_t before = lockstep::detail::findings().count();
  suppose(LOCKSTEP_SUPPOSE_CHANGED_AND_CHECKED, 1000);
  CHECK(found() == 0);
  (void)cudaLaunchKernel(reinterpret_cast<const void*>(writes_to_null), 1, 1, nullptr, 0, nullptr);
  (void)cudaDeviceSynchronize();
  CHECK(found() == 1);
  suppose(0, 0);
  CHECK(lockstep::detail::findings().count() == before);
}

TEST_SUITE("nothing is known of registers") {
  TEST_CASE("undecided" * doctest::skip()) {
    for_every("n", {1}, "", [](unsigned) { throw undecided("the registers are not known"); });
  }
}

TEST_CASE("what cannot be decided of an alternative fails only where it is to be explained") {
  session& state = current_session();
  state.supposing_until = std::clock() + CLOCKS_PER_SEC;
  CHECK_FALSE(would_succeed("nothing is known of registers"));
  state.undecided_fails = false;
  CHECK(would_succeed("nothing is known of registers"));
  state.undecided_fails = true;
}
