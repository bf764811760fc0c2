#include "cudart/device_profile.hpp"

namespace lockstep::cudart {
namespace {

constexpr int KIB = 1024;
constexpr int MIB = 1024 * KIB;
constexpr std::uint64_t GIB = std::uint64_t{1024} * MIB;
constexpr int GRID_X = 2147483647;

// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (2.0
// and 3.5: the guides of CUDA 8 and 11). Columns: threads, blocks, registers, shared memory per
// multiprocessor; shared memory per block: opt-in, reserved; grid x; ratio.
constexpr capability FERMI_20{2, 0, 1536, 8, 32768, 48 * KIB, 48 * KIB, 0, 65535, 2};
constexpr capability KEPLER_35{3, 5, 2048, 16, 65536, 48 * KIB, 48 * KIB, 0, GRID_X, 3};
constexpr capability TURING_75{7, 5, 1024, 16, 65536, 64 * KIB, 64 * KIB, 0, GRID_X, 32};
constexpr capability AMPERE_80{8, 0, 2048, 32, 65536, 164 * KIB, 163 * KIB, KIB, GRID_X, 2};
constexpr capability ADA_89{8, 9, 1536, 24, 65536, 100 * KIB, 99 * KIB, KIB, GRID_X, 64};
constexpr capability HOPPER_90{9, 0, 2048, 32, 65536, 228 * KIB, 227 * KIB, KIB, GRID_X, 2};

// Sources: h200: cudaGetDeviceProperties on one; others: NVIDIA's data sheets and architecture
// white papers. Memory is the nominal size except for the h200; a driver reports a little less.
// Clocks are boost clocks.
constexpr device_profile DEVICES[] = {
    {"h200", "NVIDIA H200", HOPPER_90, 132, 150109880320, 1980000, 3201000, 6016, 60 * MIB, 3,
     true},
    {"a100", "NVIDIA A100-SXM4-40GB", AMPERE_80, 108, 40 * GIB, 1410000, 1215000, 5120, 40 * MIB, 3,
     true},
    {"rtx4090", "NVIDIA GeForce RTX 4090", ADA_89, 128, 24 * GIB, 2520000, 10501000, 384, 72 * MIB,
     2, false},
    {"rtx4070", "NVIDIA GeForce RTX 4070", ADA_89, 46, 12 * GIB, 2475000, 10501000, 192, 36 * MIB,
     2, false},
    {"gtx1650", "NVIDIA GeForce GTX 1650", TURING_75, 14, 4 * GIB, 1665000, 4001000, 128, MIB, 3,
     false},
    {"k20x", "Tesla K20X", KEPLER_35, 14, 6 * GIB, 732000, 2600000, 384, 1536 * KIB, 2, true},
    {"c2050", "Tesla C2050", FERMI_20, 14, 3 * GIB, 1147000, 1500000, 384, 768 * KIB, 2, true},
};

}  // namespace

const device_profile* find_device(std::string_view id) {
  for (const device_profile& device : DEVICES)
    if (device.id == id) return &device;
  return nullptr;
}

std::string device_ids() {
  std::string ids;
  for (const device_profile& device : DEVICES)
    ids.append(ids.empty() ? "" : ", ").append(device.id);
  return ids;
}

}  // namespace lockstep::cudart
