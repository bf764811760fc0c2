// Without libbacktrace no address has a line: findings about calls of the runtime name the function
// that makes the call, where the object exports its name, and otherwise no place.
#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

#include "cudart/observations/objects.hpp"
#include "simt/linking/demangle.hpp"

namespace lockstep::cudart {

function_symbol symbol_at(std::uintptr_t address) {
  Dl_info object{};
  const ElfW(Sym)* symbol = nullptr;
  const int is_known =
      dladdr1(reinterpret_cast<const void*>(address), &object,
              reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)), RTLD_DL_SYMENT);
  if (is_known == 0 || symbol == nullptr || object.dli_sname == nullptr) return {};
  const auto begin = reinterpret_cast<std::uintptr_t>(object.dli_saddr);
  if (address - begin >= symbol->st_size) return {};  // of a function that is not exported
  return {simt::demangled(object.dli_sname), begin, symbol->st_size};
}

std::vector<frame> frames_at(std::uintptr_t address) { return {{{}, symbol_at(address).name}}; }

std::vector<std::uintptr_t> return_addresses() {
  std::vector<std::uintptr_t> all;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* to) {
        constexpr std::size_t most_addresses = 64;
        auto& list = *static_cast<std::vector<std::uintptr_t>*>(to);
        int is_before_instruction = 0;
        const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_before_instruction);
        // As libbacktrace has them: within the call.
        if (address != 0) list.push_back(is_before_instruction != 0 ? address : address - 1);
        return list.size() == most_addresses ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &all);
  if (!all.empty()) all.erase(all.begin());  // of this function
  return all;
}

}  // namespace lockstep::cudart
