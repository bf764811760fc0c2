// A bench program of the fixture: records of a GPU that there never was, and what BENCH asks for.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

std::string asked(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void record(const std::string& line) {
  std::puts(line.c_str());
  std::fflush(stdout);
}

std::string result(const std::string& kernel, const std::string& fields) {
  return R"({"record":"result","chapter":"01_first","kernel":")" + kernel +
         R"(","type":"int","operation":"sum","elements":16777216,"residency":"dram",)" + fields +
         "}";
}

}  // namespace

int main(int argc, char** argv) {
  unsigned skip = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--skip") skip = std::strtoul(argv[i + 1], nullptr, 10);
    std::fprintf(stderr, "%s%s", argv[i], i + 1 < argc ? " " : "\n");
  }
  const std::string what = asked("BENCH"), gpu = asked("GPU").empty() ? "G100" : asked("GPU");
  const std::vector<std::string> results{
      result("read only", R"("bytes":67108864,"us":20,"spread":0.4,"sm_mhz":1000,"right":true)"),
      result("CUB", R"("bytes":67108864,"us":25,"spread":0.5,"sm_mhz":1000,"right":true,)"
                    R"("ceiling_us":20,"cub_us":25)"),
      result("01 slow",
             R"("bytes":67108864,"us":50,"spread":7.5,"sm_mhz":800,"right":true,"ceiling_us":20,)"
             R"("cub_us":25,"note":"slow on purpose")"),
      what == "wrong"
          ? result("02 fast", R"("bytes":67108864,"us":null,"right":false)")
          : result("02 fast",
                   R"("bytes":67108864,"us":20.5,"spread":0.6,"sm_mhz":990,"right":true,)"
                   R"("ceiling_us":20,"cub_us":25)")};
  record(R"({"record":"machine","device":")" + gpu + R"(","line":"One )" + gpu +
         R"(, long ago","peak_gbps":4000,"multiprocessors":100})");
  record(R"({"record":"plan","cases":)" + std::to_string(results.size() - 2 * skip) + "}");
  // Groups of two.
  for (unsigned k = 2 * skip; k < results.size(); ++k) {
    if (k == 2 && what == "crash") std::abort();
    if (k == 2 && what == "malformed") record("CUDA says something");
    if (k == 3 && what == "interrupt") {
      kill(getppid(), SIGTERM);
      pause();
    }
    record(results[k]);
    if (k % 2 == 1) {
      record(R"({"record":"group","finished":)" + std::to_string(k / 2 + 1) + R"(,"left":)" +
             std::to_string(results.size() - k - 1) + "}");
    }
  }
  return what == "wrong" ? 3 : 0;
}
