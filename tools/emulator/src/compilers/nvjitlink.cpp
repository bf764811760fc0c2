// libnvJitLink.so.13: NVIDIA's library, which needs no GPU, with one difference: the machine code
// that it links carries the PTX of its inputs. All other functions are the toolkit's own library's,
// which this one needs.
#include <dlfcn.h>
#include <nvJitLink.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <string>

#include "compilers/cubin_with_ptx.hpp"
#include "ptx/cubin.hpp"
#include "ptx/units.hpp"

namespace {

template <typename function_t>
function_t* toolkit(const char* name) {
  return reinterpret_cast<function_t*>(dlsym(RTLD_NEXT, name));
}
#define TOOLKIT(name) toolkit<decltype(name)>(#name)

// What was added to a link that is PTX, or has some. LTO-IR becomes PTX by a second link of only
// that.
struct inputs {
  std::vector<std::string> ptx;
  nvJitLinkHandle of_ir = nullptr;
  bool has_ir = false;
};

std::mutex mutex;
std::map<nvJitLinkHandle, inputs>& links() {
  static auto& all = *new std::map<nvJitLinkHandle, inputs>;
  return all;
}

void note(nvJitLinkHandle handle, nvJitLinkInputType type, const void* data, std::size_t size) {
  const std::scoped_lock lock(mutex);
  inputs& link = links()[handle];
  const std::string bytes(static_cast<const char*>(data), size);
  const bool is_text = bytes.find(".version") != std::string::npos && bytes[0] != '\x7f';
  if (type == NVJITLINK_INPUT_PTX || (type == NVJITLINK_INPUT_ANY && is_text)) {
    link.ptx.emplace_back(bytes.c_str());
  } else if (type == NVJITLINK_INPUT_CUBIN || type == NVJITLINK_INPUT_ANY) {
    if (std::string ptx = lockstep::ptx::ptx_in_cubin(std::as_bytes(std::span(bytes)));
        !ptx.empty())
      link.ptx.push_back(std::move(ptx));
  }
  if (type == NVJITLINK_INPUT_LTOIR && link.of_ir != nullptr)
    link.has_ir |=
        TOOLKIT(__nvJitLinkAddData_13_0)(link.of_ir, type, data, size, "lto") == NVJITLINK_SUCCESS;
}

// The PTX of what was linked by its intermediate representation.
void add_ptx_of_ir(inputs& link) {
  if (!link.has_ir) return;
  link.has_ir = false;
  std::size_t size = 0;
  if (TOOLKIT(__nvJitLinkComplete_13_0)(link.of_ir) != NVJITLINK_SUCCESS ||
      __nvJitLinkGetLinkedPtxSize_13_0(link.of_ir, &size) != NVJITLINK_SUCCESS)
    return;
  std::string ptx(size, '\0');
  if (__nvJitLinkGetLinkedPtx_13_0(link.of_ir, ptx.data()) == NVJITLINK_SUCCESS)
    link.ptx.emplace_back(ptx.c_str());
}

nvJitLinkResult linked(nvJitLinkHandle handle, std::vector<char>& code) {
  std::size_t size = 0;
  if (const nvJitLinkResult result = TOOLKIT(__nvJitLinkGetLinkedCubinSize_13_0)(handle, &size);
      result != NVJITLINK_SUCCESS)
    return result;
  code.resize(size);
  if (const nvJitLinkResult result = TOOLKIT(__nvJitLinkGetLinkedCubin_13_0)(handle, code.data());
      result != NVJITLINK_SUCCESS)
    return result;
  const std::scoped_lock lock(mutex);
  inputs& link = links()[handle];
  add_ptx_of_ir(link);
  if (!link.ptx.empty())
    code = lockstep::compilers::cubin_with_ptx(std::move(code), lockstep::ptx::as_one(link.ptx));
  return NVJITLINK_SUCCESS;
}

bool is_option(const char* option, const char* name) { return std::strcmp(option, name) == 0; }

}  // namespace

nvJitLinkResult __nvJitLinkCreate_13_0(nvJitLinkHandle* handle, std::uint32_t count,
                                       const char* const* options) {
  auto* const create = TOOLKIT(__nvJitLinkCreate_13_0);
  const nvJitLinkResult result = create(handle, count, options);
  if (result != NVJITLINK_SUCCESS) return result;
  std::vector<const char*> all(options, options + count);
  const bool links_ir =
      std::any_of(all.begin(), all.end(), [](const char* o) { return is_option(o, "-lto"); });
  const bool gives_ptx =
      std::any_of(all.begin(), all.end(), [](const char* o) { return is_option(o, "-ptx"); });
  inputs link;
  if (links_ir && !gives_ptx) {
    all.push_back("-ptx");
    if (create(&link.of_ir, count + 1, all.data()) != NVJITLINK_SUCCESS) link.of_ir = nullptr;
  }
  const std::scoped_lock lock(mutex);
  links()[*handle] = std::move(link);
  return result;
}

nvJitLinkResult __nvJitLinkDestroy_13_0(nvJitLinkHandle* handle) {
  if (handle != nullptr) {
    const std::scoped_lock lock(mutex);
    if (const auto found = links().find(*handle); found != links().end()) {
      if (found->second.of_ir != nullptr) TOOLKIT(__nvJitLinkDestroy_13_0)(&found->second.of_ir);
      links().erase(found);
    }
  }
  return TOOLKIT(__nvJitLinkDestroy_13_0)(handle);
}

nvJitLinkResult __nvJitLinkAddData_13_0(nvJitLinkHandle handle, nvJitLinkInputType type,
                                        const void* data, std::size_t size, const char* name) {
  const nvJitLinkResult result = TOOLKIT(__nvJitLinkAddData_13_0)(handle, type, data, size, name);
  if (result == NVJITLINK_SUCCESS) note(handle, type, data, size);
  return result;
}

nvJitLinkResult __nvJitLinkAddFile_13_0(nvJitLinkHandle handle, nvJitLinkInputType type,
                                        const char* file) {
  const nvJitLinkResult result = TOOLKIT(__nvJitLinkAddFile_13_0)(handle, type, file);
  if (result != NVJITLINK_SUCCESS) return result;
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  note(handle, type, bytes.data(), bytes.size());
  return result;
}

nvJitLinkResult __nvJitLinkGetLinkedCubinSize_13_0(nvJitLinkHandle handle, std::size_t* size) {
  if (size == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  std::vector<char> code;
  const nvJitLinkResult result = linked(handle, code);
  *size = code.size();
  return result;
}

nvJitLinkResult __nvJitLinkGetLinkedCubin_13_0(nvJitLinkHandle handle, void* to) {
  if (to == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  std::vector<char> code;
  const nvJitLinkResult result = linked(handle, code);
  std::copy(code.begin(), code.end(), static_cast<char*>(to));
  return result;
}

// The same under their names without a version, which the header keeps for itself: programs find
// them by dlsym.
#define ALSO_AS(name)                                                    \
  extern "C" decltype(__##name##_13_0) unversioned_##name __asm__(#name) \
      __attribute__((alias("__" #name "_13_0")));
ALSO_AS(nvJitLinkCreate)
ALSO_AS(nvJitLinkDestroy)
ALSO_AS(nvJitLinkAddData)
ALSO_AS(nvJitLinkAddFile)
ALSO_AS(nvJitLinkGetLinkedCubinSize)
ALSO_AS(nvJitLinkGetLinkedCubin)
