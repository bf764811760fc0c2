// Runs a few lines of PTX as the body of a kernel, for tests.
//
// The body leaves one 32-bit result per thread in %r0. At hand: %r60 thread in the block, %r61
// block, %r62 threads in the block, %r63 thread in the grid; %rd60 the output, %rd61 this thread's
// word of it; shared memory `s` of 4096 bytes; registers %p0-%p15, %r0-%r63, %rd0-%rd63, %h0-%h15,
// %f0-%f31, %d0-%d31.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "checks/monitor.hpp"
#include "simt/launch.hpp"

using lockstep::protocol::finding_kind;

struct ptx_run {
  std::vector<std::uint32_t> out;
  lockstep::simt::outcome outcome;
  std::string printed;
  std::vector<lockstep::metrics::instruction_counts> counts;  // if it was counted
};

inline std::string ptx_module(const std::string& body, const std::string& before,
                              const std::string& target = "sm_90") {
  return ".version 9.0\n.target " + target + "\n.address_size 64\n" + before +
         "\n.visible .entry kernel(.param .u64 out) {\n"
         ".reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .b64 %rd<64>; .reg .f32 "
         "%f<32>; .reg .f64 %d<32>;\n"
         ".shared .align 16 .b8 s[4096];\n"
         "ld.param.u64 %rd60, [out]; mov.u32 %r60, %tid.x; mov.u32 %r61, %ctaid.x; mov.u32 %r62, "
         "%ntid.x;\n"
         "mad.lo.u32 %r63, %r61, %r62, %r60; mul.wide.u32 %rd61, %r63, 4; add.u64 %rd61, %rd61, "
         "%rd60;\n" +
         body + "\nst.global.u32 [%rd61], %r0;\nret;\n}\n";
}

struct ptx_shape {
  std::uint32_t blocks = 1, threads = 32, extra_words = 0, dynamic_shared = 0;
  unsigned workers = 2;
  int timeout_ms = 10000;
  bool counted = true;
  bool may_compile = true;
  bool checked = false;       // for races, unwritten memory and barriers
  bool for_debugger = false;  // as nvcc -G marks a module
  lockstep::simt::schedule schedule{};
  lockstep::trace::recorder* recorder = nullptr;
  lockstep::provenance::recorder* provenance = nullptr;
};

// `meanwhile`: the host does it to the output while the kernel runs.
inline ptx_run run_ptx(const std::string& body, ptx_shape shape = {},
                       const std::string& before = "",
                       const std::function<void(std::byte*)>& meanwhile = {}) {
  using namespace lockstep;
  memory::address_space memory;
  ptx_run result;
  simt::settings settings;
  settings.workers = shape.workers;
  settings.may_compile = shape.may_compile;
  settings.schedule = shape.schedule;
  settings.recorder = shape.recorder;
  settings.provenance = shape.provenance;
  settings.timeout = std::chrono::milliseconds(shape.timeout_ms);
  settings.print = [&](std::string_view text) { result.printed += text; };
  settings.counted = [&](const simt::counted_grid& grid) { result.counts = grid.counts; };
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(ptx_module(body, before, shape.for_debugger ? "sm_90, debug" : "sm_90"));
  const simt::image image(std::move(contents), memory);
  checks::monitor monitor(memory, {true, true, true});
  if (shape.checked) {
    settings.monitor = &monitor;
    settings.workers = 1;
  }
  simt::engine engine(memory, settings);
  const std::size_t words = std::size_t{shape.blocks} * shape.threads + shape.extra_words;
  memory::allocation* out = memory.allocate(memory::allocation_kind::device, words * 4);
  std::memset(out->host, 0, words * 4);
  std::vector<std::byte> parameters(8);
  std::memcpy(parameters.data(), &out->address, 8);
  simt::launch_options options;
  options.grid = {shape.blocks, 1, 1};
  options.block = {shape.threads, 1, 1};
  options.dynamic_shared_bytes = shape.dynamic_shared;
  std::thread host;
  if (meanwhile) host = std::thread(meanwhile, out->host);
  result.outcome = engine.run(image, "kernel", options, parameters, shape.counted);
  if (host.joinable()) host.join();
  result.out.resize(words);
  std::memcpy(result.out.data(), out->host, words * 4);
  return result;
}
