#include "simt/linking/demangle.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace lockstep::simt {
namespace {

// With -rdc=true a kernel of internal linkage is called __nv_static_LENGTH__ID, ID being LENGTH
// letters that name the file, followed by its own mangled name.
std::string without_file(const std::string& name) {
  constexpr std::string_view prefix = "__nv_static_";
  if (!name.starts_with(prefix)) return name;
  char* end = nullptr;
  const std::size_t length = std::strtoul(name.c_str() + prefix.size(), &end, 10);
  const std::size_t own = static_cast<std::size_t>(end - name.c_str()) + 2 + length;
  return own < name.size() ? name.substr(own) : name;
}

}  // namespace

std::string demangled(const std::string& full_name) {
  const std::string name = without_file(full_name);
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text != nullptr ? text.get() : name;
}

std::string variable_name(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return std::string(mangled);
  const std::string whole = demangled(std::string(mangled));
  const auto scope = whole.rfind("::");
  return scope == std::string::npos ? whole : whole.substr(scope + 2);
}

}  // namespace lockstep::simt
