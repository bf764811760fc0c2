#include <chrono>
#include <cstring>
#include <stdexcept>

#include "execution.hpp"
#include "simt/launch.hpp"

namespace differential {

using namespace lockstep;

int optimisation_level = 0;

namespace {

output run(memory::address_space& memory, simt::engine& engine, simt::image& image,
           const generated_kernel& kernel, const run_input& input) {
  const std::size_t output_bytes = std::size_t{kernel.blocks} * kernel.threads * bytes_per_thread;
  const auto allocate = [&](std::size_t bytes) {
    memory::allocation* made = memory.allocate(memory::allocation_kind::device, bytes);
    std::memset(made->host, 0, bytes);
    return made;
  };
  memory::allocation* const in = allocate(input_bytes);
  memory::allocation* const out = allocate(output_bytes);
  memory::allocation* const totals = allocate(totals_bytes);
  std::memcpy(in->host, input.words.data(), input_bytes);

  std::vector<std::byte> parameters(28);
  const std::uint64_t addresses[] = {in->address, out->address, totals->address};
  std::memcpy(parameters.data(), addresses, sizeof addresses);
  std::memcpy(parameters.data() + sizeof addresses, &input.salt, sizeof input.salt);
  simt::launch_options options;
  options.grid = {kernel.blocks, 1, 1};
  options.block = {kernel.threads, 1, 1};
  const simt::outcome outcome = engine.run(image, kernel.name, options, parameters, false);

  output words((output_bytes + totals_bytes) / 4);
  std::memcpy(words.data(), out->host, output_bytes);
  std::memcpy(words.data() + output_bytes / 4, totals->host, totals_bytes);
  for (memory::allocation* used : {in, out, totals}) memory.release(used->address);
  if (outcome.stopped_by)
    throw std::runtime_error(kernel.name + ": " + std::string(name_of(*outcome.stopped_by)) + ": " +
                             outcome.findings.at(0).message);
  return words;
}

}  // namespace

std::vector<output> outputs_of(const std::vector<generated_kernel>& kernels,
                               const std::vector<run_input>& inputs) {
  memory::address_space memory;
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(module_of(kernels));
  simt::image image(std::move(contents), memory);
  simt::settings settings;
  settings.timeout = std::chrono::seconds(20);
  simt::engine engine(memory, settings);
  std::vector<output> results;
  for (const generated_kernel& kernel : kernels)
    for (const run_input& input : inputs)
      results.push_back(run(memory, engine, image, kernel, input));
  return results;
}

}  // namespace differential
