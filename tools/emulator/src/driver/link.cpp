// Linking of PTX while the program runs. What comes out is PTX too: the texts one behind the other,
// from which one module is made when they are loaded.
#include <string>
#include <string_view>
#include <vector>

#include "cudart/handle_set.hpp"
#include "cudart/libraries/library.hpp"
#include "cudart/observations/refusal.hpp"
#include "driver/call.hpp"
#include "driver/jit_options.hpp"
#include "ptx/units.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

struct CUlinkState_st {
  jit_log log;
  std::vector<std::string> units;
  std::string linked;
};

namespace {

handle_set<CUlinkState_st>& links() {
  static auto& all = *new handle_set<CUlinkState_st>;
  return all;
}

CUlinkState_st& link_at(CUlinkState state) {
  require(state != nullptr && links().contains(state), cudaErrorInvalidResourceHandle);
  return *state;
}

// The device runtime comes as a library, and is the emulator's own.
bool is_device_runtime(std::string_view file) {
  return file.find("cudadevrt") != std::string_view::npos;
}

void add(const char* name, CUlinkState_st& to, CUjitInputType type, const void* data) {
  if (type != CU_JIT_INPUT_PTX && type != CU_JIT_INPUT_FATBINARY && type != CU_JIT_INPUT_CUBIN) {
    refuse_call(name, "machine code, host objects and NVVM IR are not linked: pass PTX");
    throw failure{cudaErrorNotSupported};
  }
  std::string why;
  try {
    for (std::string& unit : ptx_in(data, &why)) to.units.push_back(std::move(unit));
  } catch (const failure&) {
    to.log.errors(why);
    throw;
  }
}

}  // namespace

CUresult cuLinkCreate_v2(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
  return call("cuLinkCreate", needs::context, [&] {
    require(state != nullptr, cudaErrorInvalidValue);
    *state = links().add(
        std::make_unique<CUlinkState_st>(CUlinkState_st{jit_log(count, options, values), {}, {}}));
  });
}

// The data need not end with a NUL.
CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, std::size_t size,
                          const char*, unsigned, CUjit_option*, void**) {
  return call("cuLinkAddData", needs::context, [&] {
    require(data != nullptr && size > 0, cudaErrorInvalidValue);
    const std::string copy(static_cast<const char*>(data), size);
    add("cuLinkAddData", link_at(state), type, copy.c_str());
  });
}

CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* file, unsigned,
                          CUjit_option*, void**) {
  return call("cuLinkAddFile", needs::context, [&] {
    require(file != nullptr, cudaErrorInvalidValue);
    CUlinkState_st& link = link_at(state);
    if (type == CU_JIT_INPUT_LIBRARY && is_device_runtime(file)) return;
    add("cuLinkAddFile", link, type, bytes_of_file(file).data());
  });
}

CUresult cuLinkComplete(CUlinkState state, void** image, std::size_t* size) {
  return call("cuLinkComplete", needs::context, [&] {
    CUlinkState_st& link = link_at(state);
    require(image != nullptr && !link.units.empty(), cudaErrorInvalidValue);
    link.linked = lockstep::ptx::as_one(link.units);
    link.log.nothing();
    *image = link.linked.data();
    if (size != nullptr) *size = link.linked.size() + 1;
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return call("cuLinkDestroy", needs::initialisation,
              [&] { require(links().remove(&link_at(state)), cudaErrorInvalidResourceHandle); });
}
