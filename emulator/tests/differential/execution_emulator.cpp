#include <chrono>
#include <cstring>
#include <stdexcept>

#include "execution.hpp"
#include "simt/launch.hpp"

namespace differential {

using namespace lockstep;

int optimisation_level = 0;

struct loaded_module::state {
  memory::address_space memory;
  std::unique_ptr<simt::image> image;
  std::unique_ptr<simt::engine> engine;
};

loaded_module::loaded_module(const std::string& ptx) : state_(std::make_unique<state>()) {
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(ptx);
  state_->image = std::make_unique<simt::image>(std::move(contents), state_->memory);
  simt::settings settings;
  settings.timeout = std::chrono::seconds(20);
  state_->engine = std::make_unique<simt::engine>(state_->memory, settings);
}

loaded_module::~loaded_module() = default;

std::vector<std::uint32_t> loaded_module::run(const generated_kernel& kernel,
                                              const run_input& input) const {
  const std::size_t output_bytes = std::size_t{kernel.blocks} * kernel.threads * bytes_per_thread;
  const auto allocate = [&](std::size_t bytes) {
    memory::allocation* made = state_->memory.allocate(memory::allocation_kind::device, bytes);
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
  const simt::outcome outcome =
      state_->engine->run(*state_->image, kernel.name, options, parameters, false);

  std::vector<std::uint32_t> words((output_bytes + totals_bytes) / 4);
  std::memcpy(words.data(), out->host, output_bytes);
  std::memcpy(words.data() + output_bytes / 4, totals->host, totals_bytes);
  for (memory::allocation* used : {in, out, totals}) state_->memory.release(used->address);
  if (!outcome.stopped_by.empty())
    throw std::runtime_error(outcome.stopped_by + ": " + outcome.findings.at(0).message);
  return words;
}

}  // namespace differential
