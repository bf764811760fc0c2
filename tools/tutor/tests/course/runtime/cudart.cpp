// In place of the emulator: writes what it is told to the report, so that the tutor can be tested
// without CUDA.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

void write_record(const std::string& record) {
  const char* file = std::getenv("LOCKSTEP_REPORT");
  if (file == nullptr) return;
  const int out = open(file, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (out < 0) return;  // a full disk stops no program
  const std::string line = record + "\n";
  const auto written = write(out, line.data(), line.size());
  static_cast<void>(written);
  close(out);
}

__attribute__((constructor)) void start() {
  const char* device = std::getenv("LOCKSTEP_DEVICE");
  write_record(R"({"type":"start","backend":"mock","device":")" +
               std::string(device ? device : "h200") + "\"}");
}

}  // namespace

extern "C" void mock_record(const char* record) { write_record(record); }

static int findings = 0;

extern "C" int mock_findings() { return findings; }

extern "C" void mock_finding(const char* kind, const char* file, int line) {
  ++findings;
  write_record(
      R"({"type":"finding","kind":")" + std::string(kind) +
      R"(","severity":"error","space":"global","kernel":"square","block":[0,0,0],"thread":[3,0,0],"access":"write","file":")" +
      file + R"(","line":)" + std::to_string(line) +
      (kind == std::string("out_of_bounds") ? R"(,"stopped":true)" : "") +
      R"(,"other":null,"address":"0x10","count":4,"message":"a write past the end","advice":"Compare the index with n."})");
}

// A kernel that never ends: stopped after LOCKSTEP_TIMEOUT seconds.
extern "C" void mock_hang(const char* file, int line) {
  usleep(static_cast<useconds_t>(1e6 * std::atof(std::getenv("LOCKSTEP_TIMEOUT"))));
  write_record(R"({"type":"finding","kind":"timeout","file":")" + std::string(file) +
               R"(","line":)" + std::to_string(line) +
               R"(,"kernel":"square","message":"the kernel was stopped; here its warps were"})");
}
