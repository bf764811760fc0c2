// Work in several processes.
#include "processes/parallel.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "support/failure.hpp"

using namespace lockstep::tutor;

TEST_CASE("every piece of work is done once, and its result comes back whole") {
  std::set<std::size_t> seen;
  in_processes(
      100, 3, [](std::size_t i) { return std::string(100 * i, 'a'); },
      [&](std::size_t i, const std::string& text) {
        CHECK(text == std::string(100 * i, 'a'));
        CHECK(seen.insert(i).second);
      });
  CHECK(seen.size() == 100);
}

TEST_CASE("more work than the pipe holds, and none at all") {
  std::size_t sum = 0;
  const auto count = [&](std::size_t i, const std::string&) { sum += i; };
  in_processes(
      20'000, 2, [](std::size_t) { return std::string(); }, count);
  CHECK(sum == std::size_t{20'000} * 19'999 / 2);
  in_processes(
      0, 2, [](std::size_t) { return std::string(); }, count);
}

TEST_CASE("where a signal ends a process, another one goes on") {
  std::set<std::size_t> done, dead;
  in_processes(
      5, 2,
      [](std::size_t i) -> std::string {
        if (i == 1 || i == 4) raise(SIGKILL);
        return {};
      },
      [&](std::size_t i, const std::string&) { done.insert(i); },
      [&](std::size_t i, int signal) {
        CHECK(signal == SIGKILL);
        dead.insert(i);
      });
  CHECK(done == std::set<std::size_t>{0, 2, 3});
  CHECK(dead == std::set<std::size_t>{1, 4});
}

TEST_CASE("a process that dies is noticed") {
  const auto dies = [](std::size_t i) -> std::string {
    if (i == 1) _exit(0);
    return {};
  };
  CHECK_THROWS_AS(in_processes(2, 2, dies, [](std::size_t, const std::string&) {}), failure);
}
