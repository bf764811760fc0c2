#include "cudart/observations/caller.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cudart/api_call.hpp"
#include "cudart/observations/tail_call.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "ptx/user_line.hpp"
#include "simt/linking/demangle.hpp"

namespace lockstep::cudart {
namespace {

// nvcc makes three host functions of a kernel: add(int*), for a template
// __wrapper__device_stub_add, and __device_stub__Z3addPi. Gives "add" for the latter two, nothing
// for others.
std::string kernel_of_stub(const std::string& function) {
  constexpr std::string_view stub = "__device_stub_";
  const auto at = function.find(stub);
  if (at == std::string::npos) return {};
  std::string name = function.substr(at + stub.size());
  name.resize(std::min(name.find('('), name.size()));
  if (name.starts_with("_") && !name.starts_with("_Z")) name.erase(0, 1);  // extern "C"
  return protocol::qualified_name(simt::demangled(name));
}

// The same function, which may be known with or without its namespaces and template arguments.
bool is_same(const std::string& kernel, const std::string& function) {
  const auto bare = [](const std::string& name) {
    std::string text = protocol::qualified_name(name);
    text.resize(std::min(text.find('<'), text.size()));
    const auto colons = text.rfind("::");
    return colons == std::string::npos ? text : text.substr(colons + 2);
  };
  return bare(kernel) == bare(function);
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view one) { return text.starts_with(one); });
}

// Made by the compiler or the linker, or part of a toolkit, the standard library or the course: the
// call in the program is one further out.
bool is_of_toolkit(const frame& f) {
  if (begins_with_any(f.function, {"_GLOBAL__sub_I_", "_start"})) return true;
  if (f.where.line == 0)
    return begins_with_any(protocol::qualified_name(f.function),
                           {"std::", "__gnu_cxx::", "thrust::", "cub::", "cuda::", "lockstep::",
                            "cudaMalloc", "cudaLaunch", "cudaMemcpy", "__cuda"});
  const std::string& file = f.where.file;
  return ptx::is_installed_header(file) || file.find(".cudafe1.") != std::string::npos ||
         file.find("include/lockstep/") != std::string::npos;
}

std::string for_people(const std::string& function) {
  const auto lambda = function.find("::{lambda");
  if (lambda == std::string::npos) return protocol::short_name(function);
  return protocol::phrase("lambda-of", "a lambda of {}",
                          protocol::short_name(function.substr(0, lambda)));
}

// Walks outwards, from frame to frame.
class walk {
 public:
  explicit walk(protocol::access& call) : call_(call) {}

  bool has_place() const { return call_.line != 0; }

  // Returns whether there is more to find.
  bool pass(const frame& f) {
    if (std::string kernel = kernel_of_stub(f.function); !kernel.empty()) {
      kernel_ = std::move(kernel);
      return true;
    }
    if (!kernel_.empty() && is_same(std::exchange(kernel_, {}), f.function)) return true;
    if (is_of_toolkit(f)) return true;
    if (has_place()) {
      if (f.where.line != 0) call_.callers.push_back(f.where);
      return true;
    }
    call_.file = f.where.file;
    call_.line = f.where.line;
    // Whoever called it, the line is not there.
    if (!has_place() && !f.function.empty()) call_.function = for_people(f.function);
    return has_place();
  }

  bool pass(std::uintptr_t address) {
    if (is_own(address) || is_in_installed_library(address)) return true;
    const auto all = frames_at(address);
    return std::all_of(all.begin(), all.end(), [this](const frame& f) { return pass(f); });
  }

  bool pass(const tail_call& through) {
    return through.jump != 0 ? pass(through.jump) : pass(frame{{}, through.by.name});
  }

 private:
  protocol::access& call_;
  std::string kernel_;  // whose stub was met last
};

}  // namespace

protocol::access call_of_program() {
  protocol::access call;
  call.call = call_in_progress::name();
  call.return_addresses = return_addresses();
  return call;
}

protocol::source_place place_of_launch() {
  protocol::access call = call_of_program();
  if (call.call.find("Launch") == std::string::npos) return {};
  find_place(call);
  return {call.file, call.line};
}

void find_place(protocol::access& call) {
  const auto addresses = std::exchange(call.return_addresses, {});
  walk outwards(call);
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    // Libraries of the system lead into a program by other ways than calls, too: signals.
    const bool is_call = i > 0 && !is_own(addresses[i]) && !is_in_installed_library(addresses[i]) &&
                         (is_own(addresses[i - 1]) || !is_in_installed_library(addresses[i - 1]));
    if (is_call && !outwards.has_place())
      if (const auto through = tail_call_between(addresses[i - 1], addresses[i]))
        if (!outwards.pass(*through)) return;
    if (!outwards.pass(addresses[i])) return;
  }
}

}  // namespace lockstep::cudart
