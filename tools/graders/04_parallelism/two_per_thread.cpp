// Grader of 04_parallelism/two_per_thread: a sum of vectors, two neighbours a thread.
#include "04_parallelism/two_per_thread.hpp"
#include "requests.hpp"
#include "vectors.hpp"

#include <lockstep/grader.hpp>

using namespace lockstep::grader;

namespace {

void add(vector_operands& all) { add_vectors(all.a.data(), all.b.data(), all.c.data(), all.size); }

void require_right_sum_of(vector_operands all) {
  run_shared([&] { add(all); });
  all.require_right_sum();
}

void require_right_sum(unsigned size) { require_right_sum_of(vector_operands(size)); }

launch_list measure_sum(unsigned size) {
  vector_operands all(size);
  return measure_launches([&] { add(all); }, [&] { all.require_right_sum(); });
}

const std::vector<unsigned> large_sizes = {100'003, 1u << 17};

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for every size") {
    const char* advice =
        "Which elements does the last pair have, if the size is odd, and which threads have none?";
    for_every("size", {1, 2, 3, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 100'003}, advice,
              require_right_sum);
  }

  TEST_CASE("right around one and two blocks") {
    const char* advice = "A block has 256 threads, and takes 512 elements now.";
    for_every("size", {255, 256, 257, 510, 511, 512, 513, 514, 767, 768, 769, 1023, 1024, 1025},
              advice, require_right_sum);
  }

  TEST_CASE("right for random sizes") {
    const char* advice = "Does the code assume certain sizes?";
    for_every("size", random_sizes(10, 20'000), advice, require_right_sum);
  }

  TEST_CASE("right for large numbers of both signs") {
    for_large_reals(
        [](unsigned size, float largest) { require_right_sum_of(vector_operands(size, largest)); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // What the interface asks for. With as many blocks as for one element a thread, half of them
  // would find nothing to do.
  TEST_CASE("one launch, with a thread for every two elements") {
    const char* advice = "A block of 256 threads takes 512 elements. How many blocks are needed?";
    for_every("size", large_sizes, advice, [](unsigned size) {
      const launch_list launches = measure_sum(size);
      require_launches(1, launches);
      require_exactly("threads of a block", 256, launches[0].block[0]);
      require_exactly("blocks", (size + 511) / 512, launches[0].grid[0]);
      require_half_of_threads_at_work();
      require_even_work();
    });
  }

  // 8 bytes for each element: one of `a` and one of `b`, and no thread twice.
  TEST_CASE("every element is read once") {
    const char* advice = "An element has 4 bytes, and there are two vectors.";
    for_every("size", large_sizes, advice, [](unsigned size) {
      require_exactly("bytes that the kernel loads", 8.0 * size,
                      all_counted(total(measure_sum(size))).global_load_bytes);
      require_runs_shared();
    });
  }

  // 32 lanes of 8 bytes are 256. 240 leaves room for the end of the vectors. One element for each
  // load of a lane is 128, whichever element it is.
  TEST_CASE("two elements with one instruction") {
    const char* advice =
        "32 lanes that load a float each ask for 128 bytes. A float pointer whose address is\n"
        "a multiple of 8 can be cast to float2*: reinterpret_cast.";
    for_every("size", large_sizes, advice, [](unsigned size) {
      const auto counted = total(measure_sum(size));
      require_at_least("bytes per load request", 240, bytes_per_load_request(counted));
      require_at_least("bytes per store request", 240, bytes_per_store_request(counted));
    });
  }

  // 256 bytes a request are 8 sectors at least, if neighbouring lanes have neighbouring pairs.
  TEST_CASE("neighbouring threads, neighbouring pairs") {
    const char* advice = "Write down the addresses that lanes 0, 1, 2, ... load together.";
    for_every("size", large_sizes, advice, [](unsigned size) {
      const auto counted = total(measure_sum(size));
      require_load_efficiency(95, counted);
      require_store_efficiency(95, counted);
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("size = 2^24") {
    time_on_gpu([](stopwatch& watch) {
      vector_operands all(1u << 24);
      watch.time(all.bytes(), [&] { add(all); });
    });
  }
}
