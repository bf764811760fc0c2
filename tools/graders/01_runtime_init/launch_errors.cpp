// Grader of 01_runtime_init/launch_errors: refused or faulted, which the process survives or not.
#include "01_runtime_init/launch_errors.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "launch_errors_kernels.hpp"
#include "said.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// What the jobs work on, in the separate process.
unsigned* counter = nullptr;
std::vector<cudaError_t> calls;  // of jobs: how a launch was refused, or cudaSuccess
constexpr unsigned no_such_block = 2048;
const report unwritten{outcome::refused, cudaErrorUnknown};  // what no job gives

template <typename... Parameters>
void start(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared,
           Parameters... arguments) {
  void* addresses[] = {&arguments..., nullptr};
  (void)cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, addresses, shared,
                         nullptr);
}

void called() { calls.push_back(cudaSuccess); }
void good() { start(adds_one, 1, 1, 0, counter); }
void refuse(dim3 grid, dim3 block, std::size_t shared = 0) {
  start(adds_one, grid, block, shared, counter);
  calls.back() = cudaPeekAtLastError();
}
void refuse_cooperative() {
  void* addresses[] = {&counter};
  (void)cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(adds_one), 1u << 20, 1024,
                                    addresses, 0, nullptr);
  calls.back() = cudaPeekAtLastError();
}
void fault() { start(stores_to, 1, 1, 0, static_cast<int*>(nullptr)); }

struct named_job {
  const char* words;
  job code;
  outcome expected;
};

const named_job jobs[] = {
    {"a correct kernel", [] { called(), good(); }, outcome::ran},
    {"a block of 2048 threads", [] { called(), refuse(1, no_such_block); }, outcome::refused},
    {"a grid of 0 blocks", [] { called(), refuse(0, 32); }, outcome::refused},
    {"1 MB of shared memory", [] { called(), refuse(1, 32, 1 << 20); }, outcome::refused},
    {"a cooperative grid that is too large", [] { called(), refuse_cooperative(); },
     outcome::refused},
    {"a store to a null pointer", [] { called(), fault(); }, outcome::faulted},
    {"a misaligned store",
     [] {
       called();
       start(stores_to, 1, 1, 0, reinterpret_cast<int*>(reinterpret_cast<char*>(counter) + 1));
     },
     outcome::faulted},
    {"__trap()", [] { called(), start(traps, 1, 1, 0); }, outcome::faulted},
    {"a launch that is refused, then a correct kernel",
     [] { called(), refuse(1, no_such_block), good(); }, outcome::refused},
    {"a kernel with a fault, then a launch that is refused",
     [] { called(), fault(), refuse(1, no_such_block); }, outcome::faulted},
    {"a launch that is refused, then a kernel with a fault",
     [] { called(), refuse(1, no_such_block), fault(); }, outcome::faulted},
    {"an assertion that fails", [] { called(), start(asserts, 1, 1, 0, false); }, outcome::faulted},
};
constexpr unsigned nothing_wrong = 0, block_2048 = 1, null_pointer = 5, refused_then_good = 8,
                   assertion = 11;

// Report number i, with what the runtime said to the job.
void say_report(const report& one, std::size_t i) {
  const cudaError_t refusal = i < calls.size() ? calls[i] : cudaSuccess;
  say("report", {double(one.what), double(one.code), double(refusal)});
}

void prepare() {
  (void)cudaMalloc(&counter, sizeof *counter);
  (void)cudaMemset(counter, 0, sizeof *counter);
}

int say_what_is_left() {
  say("remembered", {double(cudaPeekAtLastError())});
  say("device", {double(cudaDeviceSynchronize())});
  unsigned count = 0;
  const cudaError_t copied = cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
  say("counter", {double(copied), double(count)});
  say("calls", {double(calls.size())});
  return 0;
}

// Arguments: an error that the runtime remembers already, yes or no; then jobs.
const separate_process one_by_one("one by one", [](const std::vector<std::string>& arguments) {
  prepare();
  if (arguments.at(0) == "1") (void)cudaSetDevice(99);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const report one = try_job(jobs[std::stoi(arguments[i])].code);
    say_report(one, i - 1);
  }
  return say_what_is_left();
});

// Arguments: jobs.
const separate_process in_a_row("in a row", [](const std::vector<std::string>& arguments) {
  prepare();
  std::vector<job> list;
  for (const std::string& number : arguments) list.push_back(jobs[std::stoi(number)].code);
  std::vector<report> reports(list.size() + 1, unwritten);
  try_jobs(list.data(), reports.data(), static_cast<int>(list.size()));
  for (std::size_t i = 0; i < reports.size(); ++i) say_report(reports[i], i);
  return say_what_is_left();
});

std::string name_of(outcome what) {
  const char* const names[] = {"not_tried", "ran", "refused", "faulted"};
  const auto index = static_cast<unsigned>(what);
  return index < 4 ? names[index] : "outcome " + std::to_string(index);
}

std::string name_of(double code) { return cudaGetErrorName(static_cast<cudaError_t>(int(code))); }

using list = std::vector<unsigned>;

std::vector<std::string> words_of(const list& tried) {
  std::vector<std::string> words;
  for (const unsigned one : tried) words.push_back(std::to_string(one));
  return words;
}

// "job 2 (a block of 2048 threads)", or without the number if there is only one.
std::string place(const list& tried, std::size_t i) {
  if (tried.size() == 1) return jobs[tried[i]].words;
  return "job " + std::to_string(i + 1) + " of " + std::to_string(tried.size()) + " (" +
         jobs[tried[i]].words + ")";
}

// What an outcome in place of another one shows, and what stands where it comes from.
struct mistake {
  std::string cause = {}, name = {};
};

mistake mistake_in(outcome expected, outcome got) {
  if (expected == outcome::faulted && got == outcome::ran)
    return {phrase("fault-unseen", "the fault of a kernel goes unseen: "), "launch"};
  if (expected == outcome::faulted && got == outcome::refused)
    return {phrase("lost-taken-for-refused",
                   "a lost device is taken for a refusal, since nothing waits for the kernels: "),
            "refused"};
  if (expected == outcome::not_tried)
    return {phrase("tried-on-lost-device", "on a lost device nothing may be tried: "), "try_jobs"};
  if (got == outcome::not_tried)
    return {phrase("device-not-lost", "the device is not lost: "), "try_jobs"};
  if (expected == outcome::refused && got == outcome::ran)
    return {phrase("refusal-unseen", "the refusal of a launch goes unseen: "),
            "cudaGetLastError cudaPeekAtLastError"};
  return {};
}

void require_code(double expected, double got, const std::string& where) {
  if (expected == got) return;
  throw wrong(phrase("other-code", "{}: the code should be {}, got {}", where, name_of(expected),
                     name_of(got)));
}

void require_outcomes(const ending& end, const list& tried, const std::vector<outcome>& expected) {
  const std::vector<numbers> reports = said(end, "report");
  const double device = said(end, "device").at(0).at(0);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    const auto got = static_cast<outcome>(int(reports.at(i).at(0)));
    if (got == unwritten.what && reports[i].at(1) == unwritten.code)
      throw wrong(phrase("no-report", "{}: no report is written", place(tried, i)),
                  "break try_jobs");
    if (got != expected[i]) {
      const mistake why = mistake_in(expected[i], got);
      throw wrong(
          why.cause + place(tried, i) + ": " + expected_got(name_of(expected[i]), name_of(got)),
          why.name);
    }
    const double refused = reports[i].at(2);
    const double code = got == outcome::refused   ? refused
                        : got == outcome::faulted ? device
                                                  : double(cudaSuccess);
    require_code(code, reports[i].at(1), place(tried, i));
  }
}

void require_nothing_left(const ending& end, const list& tried) {
  const auto remembered = static_cast<cudaError_t>(int(said(end, "remembered").at(0).at(0)));
  if (remembered != cudaSuccess) {
    throw wrong(phrase("runtime-remembers", "after {} the runtime still remembers {}",
                       place(tried, tried.size() - 1), cudaGetErrorName(remembered)),
                "cudaPeekAtLastError try_job");
  }
  double runs = 0;
  for (const unsigned one : tried) runs += one == nothing_wrong || one == refused_then_good;
  const numbers count = said(end, "counter").at(0);
  if (count.at(0) != cudaSuccess)
    throw wrong(phrase("memory-lost", "device memory is lost: copying from it fails ({})",
                       name_of(count[0])));
  if (count.at(1) != runs) {
    throw wrong(phrase("runs-and-ran", "correct kernels should have run {} times, but ran {} times",
                       int(runs), int(count[1])));
  }
}

void try_one_by_one(const list& tried, bool remembered = false) {
  std::vector<std::string> arguments = words_of(tried);
  arguments.insert(arguments.begin(), remembered ? "1" : "0");
  const ending end = one_by_one.run(arguments);
  std::vector<outcome> expected;
  bool lost = false;
  for (const unsigned one : tried) {
    lost = lost || jobs[one].expected == outcome::faulted;
    expected.push_back(lost ? outcome::faulted : jobs[one].expected);
  }
  try {
    require_outcomes(end, tried, expected);
  } catch (const wrong& problem) {
    if (!remembered || !problem.name.empty()) throw;
    throw wrong(phrase("earlier-error-taken",
                       "an error from before the job is taken for its own: {}", problem.what()),
                "launch");
  }
  if (!lost) require_nothing_left(end, tried);
}

void try_in_a_row(const list& tried) {
  const ending end = in_a_row.run(words_of(tried));
  std::vector<outcome> expected;
  unsigned called = 0;
  bool lost = false;
  for (const unsigned one : tried) {
    expected.push_back(lost ? outcome::not_tried : jobs[one].expected);
    called += !lost;
    lost = lost || jobs[one].expected == outcome::faulted;
  }
  require_outcomes(end, tried, expected);
  const numbers behind = said(end, "report").at(tried.size());
  if (behind.at(0) != double(unwritten.what) || behind.at(1) != unwritten.code)
    throw wrong(phrase("report-behind-last", "a report was written past the last one"));
  if (const double calls = said(end, "calls").at(0).at(0); calls != called) {
    throw wrong(phrase("jobs-called", "{} of {} jobs should be called, but {} were", called,
                       tried.size(), int(calls)));
  }
  if (!lost) require_nothing_left(end, tried);
}

list numbered(unsigned first, unsigned last) {
  list all;
  for (unsigned i = first; i <= last; ++i) all.push_back(i);
  return all;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("jobs that run") {
    const char* advice =
        "The kernels are correct, and every launch is accepted: each job should be reported as\n"
        "ran.";
    for_every("jobs", {1, 2}, advice, [](unsigned n) { try_one_by_one(list(n, nothing_wrong)); });
  }

  TEST_CASE("launches that are refused") {
    const char* advice =
        "The runtime remembers a refusal until it is fetched: a peek is not enough.\n"
        "Read `Errors` in chapters/01_runtime_init/README.md.";
    for_every("job", numbered(1, 4), advice, [](unsigned one) {
      try_one_by_one({one});
      try_one_by_one({nothing_wrong, one, nothing_wrong, one});
    });
  }

  TEST_CASE("kernels that fault") {
    const char* advice =
        "A launch only puts the kernel into a queue. Which call reports a fault?\n"
        "Read `Errors` in chapters/01_runtime_init/README.md.";
    for_every("job", {5, 6, 7, assertion}, advice, [](unsigned one) { try_one_by_one({one}); });
  }

  TEST_CASE("an error from before is not the job's") {
    const char* advice = "Before the job, cudaSetDevice(99) failed, and its error was not fetched.";
    for_every("job", {nothing_wrong, block_2048}, advice,
              [](unsigned one) { try_one_by_one({one}, true); });
  }

  TEST_CASE("a failed launch on a lost device is not a refusal") {
    const char* advice =
        "The launch itself may return the fault of an earlier kernel. Fetch that error, then wait\n"
        "for the device: a refusal has been forgotten by then, but a lost device fails again.";
    for_every("job", {nothing_wrong, block_2048, null_pointer}, advice, [](unsigned one) {
      try_one_by_one({null_pointer, one});
    });
  }

  TEST_CASE("jobs of two launches") {
    const char* advice = "If the device is lost, it does not matter what else was refused.";
    for_every("job", numbered(8, 10), advice, [](unsigned one) { try_one_by_one({one}); });
  }

  TEST_CASE("a list of jobs") {
    const char* advice =
        "A refused job does not affect the others. After a fault nothing can run: call no further\n"
        "job, and report the rest as not tried.";
    for_every("jobs before the fault", {0, 1, 7}, advice, [](unsigned before) {
      list tried;
      for (const int one : integers_between(before, 0, 3)) tried.push_back(unsigned(one));
      try_in_a_row(tried);
      for (const unsigned one : {null_pointer, nothing_wrong, block_2048}) tried.push_back(one);
      try_in_a_row(tried);
    });
  }
}
