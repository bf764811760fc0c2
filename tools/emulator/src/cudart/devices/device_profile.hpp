// The devices that the emulator can present itself as: what a program may ask of them, and what
// limits a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "timing/machine.hpp"

namespace lockstep::cudart {

// What all devices of one compute capability share.
struct capability {
  int major, minor;
  int max_threads_per_multiprocessor;
  int max_blocks_per_multiprocessor;
  int registers_per_multiprocessor;  // also the most that one block may have
  int max_registers_per_thread;
  int shared_per_multiprocessor;  // bytes
  int shared_per_block_optin;     // bytes that a block may have if the kernel opts in
  int shared_reserved_per_block;  // bytes
  int max_grid_x;
  int double_ratio;  // single-precision throughput / double-precision throughput
};

// Of cudaDeviceGetAttribute.
struct attribute_value {
  int number;
  int value;
};

struct device_profile {
  std::string_view id;    // as in LOCKSTEP_DEVICE
  std::string_view name;  // as in cudaDeviceProp
  capability limits;
  int multiprocessors;
  std::uint64_t memory;  // bytes
  int clock_khz;
  int memory_clock_khz;
  int memory_bus_bits;
  int l2_bytes;
  int copy_engines;
  bool error_correction;
  // What else was measured on one: limits of textures, alignments, optional abilities. Not known of
  // every device.
  std::span<const attribute_value> attributes = {};
  // What the model of time needs; nullptr: nobody has measured it.
  const timing::machine* timing = nullptr;
};

// By its id, or with other figures: "h200:multiprocessors=7,clock_khz=900000". A variant has no
// model of time. nullptr if there is none of that name, or no such figure.
const device_profile* find_device(std::string_view id);
// The first of an id's figures that is none: a part of `id`. Nothing if there is no such device.
std::optional<std::string_view> wrong_figure_of(std::string_view id);
// All ids, and what figures there are, separated by commas.
std::string device_ids();
std::string figure_names();

}  // namespace lockstep::cudart
