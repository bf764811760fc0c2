// How many small kernels run at once on the machine at hand (docs/machine.md).
#include "concurrency.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--stay MICROSECONDS] [--csv streams|queues]\n"
    "  --stay  how long each kernel stays (default 2000; GPU only)\n"
    "  --csv   one of the two tables as CSV, and nothing else\n";

int run(options& given) {
  const std::uint64_t stay = given.count("--stay", 2000);
  const auto csv = given.text("--csv");
  given.expect_no_more();
  if (stay < 1 || stay > 100'000) throw usage_error("--stay must be from 1 to 100000");
  if (csv && *csv != "streams" && *csv != "queues")
    throw usage_error("--csv needs one of: streams, queues");
  const double milliseconds = stay / 1000.0;
  const std::vector<unsigned> counts{1, 2, 4, 8, 16, 32, 64, 96, 128, 160, 192, 256};

  bool right = true;
  if (csv) {
    std::cout << csv_heading(given,
                             "Kernels of one thread that count themselves in and out by atomics; "
                             "host clock to the end of all.");
    const table t = *csv == "streams" ? concurrency::streams_table(counts, milliseconds, right)
                                      : concurrency::queues_table(right);
    t.print_csv(std::cout);
    return right ? passed : wrong_result;
  }
  const bool gpu = backend_name() == "gpu";
  std::cout << one_line(describe_device())
            << "\n\n1. Small kernels, of one thread each, that stay for " << fixed(milliseconds, 1)
            << " ms and count how many of them are there.\n"
               "   Predict: how many run at once, in one stream, and in a stream each?\n\n";
  concurrency::streams_table(counts, milliseconds, right).print(std::cout);
  std::cout
      << (gpu ? "\n   Why: a stream is a queue: one after the other. Streams are "
                "independent, and grids of\n"
                "   several of them share the device, up to its limit of resident grids.\n"
              : "\n   The emulator runs one kernel at a time, in whatever stream: that is "
                "within what CUDA\n"
                "   promises, for no program may rely on two kernels being there at once.\n\n");
  if (!gpu) concurrency::show_recorded(counts);
  std::cout << "\n2. 32 streams of two kernels each, launched stream by stream (A1 A2 B1 B2 ...) "
               "or in turns\n"
               "   (A1 B1 ... A2 B2 ...), with 1, 2, 8 or 32 hardware queues"
               " (CUDA_DEVICE_MAX_CONNECTIONS).\n"
               "   Predict: in which case can one queue be as good as 32?\n\n";
  concurrency::queues_table(right).print(std::cout);
  std::cout
      << "\n   Why: in one queue, A2 waits for A1, and everything behind A2 waits with it. "
         "Launched\n"
         "   in turns, what is in front does not wait for anything. Fermi had one queue; since\n"
         "   Kepler (Hyper-Q) there are up to 32, and the order matters less.\n";
  if (!right) std::cerr << "\nAt least one run is wrong.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"concurrency", concurrency::answer}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
