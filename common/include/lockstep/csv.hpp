// How a file of docs/data begins: three lines that say which machine, which command, and how it was
// measured. A program with `--csv` prints them, then a line of names, then one line per
// measurement.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/device.hpp>
#include <lockstep/options.hpp>

#include <ctime>
#include <fstream>
#include <string>

namespace lockstep {

// "580.159.04", from the kernel module's own file; empty where it is not shown.
inline std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;) {
    const bool is_version = word.find_first_not_of("0123456789.") == std::string::npos;
    if (is_version && word.find('.') != std::string::npos) return word;
  }
  return "";
}

// "One NVIDIA H200 (SM 1980 MHz, memory 3201 MHz), driver 580.159.04, CUDA 13.0, 2026-11-21."
inline std::string machine_line() {
  int runtime = 0;
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  const auto megahertz = [](cudaDeviceAttr attribute) {
    return std::to_string(device_attribute(attribute) / 1000) + " MHz";
  };
  const std::time_t now = std::time(nullptr);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  const std::string driver = driver_version();
  const std::string backend = backend_name();
  return (backend == "gpu" ? "One " : "The " + backend + " as ") + describe_device().name +
         " (SM " + megahertz(cudaDevAttrClockRate) + ", memory " +
         megahertz(cudaDevAttrMemoryClockRate) + ")" +
         (driver.empty() ? "" : ", driver " + driver) + ", CUDA " + std::to_string(runtime / 1000) +
         "." + std::to_string(runtime % 1000 / 10) + ", " + date + ".";
}

// The three lines. `how`: one sentence, such as "Events around the kernel alone, median of 21."
inline std::string csv_heading(const options& given, const std::string& how) {
  return "# " + machine_line() + "\n# " + given.command() + "\n# " + how + "\n";
}

}  // namespace lockstep
