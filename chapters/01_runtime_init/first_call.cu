// What the first calls of a process cost: each alternative in a fresh process. And what it costs to
// load machine code, or to make it from PTX first.
#include <filesystem>

#include "first_call.cuh"

using namespace lockstep;

namespace {

// Further kernels, so that there is something to load: without them, a module is loaded in no time.
template <unsigned N>
__global__ void spare(float* out) {
  float x = out[threadIdx.x];
#pragma unroll
  for (unsigned r = 0; r < 200; ++r) x = x * (N + 0.5f) + out[(threadIdx.x + r * N) % 64];
  out[threadIdx.x] = x;
}
template <unsigned... N>
const void* any_spare(unsigned i, std::integer_sequence<unsigned, N...>) {
  const void* kernels[] = {reinterpret_cast<const void*>(spare<N>)...};
  return kernels[i % sizeof...(N)];
}
// Never launched: naming them puts them into the program.
const void* volatile kept = any_spare(0, std::make_integer_sequence<unsigned, 32>());

// In a fresh process: initialise, then launch a kernel and wait, twice.
void answer_loading(const std::string&) {
  const host_timer init;
  CUDA_CHECK(cudaInitDevice(0, 0, 0));
  fresh_process::say(init.milliseconds());
  for (int i = 0; i < 2; ++i) {
    const host_timer clock;
    CUDA_CHECK(first_call::launch_and_wait());
    fresh_process::say(clock.milliseconds());
  }
}

struct setting {
  const char* name;
  environment_changes environment;
};

// A folder that goes away, for the driver's cache of what it compiled: its usual one may be full,
// or not writable.
class cache_folder {
 public:
  cache_folder() {
    std::string pattern = std::filesystem::temp_directory_path() / "lockstep-cache-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  cache_folder(const cache_folder&) = delete;
  cache_folder& operator=(const cache_folder&) = delete;
  ~cache_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

const std::vector<column> loading_columns{{"loading", "", align::left},
                                          {"cudaInitDevice", "ms"},
                                          {"first kernel", "ms"},
                                          {"second", "ms"}};

// As it was recorded: the emulator always reads PTX, and has no driver that could load or compile.
table recorded_loading_table(const recorded_table& measured) {
  table t(loading_columns);
  for (const std::string& setting : measured.values({}, "loading")) {
    std::vector<std::string> row{setting};
    for (const char* what : {"cudaInitDevice_ms", "first_kernel_ms", "second_ms"})
      row.push_back(fixed(measured.find({{"loading", setting}}, what), 3));
    t.add(row);
  }
  return t;
}

table loading_table(int repeats, bool& all_right) {
  table t(loading_columns);
  const cache_folder cache;
  const setting settings[] = {
      {"as it is (lazy since CUDA 12.2)", {}},
      {"CUDA_MODULE_LOADING=EAGER", {{"CUDA_MODULE_LOADING", "EAGER"}}},
      {"JIT from PTX, no cache", {{"CUDA_FORCE_PTX_JIT", "1"}, {"CUDA_CACHE_DISABLE", "1"}}},
      {"JIT from PTX, cache allowed",
       {{"CUDA_FORCE_PTX_JIT", "1"},
        {"CUDA_CACHE_DISABLE", "0"},
        {"CUDA_CACHE_PATH", cache.path()}}},
  };
  for (const setting& s : settings) {
    std::vector<double> times[3];
    fresh_process::ask("loading", s.name, s.environment);  // fills the cache, if there is one
    for (int i = 0; i < repeats; ++i) {
      const fresh_process::answer a = fresh_process::ask("loading", s.name, s.environment);
      if (!a.complete() || a.words.size() != 3) break;
      for (int k = 0; k < 3; ++k) times[k].push_back(std::stod(a.words[k]));
    }
    const bool right = times[2].size() == static_cast<std::size_t>(repeats);
    all_right = all_right && right;
    const auto ms = [&](int k) { return right ? fixed(median(times[k]), 3) : "FAILED"; };
    t.add({s.name, ms(0), ms(1), ms(2)});
  }
  return t;
}

constexpr const char* usage =
    "options: [--repeats R] [--csv calls|loading]\n"
    "  --repeats  fresh processes per row, of which the median is shown (default 5 on a GPU)\n"
    "  --csv      one of the two tables as CSV, and nothing else\n";

int run(options& given) {
  const bool times = backend_name() == "gpu";
  const std::uint64_t repeats = given.count("--repeats", times ? 5 : 1);
  const auto csv = given.text("--csv");
  given.expect_no_more();
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");
  if (csv && *csv != "calls" && *csv != "loading")
    throw usage_error("--csv needs one of: calls, loading");
  const int processes = static_cast<int>(repeats);

  bool right = true;
  if (csv) {
    std::cout << csv_heading(given,
                             "Host clock, median over fresh processes, a row of calls in each.");
    const table t = *csv == "calls" ? first_call::candidates_table(processes, right)
                                    : loading_table(processes, right);
    t.print_csv(std::cout);
    return right ? passed : wrong_result;
  }

  std::cout << one_line(describe_device()) << "\n\n"
            << "1. The first call of a process, each in one of its own.\n"
            << first_call::predict_candidates << first_call::whose_times();
  first_call::candidates_table(processes, right).print(std::cout);
  std::cout
      << first_call::why_candidates()
      << "\n2. The first kernel, if machine code is loaded when it is needed (lazy), all at once"
         "\n   (eager), or made from PTX by the driver's compiler first (JIT).\n"
         "   Predict: which call pays in each case, and does a cache help?\n\n";
  if (times) {
    loading_table(processes, right).print(std::cout);
  } else {
    const recorded_table measured("h200_01_loading.csv");
    if (measured.values({}, "loading").empty()) {
      std::cout << "   Needs a GPU: the emulator always reads PTX, and has no driver.\n";
    } else {
      std::cout << "   " << measured.source() << ", as no model knows what a driver does:\n\n";
      recorded_loading_table(measured).print(std::cout);
    }
  }
  std::cout
      << "\n   Why: eager loading moves the cost of all kernels into initialisation. The driver\n"
         "   compiles PTX where there is no machine code for its GPU. Where it is forced to, its\n"
         "   cache did not help on an H200. Build for the GPUs that you have, and ship PTX for\n"
         "   later ones.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"first_call", first_call::answer}, {"loading", answer_loading}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
