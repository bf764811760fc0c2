// The same launches counted twice: by a GPU's counters and by the emulator.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/hardware.hpp"
#include "profile/launches.hpp"
#include "profile/metrics.hpp"

namespace lockstep::tutor {

// Why two counts need not be equal; docs/counters.md explains each.
enum class cause {
  none,        // they are equal, or one of them does not exist
  ptx,         // the emulator counts PTX instructions, the GPU machine instructions
  branches,    // ptxas gave a short body a predicate, or added branches of its own
  conflicts,   // the GPU's counter of passes in shared memory reads high
  reserved,    // Nsight Compute adds what the driver keeps of each block's shared memory
  model,       // the emulator has a model's answer, which counts nothing
  other_work,  // exact counts differ so much that the launch had other data than on the GPU
  too_short,  // most of the measured time is the launch itself, which the model's answer leaves out
  launches,   // the kernel launches kernels: on the GPU the device runtime's own work counts too
  unknown,
};

struct compared_value {
  std::optional<double> gpu, emulator;
  cause why = cause::none;
};

// A launch by the host, counted by the emulator together with what its kernel launched, and what
// those did: so counts Nsight Compute.
struct host_launch {
  profiled_launch counts;
  std::size_t children = 0;
};
std::vector<host_launch> launches_by_host(const std::vector<profiled_launch>& launches);

struct compared_launch {
  std::string kernel;
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::size_t number = 1;              // among the launches of this kernel with this shape
  std::size_t children = 0;            // launches by kernels that are counted with it
  bool only_gpu = false;               // the emulator had no such launch
  std::vector<compared_value> values;  // one for each metric
};

// Further launches of a kernel with a shape than the other side had.
struct unpaired_launches {
  std::string kernel;
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::size_t launches = 0;
};

struct comparison {
  std::vector<named_metric> metrics;
  // Pairs in the emulator's order, then launches of kernels and shapes that only the GPU had.
  std::vector<compared_launch> launches;
  std::vector<unpaired_launches> gpu_only, emulator_only;
};

// The first launch of a kernel with a shape is compared with the first such launch of the other
// side, the second with the second.
comparison compare(const std::vector<hardware_launch>& gpu,
                   const std::vector<host_launch>& emulator,
                   const std::vector<named_metric>& metrics);

// Equal as far as Nsight Compute prints it: to two digits behind the point. It prints 0 where there
// is nothing to divide by.
bool equal_counts(double gpu, std::optional<double> emulator);

}  // namespace lockstep::tutor
