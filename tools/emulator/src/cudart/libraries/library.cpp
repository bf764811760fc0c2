#include "cudart/libraries/library.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "ptx/container.hpp"
#include "ptx/cubin.hpp"
#include "ptx/fatbinary.hpp"
#include "ptx/parser.hpp"
#include "ptx/units.hpp"

namespace lockstep::cudart {
namespace {

bool begins_with(const void* data, std::string_view magic) {
  return std::strncmp(static_cast<const char*>(data), magic.data(), magic.size()) == 0;
}

ptx::fatbinary_contents contents_of(const void* data) {
  constexpr std::string_view wrapper("\xb1\x43\x62\x46"), container("\x50\xed\x55\xba", 4);
  constexpr std::string_view machine_code(
      "\x7f"
      "ELF");
  ptx::fatbinary_contents contents;
  if (begins_with(data, wrapper)) return ptx::read_wrapper(data);
  if (begins_with(data, container)) {
    const auto* const bytes = static_cast<const std::byte*>(data);
    ptx::read_container({bytes, ptx::container_size({bytes, ptx::container_header_size})},
                        contents);
  } else if (begins_with(data, machine_code)) {
    const auto cubin = ptx::cubin_at(static_cast<const std::byte*>(data));
    contents.resources = ptx::resources_of(cubin);
    if (const std::string text = ptx::ptx_in_cubin(cubin); !text.empty())
      contents.ptx = ptx::units_of(text);
  } else {
    contents.ptx = ptx::units_of(static_cast<const char*>(data));
  }
  return contents;
}

[[noreturn]] void give_up(refusal_reason reason, std::string message, std::string* why,
                          cudaError_t error) {
  if (why != nullptr) *why = message;
  refuse(reason, message);
  throw failure{error};
}

// Calls `read`, and makes failures of what the parts below throw.
template <typename read_t>
auto reading(std::string* why, const read_t& read) {
  try {
    return read();
  } catch (const ptx::bad_image& bad) {
    give_up(refusal_reason::bad_image,
            protocol::phrase("damaged-loaded-code",
                             "the device code that the program loads is damaged: {}", bad.what()),
            why, cudaErrorInvalidKernelImage);
  } catch (const ptx::syntax_error& bad) {
    give_up(refusal_reason::bad_image,
            protocol::phrase("unreadable-loaded-ptx",
                             "the PTX that the program loads cannot be read: {}. If a compiler "
                             "made it, the emulator does not know this form yet: please report it",
                             bad.what()),
            why, cudaErrorInvalidPtx);
  } catch (const simt::unsupported& unsupported) {
    give_up(refusal_reason::unsupported_instruction, unsupported.what(), why,
            cudaErrorNotSupported);
  }
}

void require_ptx(const ptx::fatbinary_contents& contents, std::string* why) {
  if (!contents.ptx.empty()) return;
  give_up(refusal_reason::no_ptx,
          protocol::phrase("no-loaded-ptx",
                           "the program loads machine code, and the emulator runs PTX. Have it "
                           "load PTX: nvcc -ptx, nvcc -fatbin -arch=sm_90, or, with NVRTC, "
                           "--gpu-architecture=compute_90 and nvrtcGetPTX"),
          why, cudaErrorNoKernelImageForDevice);
}

}  // namespace

registered_image& load_library(const void* data, std::string* why) {
  require(data != nullptr, cudaErrorInvalidValue);
  return runtime::get().registered.add_loaded(reading(why, [&] {
    ptx::fatbinary_contents contents = contents_of(data);
    require_ptx(contents, why);
    return std::make_unique<simt::image>(std::move(contents), runtime::get().memory);
  }));
}

registered_image& load_library_file(const char* file, std::string* why) {
  return load_library(bytes_of_file(file).data(), why);
}

void unload_library(registered_image& library) {
  require(library.wrapper == nullptr, cudaErrorInvalidResourceHandle);  // the executable's own
  runtime& process = runtime::get();
  const std::unique_lock no_kernel_runs(process.work);
  process.registered.remove_image(&library);
}

registered_image& library_at(const void* handle) {
  registered_image* const found = runtime::get().registered.image(handle);
  require(found != nullptr, cudaErrorInvalidResourceHandle);
  return *found;
}

registered_kernel& kernel_of(registered_image& library, const char* name) {
  require(name != nullptr, cudaErrorInvalidValue);
  registry& registered = runtime::get().registered;
  require(registered.load(library).find(name) != nullptr, cudaErrorSymbolNotFound);
  return registered.kernel_in(library, name);
}

const memory::allocation& variable_of(registered_image& library, const char* name) {
  require(name != nullptr, cudaErrorInvalidValue);
  const memory::allocation* const found = runtime::get().registered.load(library).variable(name);
  require(found != nullptr, cudaErrorSymbolNotFound);
  return *found;
}

std::vector<registered_kernel*> kernels_of(registered_image& library) {
  std::vector<registered_kernel*> all;
  for (const std::string& name : runtime::get().registered.load(library).kernels())
    all.push_back(&kernel_of(library, name.c_str()));
  return all;
}

std::vector<std::string> ptx_in(const void* data, std::string* why) {
  require(data != nullptr, cudaErrorInvalidValue);
  return reading(why, [&] {
    ptx::fatbinary_contents contents = contents_of(data);
    require_ptx(contents, why);
    return std::move(contents.ptx);
  });
}

std::vector<char> bytes_of_file(const char* file) {
  require(file != nullptr, cudaErrorInvalidValue);
  std::ifstream in(file, std::ios::binary);
  require(in.is_open(), cudaErrorFileNotFound);
  std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  bytes.push_back('\0');
  return bytes;
}

}  // namespace lockstep::cudart
