// Launching a kernel: the one door into the execution engine.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checks/finding.hpp"
#include "checks/streams.hpp"
#include "lockstep/observe_abi.h"
#include "memory/address_space.hpp"
#include "metrics/counters.hpp"
#include "ptx/fatbinary.hpp"
#include "simt/device_services.hpp"
#include "simt/interleaving.hpp"

namespace lockstep::checks {
class monitor;
}
namespace lockstep::trace {
class recorder;
}

namespace lockstep::simt {

using dimensions = std::array<std::uint32_t, 3>;  // x, y, z

// A kernel or instruction that the emulator does not know; what() names it, the kernel and the PTX
// line.
struct unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the runtime needs to know of a kernel before it is launched.
struct kernel_facts {
  std::string name;                                               // mangled
  std::string display_name;                                       // demangled
  std::vector<std::uint32_t> parameter_offsets, parameter_sizes;  // bytes, in order
  std::uint32_t parameter_bytes = 0;
  std::uint32_t registers = 0;            // per thread, from the machine code; 0: not known
  std::uint32_t static_shared_bytes = 0;  // per block
  std::uint32_t local_bytes = 0;          // per thread
  std::uint32_t max_threads = 1024;       // .maxntid or .reqntid if given
  dimensions required_block{};            // .reqntid, zeros if not given
  dimensions required_cluster{};          // .reqnctapercluster, the same
  std::string ptx_version, ptx_target;    // "9.0", "sm_90"
};

class image_impl;

// One loaded executable image: its kernels and variables, linked across translation units.
class image {
 public:
  // Parses and links. Throws ptx::syntax_error (with the kernel's module), ptx::bad_image,
  // unsupported (module-level only).
  image(ptx::fatbinary_contents contents, memory::address_space& memory);
  ~image();
  // Facts of the kernel `name` (mangled), nullptr if there is none.
  const kernel_facts* find(std::string_view name) const;
  // The module-scope variable `name`, allocated and initialised; nullptr if there is none.
  const memory::allocation* variable(std::string_view name) const;
  image_impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<image_impl> impl_;
};

struct launch_options {
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  // Blocks of a cluster, which divide the grid's in each dimension; zeros: as the kernel requires.
  dimensions cluster{};
  checks::stream_id stream;  // of a launch by the host
};

// The clusters of a launch; zeros if it has none.
inline const dimensions& cluster_of(const launch_options& options, const kernel_facts& kernel) {
  return options.cluster[0] != 0 ? options.cluster : kernel.required_cluster;
}

using line_counters = metrics::line_counts;

struct outcome {
  // "": it ran to its end. Otherwise the kind of the finding that stopped it: "out_of_bounds",
  // "misaligned", "null_pointer", "trap", "assert", "timeout", "deadlock", ... ; the finding itself
  // is in `findings`.
  std::string stopped_by;
  std::vector<checks::finding> findings;
  // What the checks noticed; nothing stopped.
  std::vector<checks::finding> noticed;
  bool counted = false;
  lockstep_counters counters{};
  std::vector<line_counters> lines;
  // Launches from kernels that found no room on the device, a finding per place; nothing stopped.
  std::vector<checks::finding> lost_launches;
};

// A grid whose blocks have all run, in a launch that is counted: the launch itself, or one that
// device code made.
struct counted_grid {
  const kernel_facts& kernel;
  const launch_options& options;
  std::uint64_t identity, parent;  // %gridid; parent 0: launched by the host
  const lockstep_counters& counters;
  const std::vector<line_counters>& lines;
};

// Settings of the engine for the whole process.
struct settings {
  unsigned workers = 0;                  // 0: number of cores
  std::chrono::milliseconds timeout{0};  // per launch; 0: none
  std::function<void(std::string_view)>
      print;  // where device printf goes; called with whole lines' worth of text
  std::function<void(const counted_grid&)> counted;  // parents before their children
  std::function<void(const kernel_facts&)> begins;   // a grid of this kernel
  // Answers device code's calls of the runtime; none: those are refused.
  std::shared_ptr<const device_services> services;
  struct schedule schedule;             // an order that is not natural runs on one worker,
  checks::monitor* monitor = nullptr;   // and so do checked launches; nullptr: none is
  trace::recorder* recorder = nullptr;  // likewise, of those that are traced
};

// Executes blocks on a pool of workers; one launch at a time, to the end of everything that it
// launches itself. Thread-safe (launches queue).
class engine {
 public:
  engine(memory::address_space& memory, settings s);
  ~engine();
  // `parameters` is the kernel's parameter buffer (facts.parameter_bytes bytes). Throws unsupported
  // before anything has run.
  outcome run(const image& image, std::string_view kernel, const launch_options& options,
              const std::vector<std::byte>& parameters, bool count);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace lockstep::simt
