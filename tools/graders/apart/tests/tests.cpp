// An answer in a process of its own: what it may do there, and what becomes of what it may not.
#include <doctest/doctest.h>
#include <lockstep/buffer.hpp>
#include <lockstep/grader.hpp>

#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

#include "interface.hpp"

using namespace lockstep::grader;

namespace {

const std::vector<int> one_to_hundred = [] {
  std::vector<int> all;
  for (int i = 1; i <= 100; ++i) all.push_back(i);
  return all;
}();

int called_with = 0;

int number_in(const std::vector<std::string>& arguments) { return std::stoi(arguments.at(0)); }

const separate_process ended("ended", [](const std::vector<std::string>& arguments) {
  const lockstep::device_buffer<int> memory(1);
  ends(static_cast<end>(number_in(arguments)), memory.data());
  return 0;
});
const separate_process refused("refused", [](const std::vector<std::string>&) {
  try {
    (void)calls_what_is_not_forwarded();
  } catch (const wrong& problem) {
    return problem.name == "cudaHostRegister" ? 0 : 1;
  }
  return 1;
});
const separate_process forged("forged", [](const std::vector<std::string>& arguments) {
  forges(static_cast<forgery>(number_in(arguments)));
  return 0;
});

ending end_of(end how) { return ended.run({std::to_string(static_cast<int>(how))}); }

}  // namespace

TEST_CASE("values, and a constant") {
  CHECK(add(2, 3) == 5);
  CHECK(is_odd(3));
  CHECK_FALSE(is_odd(4));
  CHECK(answer_to_everything == 42);
}

TEST_CASE("kernels work on the grader's device memory") {
  lockstep::device_buffer<int> data(one_to_hundred);
  double_all(data.data(), 100);
  CHECK(data.download()[99] == 200);
  CHECK(sum_in_pinned_memory(data.data(), 100) == 10100);
  CHECK(sum_in_managed_memory(data.data(), 100) == 10100);
}

TEST_CASE("variables of the device code") {
  CHECK(sum_of_variable(4) == 5);
  CHECK(sum_of_variable(6) == 7);
}

TEST_CASE("what comes to the host is limited, however it comes") {
  lockstep::device_buffer<int> data(one_to_hundred);
  for (const auto how :
       {way::copy, way::symbol, way::pinned_memory, way::managed_memory, way::word_after_word}) {
    CHECK(sum_on_host(how, data.data(), 16) == 136);  // 64 bytes
    CHECK_THROWS_AS((void)sum_on_host(how, data.data(), 100), wrong);
    CHECK(sum_on_host_freely(how, data.data(), 100) == 5050);
  }
}

TEST_CASE("what is free of the device's memory tells of kernels") {
  lockstep::device_buffer<int> data(one_to_hundred);
  CHECK(sum_on_host(way::free_memory, data.data(), 4) == 10);  // asked for eight times
  CHECK_THROWS_AS((void)sum_on_host(way::free_memory, data.data(), 5), wrong);
}

TEST_CASE("addresses tell nothing of kernels") {
  lockstep::device_buffer<int> data(one_to_hundred);
  const int after_one = sum_on_host(way::addresses, data.data(), 1);
  CHECK(sum_on_host(way::addresses, data.data() + 99, 1) == after_one);
}

TEST_CASE("no thread of the answer runs beside a kernel") {
  lockstep::device_buffer<int> data(one_to_hundred);
  CHECK(sum_on_host_freely(way::taken_back, data.data() + 4, 3) == 0);
}

TEST_CASE("the line that brings elements to the host is named") {
  lockstep::device_buffer<int> data(one_to_hundred);
  try {
    (void)sum_on_host(way::copy, data.data(), 100);
    FAIL("it is not refused");
  } catch (const wrong& problem) {
    CHECK(std::string(problem.what()).find("400 bytes") != std::string::npos);
    CHECK(problem.file.find("answer.cu") != std::string::npos);
    CHECK(problem.line > 0);
  }
}

TEST_CASE("threads of the answer take turns") {
  lockstep::device_buffer<int> data(one_to_hundred);
  CHECK(calls_from_threads(data.data(), 100) == 0);
}

TEST_CASE("events in a stream of the grader's") {
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(milliseconds_of_nothing(stream) >= 0);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("memory of the host is copied there and back") {
  std::vector<int> values{1, 2, 3};
  change(values.data(), 3);
  CHECK(values == std::vector<int>{2, 3, 4});
  CHECK(length_of({"four", 3}) == 7);
}

TEST_CASE("the answer calls functions of the grader") {
  void (*const functions[])(int) = {[](int n) { called_with += n; },
                                    [](int n) { called_with += 10 * n; }};
  CHECK(call_each(functions, 2) == 2);
  CHECK(called_with == 21);
}

TEST_CASE("an exception arrives") { CHECK_THROWS_WITH(throws(), "thrown by the answer"); }

#ifdef __x86_64__
TEST_CASE("the system refuses all but memory, time and the channel") {
  for (const auto one : {attempt::opens_a_file, attempt::signals_the_grader,
                         attempt::makes_a_process, attempt::makes_a_socket, attempt::traces})
    CHECK(system_says(one) == EPERM);
}
#endif

TEST_CASE("the grader's own memory is out of reach") {
  int secret = 4711;
  const forged_copy got = copies_from_grader(&secret);
  CHECK(got.code == cudaErrorInvalidValue);
  CHECK(got.word != 4711);
  CHECK(copies_to_grader(&secret).code == cudaErrorInvalidValue);
  CHECK(secret == 4711);
}

TEST_CASE("a call that is not forwarded is refused by its name") {
  CHECK(refused.run().exit_code == 0);
}

TEST_CASE("the grader ends as the answer does") {
  CHECK(end_of(end::exits).exit_code == 7);
  CHECK(end_of(end::divides_by_zero).signal == SIGFPE);
  const ending crashed = end_of(end::follows_a_device_pointer);
  CHECK(crashed.signal == SIGSEGV);
  CHECK(crashed.errors.find("read or wrote device memory") != std::string::npos);
}

TEST_CASE("a message that makes no sense ends both") {
  for (const auto one :
       {forgery::unknown_kind, forgery::unknown_call, forgery::shorter_than_announced,
        forgery::too_large, forgery::wrong_frames}) {
    const ending end = forged.run({std::to_string(static_cast<int>(one))});
    CHECK(end.exit_code == 1);
    CHECK(end.errors.find("The answer's process was ended") != std::string::npos);
  }
}
