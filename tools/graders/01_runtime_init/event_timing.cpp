// Grader of 01_runtime_init/event_timing: warm-up, events, median.
#include "01_runtime_init/event_timing.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "event_timing_kernels.hpp"
#include "scripted_clock.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string text_of(const std::vector<float>& values) {
  std::ostringstream text;
  for (std::size_t i = 0; i < values.size() && i < 6; ++i) text << (i > 0 ? ", " : "") << values[i];
  return text.str() + (values.size() > 6 ? ", ..." : "");
}

// What was returned in place of the median, if that is plain.
std::string in_place_of_median(const std::vector<double>& values, double got) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const std::pair<double, std::string> others[] = {
      {sum / double(values.size()), phrase("is-mean", ", the mean")},
      {sum, phrase("is-sum", ", the sum")},
      {*least, phrase("is-least", ", the smallest")},
      {*most, phrase("is-greatest", ", the largest")},
      {values.front(), phrase("is-first", ", the first")},
      {values.back(), phrase("is-last", ", the last")}};
  std::string found;
  for (const auto& [value, words] : others) {
    if (!lockstep::agrees(value, got, {0, 1e-4})) continue;
    if (!found.empty()) return {};  // it may be either
    found = words;
  }
  return found;
}

void require_median(const std::vector<float>& times) {
  std::vector<float> given = times;
  const float got = median(given.data(), static_cast<int>(given.size()));
  const double expected = median_of({times.begin(), times.end()});
  if (!lockstep::agrees(expected, double(got), {0, 1e-6})) {
    throw wrong(phrase("median-of", "the median of {}: ", text_of(times)) +
                    expected_got(expected, got) +
                    in_place_of_median({times.begin(), times.end()}, double(got)),
                "median");
  }
  if (given != times)
    throw wrong(
        phrase("times-changed", "the array `times` was changed; it held {}", text_of(times)),
        "const_cast nth_element sort");
}

void start_kernel(cudaStream_t stream) {
  void* no_arguments[] = {nullptr};
  (void)cudaLaunchKernel(reinterpret_cast<const void*>(runs), 1, 32, no_arguments, 0, stream);
  scripted_clock::current()->launched(stream);
}

class stream_of_its_own {
 public:
  stream_of_its_own() { (void)cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  stream_of_its_own(const stream_of_its_own&) = delete;
  stream_of_its_own& operator=(const stream_of_its_own&) = delete;
  ~stream_of_its_own() { (void)cudaStreamDestroy(stream_); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// The first run takes 1000 ms; no two of the others take the same time.
std::vector<double> script_for(unsigned repeats) {
  std::vector<double> script{1000};
  for (const unsigned order : permutation(3 * repeats + 100))
    script.push_back(1 + 9.0 * order / (3 * repeats + 100));
  return script;
}

float time_kernel(unsigned repeats, cudaStream_t stream) {
  return run([=] { return median_milliseconds(start_kernel, stream, static_cast<int>(repeats)); });
}

// What is known to make times wrong, and the call that does it.
struct wrong_time {
  std::string cause = {}, call = {};
  unsigned occurrence = 0;
};

wrong_time cause_in(const scripted_clock& clock, cudaStream_t stream) {
  for (const cudaStream_t one : clock.launches())
    if (one != stream)
      return {phrase("into-other-stream",
                     "the kernel was launched into a stream other than the one passed: "),
              "launch", 1};
  if (clock.intervals().empty())
    return {phrase("never-timed", "cudaEventElapsedTime was never called with success: ")};
  for (const scripted_clock::interval& one : clock.intervals()) {
    if (!one.start_in_stream || !one.stop_in_stream)
      return {phrase("event-in-other-stream",
                     "an event was recorded in a stream other than the kernel's: "),
              "cudaEventRecord", one.start_in_stream ? 2u : 1u};
    if (!one.known)
      return {phrase("timed-too-early",
                     "cudaEventElapsedTime was called before the host had waited for both: "),
              "cudaEventSynchronize cudaStreamSynchronize cudaDeviceSynchronize "
              "cudaEventElapsedTime",
              1};
    if (one.waited)
      return {phrase("waited-in-between",
                     "the host waited after the first event and before the second: "),
              "cudaDeviceSynchronize cudaStreamSynchronize cudaEventSynchronize", 1};
    if (one.launches.size() > 1)
      return {
          phrase("runs-between-events", "{} runs lie between two events: ", one.launches.size()),
          "cudaEventRecord", 1};
  }
  return {};
}

void require_right_time(unsigned repeats, cudaStream_t stream) {
  scripted_clock clock(script_for(repeats));
  const float got = time_kernel(repeats, stream);

  const std::size_t launches = clock.launches().size();
  if (launches < repeats) {
    throw wrong(phrase("runs-launched", "{} of {} runs were launched", launches, repeats),
                "launch");
  }
  std::vector<double> last;  // what was launched before them is warm-up
  for (std::size_t i = launches - repeats; i < launches; ++i) last.push_back(clock.duration_of(i));
  const double expected = median_of(last);
  if (lockstep::agrees(expected, double(got), {0, 1e-4})) return;
  std::ostringstream wanted;
  wanted << expected << " ms";
  const wrong_time why = cause_in(clock, stream);
  const std::string other = in_place_of_median(last, double(got));
  throw wrong(
      why.cause + expected_got(wanted.str(), got) +
          (other.empty() ? ratio_in_words(expected, got) : other) +
          (launches > repeats ? phrase("warm-up",
                                       launches - repeats == 1 ? " (the first run is warm-up)"
                                                               : " (the first {} runs are warm-up)",
                                       launches - repeats)
                              : ""),
      why.call, why.occurrence);
}

const std::vector<unsigned> repeats_tried = {1, 2, 5, 20, 101};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("the median of a list") {
    const char* advice =
        "Sort a copy. With 5 values, which has two below it and two above it? And with 4?";
    for_every("count", {1, 2, 3, 4, 5, 6, 31, 32, 1000}, advice, [](unsigned count) {
      std::vector<float> times = reals(count, 1, 100);
      require_median(times);
      std::sort(times.begin(), times.end());
      require_median(times);
      times.front() = 0.001f;
      times.back() = 1e6f;  // two that were disturbed
      std::reverse(times.begin(), times.end());
      require_median(times);
    });
  }

  TEST_CASE("the time of a kernel in a stream of its own") {
    const char* advice =
        "Record both events in the kernel's stream, around each run; let the host wait for the\n"
        "second one once everything is queued. Read `Timing` in\n"
        "chapters/01_runtime_init/README.md.";
    for_every("repeats", repeats_tried, advice, [](unsigned repeats) {
      const stream_of_its_own stream;
      require_right_time(repeats, stream);
    });
  }

  TEST_CASE("the time of a kernel in the default stream") {
    const char* advice = "nullptr is a stream, too: the default one.";
    for_every("repeats", {3}, advice,
              [](unsigned repeats) { require_right_time(repeats, nullptr); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The first launch loads the kernel. How many more are warm-ups is the answer's affair.
  TEST_CASE("the first run is not timed") {
    const char* advice =
        "The first run loads the kernel: on an H200 it took 114 us, and the others 10.\n"
        "Read `Timing` in chapters/01_runtime_init/README.md.";
    for_every("repeats", repeats_tried, advice, [](unsigned repeats) {
      const stream_of_its_own stream;
      scripted_clock clock(script_for(repeats));
      time_kernel(repeats, stream);
      for (const scripted_clock::interval& one : clock.intervals()) {
        if (std::count(one.launches.begin(), one.launches.end(), 0u) > 0)
          throw wrong(phrase("first-launch-timed", "the first launch is timed"), "launch");
      }
    });
  }

  // A mean over many runs between two events hides the ones that were disturbed. As many times are
  // taken as were asked for, each of one run.
  TEST_CASE("every run is timed by itself") {
    const char* advice = "Two events, and one launch between them, `repeats` times.";
    for_every("repeats", repeats_tried, advice, [](unsigned repeats) {
      const stream_of_its_own stream;
      scripted_clock clock(script_for(repeats));
      time_kernel(repeats, stream);
      require_exactly("times taken by events", repeats, double(clock.intervals().size()));
      for (const scripted_clock::interval& one : clock.intervals())
        require_exactly("launches between two events", 1, double(one.launches.size()));
    });
  }

  TEST_CASE("no event is left") {
    const char* advice = "Every event from cudaEventCreate needs a cudaEventDestroy.";
    for_every("repeats", {5}, advice, [](unsigned repeats) {
      const stream_of_its_own stream;
      scripted_clock clock(script_for(repeats));
      time_kernel(repeats, stream);
      const std::size_t made = clock.events_made(), destroyed = clock.events_destroyed();
      if (destroyed != made)
        throw wrong(phrase("events-destroyed",
                           destroyed == 1 ? "{} of {} events is destroyed"
                                          : "{} of {} events are destroyed",
                           destroyed, made),
                    "cudaEventCreate cudaEventCreateWithFlags", clock.first_left());
      require_exactly("events destroyed", double(made), double(destroyed));  // for the table
    });
  }
}
