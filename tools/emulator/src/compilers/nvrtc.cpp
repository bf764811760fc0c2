// libnvrtc.so.13: NVIDIA's library, which needs no GPU, with one difference: the machine code that
// it gives carries its PTX. All other functions are the toolkit's own library's, which this one
// needs.
#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <string>

#include "compilers/cubin_with_ptx.hpp"

namespace {

// The toolkit's function of this name.
template <typename function_t>
function_t* toolkit(const char* name) {
  return reinterpret_cast<function_t*>(dlsym(RTLD_NEXT, name));
}

nvrtcResult compiled(nvrtcProgram program, std::vector<char>& code) {
  std::size_t size = 0;
  auto* const size_of = toolkit<decltype(nvrtcGetCUBINSize)>("nvrtcGetCUBINSize");
  auto* const get = toolkit<decltype(nvrtcGetCUBIN)>("nvrtcGetCUBIN");
  if (const nvrtcResult result = size_of(program, &size); result != NVRTC_SUCCESS) return result;
  code.resize(size);
  if (size == 0) return NVRTC_SUCCESS;  // compiled for a virtual architecture: PTX only
  if (const nvrtcResult result = get(program, code.data()); result != NVRTC_SUCCESS) return result;
  if (nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS || size == 0) return NVRTC_SUCCESS;
  std::string ptx(size, '\0');
  if (nvrtcGetPTX(program, ptx.data()) == NVRTC_SUCCESS)
    code = lockstep::compilers::cubin_with_ptx(std::move(code), ptx.c_str());
  return NVRTC_SUCCESS;
}

}  // namespace

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* size) {
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::vector<char> code;
  const nvrtcResult result = compiled(program, code);
  *size = code.size();
  return result;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* to) {
  if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::vector<char> code;
  const nvrtcResult result = compiled(program, code);
  std::copy(code.begin(), code.end(), to);
  return result;
}
