// Launches from kernels, as the engine runs and reports them.
#include <doctest/doctest.h>
#include <driver_types.h>

#include <cstring>
#include <vector>

#include "simt/launch.hpp"

namespace {

using namespace lockstep;
using protocol::finding_kind;

// A device that knows little and refuses blocks of more than 1024 threads.
class small_device final : public simt::device_services {
 public:
  simt::launch_options supposed(const simt::kernel_facts&, const simt::launch_options& options,
                                const simt::dimensions&) const override {
    return options;
  }
  std::uint32_t slots = 4;
  std::uint32_t pending_launches() const override { return slots; }
  protocol::source_place pending_launches_set_at() const override { return {}; }
  int check(const simt::kernel_facts&, const simt::launch_options& options) const override {
    return options.block[0] > 1024 ? cudaErrorInvalidConfiguration : cudaSuccess;
  }
  int attribute(int, int, int&) const override { return cudaErrorInvalidValue; }
  int limit(int, std::size_t&) const override { return cudaErrorUnsupportedLimit; }
  int blocks_per_multiprocessor(const simt::kernel_facts&, int, std::size_t, int&) const override {
    return cudaErrorNotSupported;
  }
  int max_threads(const simt::kernel_facts&) const override { return 1024; }
  const char* error_name(int) const override { return "error"; }
  const char* error_text(int) const override { return "an error"; }
};

struct family_record {
  std::string kernel;
  std::uint64_t identity, parent, warps;
};

struct launched {
  simt::outcome outcome;
  std::vector<family_record> records;
  std::vector<std::uint32_t> out;
};

// `child` adds its argument to out[0]; `kernel`'s body may use LAUNCH(block threads, stream,
// value).
std::string module_with(const std::string& body, const std::string& child_body) {
  return R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 b, .param .b64 s);
.extern .func (.param .b32 r) __cudaCDP2GetLastError();
.extern .func (.param .b32 r) __cudaCDP2MemsetAsync(.param .b64 p, .param .b32 v, .param .b64 n, .param .b64 s);
.visible .entry child(.param .u64 out, .param .u32 value) {
.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [value];
)" + child_body +
         R"( red.global.add.u32 [%rd1], %r1; ret; }
.visible .entry kernel(.param .u64 out) {
.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
ld.param.u64 %rd1, [out];
)" + body +
         "\nret; }\n";
}

std::string launch_child(const std::string& threads, const std::string& stream) {
  static int label = 0;
  const std::string over = "over" + std::to_string(++label);
  return "mov.u64 %rd2, child; { .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 "
         "b[12]; "
         ".param .b32 s; .param .b64 r; st.param.b64 [f], %rd2; st.param.b32 [g], 1; st.param.b32 "
         "[g+4], 1; st.param.b32 [g+8], 1; st.param.b32 [b], " +
         threads +
         "; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1; st.param.b32 [s], 0; call (r), "
         "__cudaCDP2GetParameterBufferV2, (f, g, b, s); ld.param.b64 %rd3, [r]; }\n"
         "setp.eq.s64 %p1, %rd3, 0; @%p1 bra " +
         over +
         "; st.u64 [%rd3], %rd1; st.u32 [%rd3+8], 5; { .param .b64 b; .param .b64 s; .param .b32 "
         "r; st.param.b64 [b], %rd3; st.param.b64 [s], " +
         stream + "; call (r), __cudaCDP2LaunchDeviceV2, (b, s); }\n" + over + ":\n";
}

// Stores the thread's last error into out[1].
const std::string store_error =
    "{ .param .b32 r; call (r), __cudaCDP2GetLastError, (); ld.param.b32 %r3, [r]; } "
    "st.global.u32 [%rd1+4], %r3;\n";

launched run(const std::string& body, const std::string& child_body = "", std::uint32_t blocks = 1,
             int timeout_ms = 10000) {
  launched result;
  memory::address_space memory;
  simt::settings settings;
  settings.workers = 2;
  settings.timeout = std::chrono::milliseconds(timeout_ms);
  settings.services = std::make_shared<small_device>();
  settings.counted = [&](const simt::counted_grid& g) {
    result.records.push_back({g.kernel.name, g.identity, g.parent, g.counters.warps});
  };
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(module_with(body, child_body));
  const simt::image image(std::move(contents), memory);
  simt::engine engine(memory, settings);
  memory::allocation* out = memory.allocate(memory::allocation_kind::device, 8);
  std::memset(out->host, 0, 8);
  std::vector<std::byte> parameters(8);
  std::memcpy(parameters.data(), &out->address, 8);
  simt::launch_options options;
  options.grid = {blocks, 1, 1};
  result.outcome = engine.run(image, "kernel", options, parameters, true);
  result.out.resize(2);
  std::memcpy(result.out.data(), out->host, 8);
  return result;
}

TEST_CASE("a child runs with the parameters that its parent stored") {
  const launched r = run(launch_child("40", "0"));
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 40 * 5);
}

TEST_CASE("every grid is reported, a child with its parent") {
  const launched r = run(launch_child("40", "0") + launch_child("33", "3"));
  REQUIRE(r.records.size() == 3);
  CHECK(r.records[0].kernel == "kernel");
  CHECK(r.records[0].parent == 0);
  CHECK(r.records[1].parent == r.records[0].identity);
  CHECK(r.records[1].warps == 2);
  CHECK(r.outcome.counters.warps == 1);  // of the launch itself
}

TEST_CASE("a launch that finds no slot is lost: an error on the device, an event for the checks") {
  const launched r = run(launch_child("1", "3") + store_error, "", 6);
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 4 * 5);
  REQUIRE(r.outcome.lost_launches.size() == 1);
  CHECK(r.outcome.lost_launches[0].kind == finding_kind::lost_child_launch);
  CHECK(r.outcome.lost_launches[0].count == 2);
  CHECK(run(launch_child("1", "3") + store_error).out[1] == cudaSuccess);
}

TEST_CASE("a fill from a kernel is done once its grid is") {
  const launched r =
      run("{ .param .b64 p; .param .b32 v; .param .b64 n; .param .b64 s; .param .b32 r; "
          "st.param.b64 [p], %rd1; st.param.b32 [v], 7; st.param.b64 [n], 4; st.param.b64 [s], 0; "
          "call (r), __cudaCDP2MemsetAsync, (p, v, n, s); ld.param.b32 %r3, [r]; }\n");
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 0x07070707);
  CHECK(r.out[1] == 0);
}

TEST_CASE("a configuration that cannot be launched is an error on the device, and is told") {
  const launched r = run(launch_child("1025", "0") + store_error);
  CHECK_FALSE(r.outcome.stopped_by);
  CHECK(r.out[0] == 0);
  CHECK(r.out[1] == cudaErrorInvalidConfiguration);
  REQUIRE(r.outcome.lost_launches.size() == 1);
  CHECK(r.outcome.lost_launches[0].kind == finding_kind::launch_error);
  CHECK(r.outcome.lost_launches[0].message.find(
            "blocks of (1025, 1, 1) threads, which is refused") != std::string::npos);
}

TEST_CASE("a stream that does not exist is an error on the device") {
  const launched r = run(launch_child("1", "77") + store_error);
  CHECK(r.out[0] == 0);
  CHECK(r.out[1] == cudaErrorInvalidResourceHandle);
}

TEST_CASE("a child's fault stops the launch, and the finding names the child") {
  const launched r = run(launch_child("1", "0") + launch_child("1", "0"), "trap;");
  CHECK(r.outcome.stopped_by == finding_kind::trap);
  CHECK(r.outcome.findings.at(0).kernel == "child");
  CHECK(r.records.size() == 2);
}

TEST_CASE("an endless recursion ends with the launch's time") {
  const launched r = run(launch_child("1", "3"), launch_child("1", "3"), 1, 100);
  CHECK(r.outcome.stopped_by == finding_kind::timeout);
  CHECK(r.outcome.findings.at(0).message.find("the kernels that it launched") != std::string::npos);
}

TEST_CASE("an unsupported child is refused before its parent runs") {
  CHECK_THROWS_AS(run("st.global.u32 [%rd1], 1;" + launch_child("1", "0"), "wmma.load;"),
                  simt::unsupported);
}

}  // namespace
