// The execution engine: runs a launch to the end of everything that it launches itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/protocol/counters.hpp"
#include "lockstep/protocol/finding.hpp"
#include "memory/address_space.hpp"
#include "metrics/counters.hpp"
#include "ptx/program.hpp"
#include "simt/device_runtime/device_services.hpp"
#include "simt/run/image.hpp"
#include "simt/state/attention.hpp"
#include "simt/state/execution_order.hpp"
#include "simt/state/launch_options.hpp"

namespace lockstep::checks {
class monitor;
}
namespace lockstep::trace {
class recorder;
}
namespace lockstep::timing {
class recorder;
}
namespace lockstep::provenance {
class recorder;
}

namespace lockstep::simt {

struct outcome {
  // Nothing: it ran to its end. Otherwise the kind of the finding that stopped it; the finding
  // itself is in `findings`.
  std::optional<protocol::finding_kind> stopped_by;
  // The first access that would have stopped it, if it went on after that one.
  std::optional<protocol::finding_kind> went_on_after;
  std::vector<protocol::finding> findings;
  // What the checks noticed; nothing stopped.
  std::vector<protocol::finding> noticed;
  bool counted = false;
  lockstep_counters counters{};
  std::vector<line_counters> lines;
  // Launches from kernels that found no room on the device, a finding per place; nothing stopped.
  std::vector<protocol::finding> lost_launches;
};

// A grid whose blocks have all run, in a launch that is counted: the launch itself, or one that
// device code made.
struct counted_grid {
  const kernel_facts& kernel;
  const launch_options& options;
  std::uint64_t identity, parent;  // %gridid; parent 0: launched by the host
  const lockstep_counters& counters;
  const std::vector<line_counters>& lines;
  const std::vector<metrics::instruction_facts>& instructions;
  const std::vector<metrics::instruction_counts>& counts;  // of the instructions
  // For the model of time; nullptr: nobody asked for it, or the launch did not end as it should.
  timing::recorder* paths = nullptr;
  const ptx::decoded_function* code = nullptr;  // of the kernel, whose instructions come first
  bool launches = false;                        // it may launch kernels
  bool samples_only = false;  // the counts are those of the followed blocks: no others ran
  bool is_traced = true;      // a trace, if one is taken, has it
};

// Settings of the engine for the whole process.
struct settings {
  unsigned workers = 0;                  // 0: number of cores
  bool may_compile = true;               // kernels that run long (jit/compile.hpp)
  std::chrono::milliseconds timeout{0};  // per launch; 0: none
  // How long a launch goes on after the first bad access; 0: that one stops it.
  std::chrono::milliseconds keep_going{0};
  bool as_on_gpu = false;  // what a GPU lets pass is noted, and the launch goes on
  const attention* waiting_person = nullptr;  // at a terminal; nullptr: nobody
  std::function<void(std::string_view)>
      print;  // where device printf goes; called with whole lines' worth of text
  std::function<void(const counted_grid&)> counted;  // parents before their children
  // A grid of this kernel; whether it has locks, flags or spins (not known where races are not
  // looked for: false).
  std::function<void(const kernel_facts&, bool locks)> begins;
  // Answers device code's calls of the runtime; none: those are refused.
  std::shared_ptr<const device_services> services;
  bool timed = false;         // follow blocks of counted launches, for the model of time
  bool samples_only = false;  // and run no others: what the kernel computes is not to be used
  struct schedule schedule;   // an order that is not natural runs on one worker,
  checks::monitor* monitor = nullptr;          // and so do checked launches; nullptr: none is
  trace::recorder* recorder = nullptr;         // likewise, of those that are traced
  provenance::recorder* provenance = nullptr;  // likewise, while it is recording
};

// Executes blocks on a pool of workers; one launch at a time, to the end of everything that it
// launches itself. Thread-safe (launches queue).
class engine {
 public:
  engine(memory::address_space& memory, settings s);
  ~engine();
  // Of the launches that follow. An order that is not natural runs on one worker.
  void set_schedule(struct schedule s);
  // Whether launches that follow are watched by the checks, how long one may run, and how long it
  // goes on after a bad access.
  void set_watch(checks::monitor* monitor, std::chrono::milliseconds timeout,
                 std::chrono::milliseconds keep_going);
  // Of the launches that follow: whether the model of time sees them, and whether only the blocks
  // that it follows are run, without traces and provenance.
  void set_timing(bool timed, bool samples_only);
  // `parameters` is the kernel's parameter buffer (facts.parameter_bytes bytes). Throws unsupported
  // before anything has run.
  [[nodiscard]] outcome run(const image& image, std::string_view kernel,
                            const launch_options& options, const std::vector<std::byte>& parameters,
                            bool count);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace lockstep::simt
