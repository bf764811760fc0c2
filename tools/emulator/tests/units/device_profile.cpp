#include "cudart/devices/device_profile.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "cudart/devices/properties.hpp"

using namespace lockstep::cudart;

TEST_SUITE_BEGIN("device profile");

TEST_CASE("a profile is found by its name, and a name that is none is not") {
  REQUIRE(find_device("h200") != nullptr);
  CHECK(find_device("h200")->name == "NVIDIA H200");
  CHECK(find_device("h2000") == nullptr);
  CHECK(device_ids().find("rtx4090") != std::string::npos);
}

// Golden data: cudaDeviceGetAttribute on an H200, CUDA 13.0.
TEST_CASE("a device with other figures") {
  const device_profile* variant = find_device("h200:multiprocessors=7,shared_per_block_optin=512");
  REQUIRE(variant != nullptr);
  CHECK(variant->name == "NVIDIA H200");
  CHECK(attribute_of(*variant, cudaDevAttrMultiProcessorCount) == 7);
  CHECK(variant->limits.shared_per_block_optin == 512);
  CHECK(variant->clock_khz == find_device("h200")->clock_khz);
  CHECK(variant->timing == nullptr);
  for (const char* id : {"h201:multiprocessors=7", "h200:warps=7",
                         "h200:multiprocessors=", "h200:multiprocessors=7x",
                         "h200:multiprocessors=0", "h200:multiprocessors"})
    CHECK_MESSAGE(find_device(id) == nullptr, id);
}

TEST_CASE("of several figures, the one that is none is named") {
  CHECK(wrong_figure_of("h200:multiprocessors=7,warps=7,clock_khz=1") == "warps=7");
  CHECK(wrong_figure_of("h200:multiprocessors=7") == std::nullopt);
  CHECK(wrong_figure_of("h201:warps=7") == std::nullopt);
  CHECK(figure_names().find("clock_khz") != std::string::npos);
}

TEST_CASE("the h200 answers as an H200 does") {
  constexpr std::pair<cudaDeviceAttr, int> measured[] = {
      {cudaDevAttrMaxThreadsPerBlock, 1024},
      {cudaDevAttrMaxBlockDimX, 1024},
      {cudaDevAttrMaxBlockDimY, 1024},
      {cudaDevAttrMaxBlockDimZ, 64},
      {cudaDevAttrMaxGridDimX, 2147483647},
      {cudaDevAttrMaxGridDimY, 65535},
      {cudaDevAttrMaxGridDimZ, 65535},
      {cudaDevAttrMaxSharedMemoryPerBlock, 49152},
      {cudaDevAttrTotalConstantMemory, 65536},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxPitch, 2147483647},
      {cudaDevAttrMaxRegistersPerBlock, 65536},
      {cudaDevAttrClockRate, 1980000},
      {cudaDevAttrGpuOverlap, 1},
      {cudaDevAttrMultiProcessorCount, 132},
      {cudaDevAttrIntegrated, 0},
      {cudaDevAttrCanMapHostMemory, 1},
      {cudaDevAttrConcurrentKernels, 1},
      {cudaDevAttrEccEnabled, 1},
      {cudaDevAttrMemoryClockRate, 3201000},
      {cudaDevAttrGlobalMemoryBusWidth, 6016},
      {cudaDevAttrL2CacheSize, 62914560},
      {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
      {cudaDevAttrAsyncEngineCount, 3},
      {cudaDevAttrUnifiedAddressing, 1},
      {cudaDevAttrComputeCapabilityMajor, 9},
      {cudaDevAttrComputeCapabilityMinor, 0},
      {cudaDevAttrStreamPrioritiesSupported, 1},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 233472},
      {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
      {cudaDevAttrManagedMemory, 1},
      {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
      {cudaDevAttrPageableMemoryAccess, 0},
      {cudaDevAttrConcurrentManagedAccess, 1},
      {cudaDevAttrCooperativeLaunch, 1},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, 232448},
      {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
      {cudaDevAttrReservedSharedMemoryPerBlock, 1024},
      {cudaDevAttrMemoryPoolsSupported, 1},
      {cudaDevAttrNumaId, -1},
  };
  for (const auto& [attribute, value] : measured) {
    CAPTURE(attribute);
    CHECK(attribute_of(*find_device("h200"), attribute) == value);
  }
  CHECK(properties_of(*find_device("h200")).totalGlobalMem == 150109880320);
}

TEST_CASE("limits of textures and of the cache are those measured; what is missing is said to be") {
  const device_profile& h200 = *find_device("h200");
  const cudaDeviceProp p = properties_of(h200);
  CHECK(attribute_of(h200, cudaDevAttrTextureAlignment) == 512);
  CHECK(attribute_of(h200, cudaDevAttrMaxTexture1DLinearWidth) == 268435456);
  CHECK(attribute_of(h200, static_cast<cudaDeviceAttr>(44)) == 1);
  CHECK(p.maxTexture3D[2] == 16384);
  CHECK(p.maxTexture2DLinear[1] == 65000);
  CHECK(p.texturePitchAlignment == 32);
  CHECK(p.persistingL2CacheMaxSize == 39321600);
  CHECK(p.gpuPciDeviceID == 590680286);
  CHECK(attribute_of(h200, cudaDevAttrClusterLaunch) == 1);
  CHECK(p.clusterLaunch == 1);
  CHECK(properties_of(*find_device("a100")).clusterLaunch == 0);
  CHECK(properties_of(*find_device("c2050")).maxTexture1D == 0);
}

TEST_CASE("every device names its memory, multiprocessors and clocks") {
  for (const char* id :
       {"c2050", "k20x", "gtx1650", "rtx3060", "rtx4070", "rtx4090", "a100", "h100", "h200"}) {
    CAPTURE(id);
    const device_profile* device = find_device(id);
    REQUIRE(device != nullptr);
    CHECK(device_ids().find(id) != std::string::npos);
    const cudaDeviceProp p = properties_of(*device);
    CHECK(p.totalGlobalMem > 2000000000);
    CHECK(p.multiProcessorCount >= 14);
    CHECK(p.maxThreadsPerMultiProcessor % 32 == 0);
    CHECK(p.sharedMemPerBlockOptin + p.reservedSharedMemPerBlock <= p.sharedMemPerMultiprocessor);
    CHECK(attribute_of(*device, cudaDevAttrMemoryClockRate) > 1000000);
  }
}

TEST_CASE("an attribute that the runtime does not know has no value") {
  CHECK_FALSE(attribute_of(*find_device("h200"), static_cast<cudaDeviceAttr>(9999)).has_value());
  CHECK_FALSE(attribute_of(*find_device("h200"), static_cast<cudaDeviceAttr>(0)).has_value());
}

TEST_CASE("older devices differ where their generation does") {
  const cudaDeviceProp fermi = properties_of(*find_device("c2050"));
  CHECK(fermi.maxGridSize[0] == 65535);
  CHECK(fermi.maxThreadsPerMultiProcessor == 1536);
  CHECK(fermi.cooperativeLaunch == 0);
  CHECK(properties_of(*find_device("gtx1650")).maxThreadsPerMultiProcessor == 1024);
}

TEST_SUITE_END();
