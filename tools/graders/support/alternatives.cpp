#include "alternatives.hpp"

#include <lockstep/protocol/supposition_abi.h>
#include <lockstep/observe.hpp>

#include <cuda_runtime_api.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "session.hpp"

// Made by the tutor, where there are alternatives. Each function of the answer that something else
// may call is an entry, which jumps to the one that is selected.
extern "C" {
[[gnu::weak]] extern const std::uint64_t lockstep_alternative_count, lockstep_entry_count;
[[gnu::weak]] extern void* lockstep_selected[];             // by entry
[[gnu::weak]] extern const void* const lockstep_entries[];  // the entry itself
[[gnu::weak]] extern void* const lockstep_alternatives[];   // by alternative and entry
}

namespace lockstep::grader {

namespace {

constexpr const char* variable = "LOCKSTEP_ALTERNATIVE";
constexpr unsigned longest_launch = 200;              // ms
constexpr unsigned least_wait = 3, most_wait = 12;    // s, of what does no work
constexpr std::chrono::seconds least_time_of_all{8};  // of work in other processes
constexpr std::clock_t least_work = CLOCKS_PER_SEC / 4, most_work = CLOCKS_PER_SEC;

std::uint64_t number_in_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// What the answer itself took, if that is said.
std::uint64_t milliseconds_of_answer() {
  return number_in_environment("LOCKSTEP_ALTERNATIVE_WORK", 1000);
}

// Of one alternative. What is right may run where the answer stopped early, and the first one
// translates the kernels of all, too.
std::clock_t work_of_one() {
  static bool is_first = true;
  const auto asked = static_cast<std::clock_t>((std::exchange(is_first, false) ? 4 : 2) *
                                               milliseconds_of_answer());
  return std::clamp(asked * (CLOCKS_PER_SEC / 1000), least_work, most_work);
}

// Other processes that a trial starts take longer on a busy machine, as the answer did.
unsigned longest_wait() {
  const auto seconds = static_cast<unsigned>(2 * milliseconds_of_answer() / 1000);
  return std::clamp(seconds, least_wait, most_wait);
}
std::chrono::milliseconds longest_time_of_all() {
  return std::max<std::chrono::milliseconds>(
      least_time_of_all, 3 * std::chrono::milliseconds(milliseconds_of_answer()));
}

// Of all.
std::clock_t work_of_all() {
  const auto asked =
      static_cast<std::clock_t>(number_in_environment("LOCKSTEP_ALTERNATIVE_WORK_OF_ALL", 800));
  return asked * (CLOCKS_PER_SEC / 1000);
}

bool are_linked() { return &lockstep_alternative_count != nullptr; }

void choose_linked(std::uint64_t alternative) {
  static const auto stand_in =
      lockstep::detail::runtime_function<decltype(lockstep_stand_in)>("lockstep_stand_in");
  for (std::uint64_t e = 0; e < lockstep_entry_count; ++e) {
    lockstep_selected[e] = lockstep_alternatives[alternative * lockstep_entry_count + e];
    if (stand_in != nullptr) (void)stand_in(lockstep_entries[e], lockstep_selected[e]);
  }
}

// Kernels in a file of PTX.
class loaded_kernels {
 public:
  static loaded_kernels& get() {
    static loaded_kernels only;
    return only;
  }

  std::uint64_t count() const {
    return kernels_.empty() ? 0 : kernels_.front().alternatives.size();
  }

  void choose(std::uint64_t alternative) const {
    static const auto stand_in_for =
        lockstep::detail::runtime_function<decltype(lockstep_stand_in_for)>(
            "lockstep_stand_in_for");
    if (stand_in_for == nullptr) return;
    for (const names& of : kernels_) {
      const std::string& own = of.alternatives[alternative];
      cudaKernel_t kernel = nullptr;
      if (cudaLibraryGetKernel(&kernel, library_, (own == "-" ? of.there : own).c_str()) ==
          cudaSuccess)
        (void)stand_in_for(of.in_answer.c_str(), kernel);
    }
  }

 private:
  struct names {
    std::string in_answer, there;
    std::vector<std::string> alternatives;
  };

  loaded_kernels() {
    const char* const file = std::getenv("LOCKSTEP_ALTERNATIVE_KERNELS");
    if (file == nullptr || cudaLibraryLoadFromFile(&library_, file, nullptr, nullptr, 0, nullptr,
                                                   nullptr, 0) != cudaSuccess)
      return;
    std::ifstream lines(std::string(file) + ".names");
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      names of;
      words >> of.in_answer >> of.there;
      for (std::string word; words >> word;) of.alternatives.push_back(word);
      kernels_.push_back(std::move(of));
    }
  }

  cudaLibrary_t library_ = nullptr;
  std::vector<names> kernels_;
};

std::uint64_t count_of_alternatives() {
  return are_linked() ? lockstep_alternative_count : loaded_kernels::get().count();
}

void choose(std::uint64_t alternative) {
  if (are_linked()) choose_linked(alternative);
  loaded_kernels::get().choose(alternative);
  setenv(variable, std::to_string(alternative).c_str(), 1);
}

std::set<std::uint64_t> those_left_out() {
  const char* const text = std::getenv("LOCKSTEP_ALTERNATIVES_LEFT_OUT");
  std::istringstream words(text == nullptr ? "" : text);
  std::set<std::uint64_t> found;
  for (std::uint64_t one = 0; words >> one;) found.insert(one);
  return found;
}

// Work of this process after which it ends by a signal: a loop of the host without an end.
void limit_work(std::clock_t most) {
  itimerval limit{};
  limit.it_value.tv_sec = most / CLOCKS_PER_SEC;
  limit.it_value.tv_usec = most % CLOCKS_PER_SEC;
  (void)setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(most == 0 ? 0 : longest_wait());
}

bool succeeds(std::uint64_t alternative) {
  // What goes wrong now comes first: most alternatives fail soon.
  static const char* const wrong = std::getenv("LOCKSTEP_ALTERNATIVE_CASE");
  static const auto suppose =
      lockstep::detail::runtime_function<decltype(lockstep_suppose)>("lockstep_suppose");
  static const auto findings =
      lockstep::detail::runtime_function<decltype(lockstep_supposed_findings)>(
          "lockstep_supposed_findings");
  // Where a check has found something, right values are not enough.
  static const bool is_checked = std::getenv("LOCKSTEP_ALTERNATIVE_CHECKED") != nullptr;
  if (suppose == nullptr || findings == nullptr) return false;
  session& state = current_session();
  choose(alternative);
  state.explaining = state.experimenting = true;
  const std::clock_t work = work_of_one();
  state.supposing_until = std::clock() + work;
  limit_work(work + work / 4);
  suppose(is_checked ? LOCKSTEP_SUPPOSE_CHANGED_AND_CHECKED : LOCKSTEP_SUPPOSE_CHANGED_ELSEWHERE,
          longest_launch);
  bool all =
      wrong == nullptr || (would_succeed("results", wrong) && would_succeed("predictions", wrong) &&
                           would_succeed("properties", wrong));
  // An alternative has no machine code, and so no registers: what is undecided for that reason may
  // be, but not what is to be explained.
  state.undecided_fails = false;
  static const bool is_one_case = std::getenv("LOCKSTEP_ALTERNATIVE_ONE_CASE") != nullptr;
  all = all && (is_one_case || (would_succeed("results") && would_succeed("predictions") &&
                                would_succeed("properties")));
  state.undecided_fails = true;
  all = all && findings() == 0;
  suppose(0, 0);
  limit_work(0);
  state.explaining = state.experimenting = false;
  return all;
}

}  // namespace

void choose_alternative_of_parent() {
  const std::uint64_t chosen = number_in_environment(variable, 0);
  if (chosen < count_of_alternatives()) choose(chosen);
}

void try_alternatives() {
  const std::uint64_t count = count_of_alternatives();
  const std::uint64_t first = number_in_environment(variable, 0),
                      last = number_in_environment("LOCKSTEP_ALTERNATIVE_LAST", ~0ull);
  const std::set<std::uint64_t> left_out = those_left_out();
  const std::clock_t end = std::clock() + work_of_all();
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t a = first; a < count && a <= last; ++a) {
    const bool waits_too_long = std::chrono::steady_clock::now() - begin > longest_time_of_all();
    if (std::clock() > end || waits_too_long) break;
    if (left_out.count(a) > 0) continue;
    record_alternative(a, succeeds(a));
  }
}

TEST_SUITE("alternatives") {
  TEST_CASE("alternatives to the answer" * doctest::skip()) { try_alternatives(); }
}

}  // namespace lockstep::grader
