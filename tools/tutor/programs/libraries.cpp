#include "programs/libraries.hpp"

#include <algorithm>

#include "language/language.hpp"
#include "lockstep/protocol/device_libraries.hpp"
#include "programs/elf.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

// Asks the dynamic loader, which alone knows all of its rules. It loads everything and leaves
// before any code of the program runs.
std::vector<loaded_library> libraries_of(const command& program) {
  command loader = program;
  loader.environment.emplace_back("LD_TRACE_LOADED_OBJECTS", "1");
  loader.keep_output = loader.drop_errors = loader.no_input = true;
  return parse_loader_trace(run(loader).output);
}

bool brings_own_runtime(const loaded_library& library) {
  if (library.file.empty()) return false;
  try {
    const elf_facts facts = elf_facts_of(library.file);
    const auto is_runtime = [](const std::string& name) {
      return name.starts_with("libcudart.so");
    };
    return facts.has_device_code && std::ranges::none_of(facts.needed, is_runtime);
  } catch (const elf_error&) {
    return false;  // the loader will say so
  }
}

// The emulator has one, beside its runtime library.
void refuse_driver(const std::string& program) {
  throw setup_missing(tr("{} uses the CUDA driver API, and the emulator's {} is not built", program,
                         driver_library),
                      "Start through ./lockstep, which builds it, or: meson compile -C build");
}

}  // namespace

std::vector<loaded_library> parse_loader_trace(std::string_view output) {
  // "	libm.so.6 => /lib/libm.so.6 (0x...)", "	libcuda.so.1 => not found"
  constexpr std::string_view arrow = " => ";
  std::vector<loaded_library> libraries;
  while (!output.empty()) {
    const auto end = std::min(output.find('\n'), output.size());
    const std::string line = trimmed(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    const auto at = line.find(arrow);
    if (at == std::string_view::npos) continue;
    const std::string file = line.substr(at + arrow.size());
    const bool is_found = !file.starts_with("not found");
    libraries.push_back({line.substr(0, at), is_found ? file.substr(0, file.rfind(" (")) : ""});
  }
  return libraries;
}

void require_emulated_libraries(const command& program) {
  const std::string& name = program.arguments[0];
  const elf_facts facts = elf_facts_of(name);
  if (!facts.is_linked_dynamically) return;
  const auto libraries = libraries_of(program);
  for (const loaded_library& library : libraries) {
    if (library.name == driver_library && library.file.empty()) refuse_driver(name);
    const auto product = protocol::device_library(library.name);
    if (!product && !brings_own_runtime(library)) continue;
    const std::string called(product.value_or(library.name));
    throw setup_missing(
        tr("{} cannot run without a GPU: {}", name, protocol::needs_gpu(called, library.name)),
        tr("{}\n"
           "--anyway runs it regardless: calls to {} then fail, and results that depend on them "
           "are wrong.",
           protocol::instead_of_device_libraries, called));
  }
}

}  // namespace lockstep::tutor
