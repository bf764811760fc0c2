// What a launch by a kernel costs: by stream, by limit of pending launches, by who launches, and
// beside one wide launch and launches by the host.
#include <lockstep/recorded.hpp>

#include "grids.cuh"

#include <iostream>

using namespace lockstep;

namespace {

struct measurement {
  std::string what;
  into stream;
  std::uint64_t limit;
  unsigned launches;
};

struct cost {
  double milliseconds;
  double reserved_mib;  // what the limit takes of the device's memory
  unsigned lost;
};

double free_mib() {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return static_cast<double>(free) / (1 << 20);
}

void launch(const measurement& m) {
  const unsigned n = m.launches;
  if (m.what == "host") {
    for (unsigned i = 0; i < n; ++i) empty<<<1, 1>>>();
  } else if (m.what == "one thread") {
    launch_many<<<1, 1>>>(n, m.stream);
  } else if (m.what == "threads of one block") {
    launch_each<<<1, std::min(n, 1024u)>>>(n, m.stream);
  } else if (m.what == "one thread of each block") {
    launch_each<<<n, 1>>>(n, m.stream);
  } else if (m.what == "one wide child") {
    launch_wide<<<1, 1>>>(n, m.stream);
  } else if (m.what == "chain") {
    nest<<<1, 1>>>(0, n, m.stream);
  }
}

cost measure(const measurement& m, int repeats) {
  const double before = free_mib();
  const pending_launches limit(m.limit);
  launch(m);
  CUDA_CHECK_LAUNCH();
  const double reserved = before - free_mib();
  (void)take_losses();
  launch(m);
  CUDA_CHECK_LAUNCH();
  const unsigned lost = take_losses().count;
  const double time = repeats == 0 ? 0
                                   : median_milliseconds(
                                         repeats, [] {}, [&] { launch(m); });
  CUDA_CHECK_LAUNCH();
  (void)take_losses();
  return {time, reserved, lost};
}

std::vector<measurement> measurements() {
  std::vector<measurement> all;
  const auto plain = into::plain;
  for (const unsigned n : {1u, 10u, 100u, 1000u}) all.push_back({"host", plain, 2048, n});
  for (const into stream : streams) {
    for (const unsigned n : {1u, 10u, 100u, 1000u, 2048u})
      all.push_back({"one thread", stream, 2048, n});
    all.push_back({"threads of one block", stream, 2048, 1000});
    all.push_back({"one thread of each block", stream, 2048, 1000});
    all.push_back({"one wide child", stream, 2048, 1000});
    all.push_back({"chain", stream, 2048, 1000});
  }
  for (const into stream : streams) {
    for (const std::uint64_t limit : {4096u, 8192u, 16384u, 32768u, 65536u, 262144u})
      all.push_back({"one thread", stream, limit, 1000});
  }
  for (const into stream : streams) {
    for (const std::uint64_t limit : {4096u, 16384u, 65536u, 262144u})
      all.push_back({"chain", stream, limit, 1000});
  }
  // Is it room for launches that costs, or launches that wait?
  for (const into stream : {into::fire_and_forget, into::tail}) {
    for (const unsigned n : {500u, 1000u, 2000u, 4000u, 8000u, 16000u, 32000u})
      all.push_back({"one thread of each block", stream, 65536, n});
  }
  return all;
}

constexpr const char* usage =
    "options: [--repeats R] [--csv]\n"
    "  --repeats  timed runs, of which the median is taken (default 11; GPU only)\n"
    "  --csv      the same as CSV (GPU only)\n";

int body(options& given) {
  const bool counts = observe{}.available();
  const std::uint64_t repeats = given.count("--repeats", 11);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && counts) {
    std::cerr << "--csv needs a GPU: the emulator has no clock of one.\n";
    return set_up_missing;
  }

  if (csv) {
    std::cout << csv_heading(given,
                             "Events around the parent and all its children, L2 flushed "
                             "before, median of " +
                                 std::to_string(repeats) +
                                 "; kernels are empty. Memory: what is free before the limit "
                                 "was set, less after a run.");
  } else {
    std::cout
        << one_line(describe_device())
        << "\n\n"
           "Predict: an empty kernel, launched by the host, costs some microseconds, most of them\n"
           "hidden behind the one before. What does it cost a kernel to launch one? Which stream "
           "is\n"
           "cheapest? Does it help if many threads launch at once? What does room for more\n"
           "launches cost?\n\n"
        << std::flush;
  }
  const recorded_table measured("h200_07_cost.csv");
  std::vector<column> columns{{"launched by", "", align::left},
                              {"stream", "", align::left},
                              {"limit"},
                              {"launches"},
                              {"lost"}};
  if (counts) {
    columns.insert(columns.end(), {{"grids"}, {measured.source(), "ms"}});
  } else if (csv) {
    columns.insert(columns.end(), {{"time_ms"}, {"each_us"}, {"memory_mib"}});
  } else {
    columns.insert(columns.end(), {{"time", "ms"}, {"each", "us"}, {"memory", "MiB"}});
  }
  table t(columns);
  for (const measurement& m : measurements()) {
    const observe scope;
    const cost c = measure(m, counts ? 0 : static_cast<int>(repeats));
    std::vector<std::string> row{m.what, m.what == "host" ? "" : name_of(m.stream),
                                 std::to_string(m.limit), std::to_string(m.launches),
                                 std::to_string(c.lost)};
    if (counts) {
      row.push_back(std::to_string(scope.launches().size() / 2));  // of a warm-up and this run
      row.push_back(fixed(measured.find({{"launched_by", m.what},
                                         {"stream", m.what == "host" ? "" : name_of(m.stream)},
                                         {"limit", std::to_string(m.limit)},
                                         {"launches", std::to_string(m.launches)}},
                                        "time_ms"),
                          4));
    } else {
      row.push_back(fixed(c.milliseconds, 4));
      row.push_back(fixed(1000 * c.milliseconds / m.launches, 3));
      row.push_back(fixed(c.reserved_mib, 0));
    }
    t.add(row);
  }
  if (csv) {
    t.print_csv(std::cout);
    return passed;
  }
  t.print(std::cout);
  std::cout << (counts ? "\nWhat a launch costs is time, and no model of the emulator knows what a "
                         "launch by a kernel\n"
                         "takes: it counts the grids. On a GPU this program measures.\n"
                       : "\nWhat to see: the tail stream takes one launch after the other, each "
                         "with the whole\n"
                         "way from end to begin. One wide child costs one launch, whatever its "
                         "size. Room for\n"
                         "more launches costs memory, and time at every launch.\n");
  return passed;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
