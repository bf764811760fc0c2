// Which runtime library a program gets: the toolkit's, with a GPU, or the emulator's, or any other.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "course/paths.hpp"
#include "processes/process.hpp"

namespace lockstep::tutor {

struct gpu {
  std::string name;  // "NVIDIA H200"
  int count = 0;
  int driver_version = 0;  // 13000: a driver for CUDA 13.0
  int capability = 0;      // 90: compute capability 9.0; 0: not known
};

// Asks the driver. nullopt with `why` set if no GPU answers.
std::optional<gpu> find_gpu(std::string& why);

struct backend {
  std::string name;               // "gpu", "emulator" or the library's path
  std::filesystem::path library;  // a libcudart.so.13
  std::string device;             // device profile for the emulator; empty: its default
  environment_changes settings;   // how the emulator is to run
  bool is_emulator() const { return name == "emulator"; }
  // The changes that make a program use it.
  environment_changes environment() const;
};

inline constexpr const char* runtime_library_name = "libcudart.so.13";

std::filesystem::path emulator_library(const checkout_paths& paths);
// The toolkit's; empty if it is not found.
std::filesystem::path toolkit_library(const checkout_paths& paths);
std::filesystem::path find_nvcc(const checkout_paths& paths);

// `name`: auto, gpu, emulator, or the path of a libcudart.so.13 or its folder. Throws failure
// (setup missing).
[[nodiscard]] backend choose_backend(const std::string& name, const checkout_paths& paths);
[[nodiscard]] backend emulator_backend(const checkout_paths& paths);

}  // namespace lockstep::tutor
