// libFuzzer harness of the way from PTX to results: any text is refused, or can be bound in both
// modes and run, whatever comes of it. CONTRIBUTING.md says how to build and run it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "ptx/parser.hpp"
#include "simt/launch.hpp"
#include "simt/linking/linked_image.hpp"

using namespace lockstep;

namespace {

// Small enough that a kernel which never ends costs little.
simt::settings small_settings() {
  simt::settings s;
  s.workers = 1;
  s.timeout = std::chrono::milliseconds(20);
  s.print = [](std::string_view) {};
  return s;
}

// Two blocks of a warp and a half. Every parameter of eight bytes points to the same memory.
void launch(simt::engine& engine, const simt::image& image, const simt::kernel_facts& kernel,
            std::uint64_t memory, bool counting) {
  // As the runtime would refuse the launch.
  if (kernel.static_shared_bytes > 64 << 10 || kernel.parameter_bytes > 32764) return;
  std::vector<std::byte> parameters(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameter_sizes.size(); ++i) {
    if (kernel.parameter_sizes[i] == sizeof memory)
      std::memcpy(parameters.data() + kernel.parameter_offsets[i], &memory, sizeof memory);
  }
  simt::launch_options options;
  options.grid = {2, 1, 1};
  options.block = {48, 1, 1};
  options.dynamic_shared_bytes = 64;
  static_cast<void>(engine.run(image, kernel.name, options, parameters, counting));
}

void lower_and_run(const std::string& text) {
  memory::address_space memory;
  ptx::fatbinary_contents contents;
  contents.ptx.push_back(text);
  const simt::image image(std::move(contents), memory);
  simt::engine engine(memory, small_settings());
  const memory::allocation* words = memory.allocate(memory::allocation_kind::device, 4096);
  std::memset(words->host, 0, words->size);
  const ptx::module& module = image.linked().module_of({0, 0});
  for (std::uint32_t i = 0; i < module.locations.size(); ++i) module.user_line(i);
  for (const ptx::function& f : module.functions) {
    if (!f.is_entry || f.is_declaration) continue;
    const simt::kernel_facts* kernel = image.find(f.name);
    if (kernel == nullptr) continue;
    for (const bool counting : {false, true}) {
      try {
        launch(engine, image, *kernel, words->address, counting);
      } catch (const simt::unsupported&) {
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    lower_and_run({reinterpret_cast<const char*>(data), size});
  } catch (const ptx::syntax_error&) {
  } catch (const ptx::bad_image&) {
  } catch (const simt::unsupported&) {
  }
  return 0;
}
