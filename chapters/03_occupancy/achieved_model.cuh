// The launches of achieved.cu as a model of time sees them, in the sizes of a GPU, beside an
// H200's. What the kernels read is never filled.
#pragma once

#include <lockstep/model_report.hpp>

#include <string>

#include "achieved_measure.cuh"

constexpr unsigned recorded_elements = 1u << 25;  // of the files in docs/data

inline lockstep::model_report model_blocks(unsigned size) {
  using namespace lockstep;
  model_report report("h200_03_blocks.csv");
  device_buffer<float> in(size), out(size);
  for (const scale_kernel& kernel : scale_kernels) {
    for (const unsigned threads : block_sizes) {
      const unsigned blocks = blocks_of(kernel, threads, size);
      const std::string number = std::to_string(threads);
      report.add(
          std::string(kernel.name) + ", " + number + " threads",
          [&] { kernel.plain<<<blocks, threads>>>(in.data(), out.data(), size, nullptr); },
          size == recorded_elements
              ? report.recorded({{"kernel", kernel.name}, {"threads", number}}, "milliseconds",
                                1000)
              : std::nullopt,
          kernel.name + std::string(", 32 threads"));
    }
  }
  return report;
}

inline lockstep::model_report model_sweep(unsigned size) {
  using namespace lockstep;
  model_report report("h200_03_sweep.csv");
  device_buffer<float> in(size), out(size);
  for (const char* word : {"4", "16"}) {
    for (const sweep_shape& s : sweep_shapes()) {
      const std::string number = std::to_string(s.blocks);
      report.add(
          number + (s.blocks == 1 ? " block" : " blocks") + " per SM, by " + word + " bytes",
          [&] { *word == '4' ? launch_4(s, in, out, size) : launch_16(s, in, out, size); },
          size == recorded_elements
              ? report.recorded({{"blocks", number}, {"word_bytes", word}}, "milliseconds", 1000)
              : std::nullopt);
    }
  }
  return report;
}

// Whole waves, and a block more.
inline lockstep::model_report model_waves() {
  using namespace lockstep;
  model_report report("h200_03_waves.csv");
  const int places = wave_places();
  wave_kernels kernels(4 * static_cast<unsigned>(places) + 1, 4096);
  for (const char* what : {"waiting", "computing"}) {
    for (const int blocks : {places / 2, places / 2 + 1, places, places + 1, 2 * places}) {
      report.add(
          std::string(what) + ", " + std::to_string(blocks) + " blocks",
          [&] {
            const auto n = static_cast<unsigned>(blocks);
            *what == 'w' ? kernels.wait(n) : kernels.compute(n);
          },
          report.recorded({{"blocks", std::to_string(blocks)}}, what, 1000),
          blocks == places / 2 ? model_report::nothing : "");
    }
  }
  return report;
}
