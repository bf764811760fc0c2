// One loaded executable image from the inside: its modules, which name means what, where its
// variables are.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "memory/address_space.hpp"
#include "ptx/changes.hpp"
#include "ptx/fatbinary.hpp"
#include "ptx/program.hpp"
#include "ptx/syntax.hpp"
#include "simt/linking/kernel_facts.hpp"

namespace lockstep::simt {

// A function of a module, by index.
struct function_id {
  std::uint32_t module = 0, function = 0;
  auto operator<=>(const function_id&) const = default;
};

class linked_image {
 public:
  linked_image(ptx::fatbinary_contents contents, memory::address_space& memory);
  ~linked_image();
  linked_image(const linked_image&) = delete;
  linked_image& operator=(const linked_image&) = delete;

  const ptx::module& module_of(function_id id) const { return *modules_[id.module]; }
  const ptx::function& syntax(function_id id) const {
    return modules_[id.module]->functions[id.function];
  }
  // The definition of the function called `name` as seen from `module`; false if there is none.
  bool find_function(std::uint32_t module, std::string_view name, function_id& out) const;
  // The kernel `name`, which find() knows.
  function_id kernel(std::string_view name) const { return functions_.at(name); }
  std::size_t modules() const { return modules_.size(); }
  // The decoded form, made once. Throws unsupported.
  const ptx::decoded_function& decoded(function_id id);
  // Replaces instructions of a function until restore(); one function at a time.
  void substitute(function_id id, const ptx::change& by);
  void restore();
  // Address of a function as programs see it.
  std::uint64_t address_of(function_id id) const;
  // The storage of a module-scope variable in global or constant memory (extern ones resolved by
  // name); nullptr if it is not defined.
  const memory::allocation* storage(std::uint32_t module, std::uint32_t variable) const;
  // Functions whose address some code or some variable holds: what an indirect call may reach.
  const std::vector<function_id>& address_taken();

  const kernel_facts* find(std::string_view kernel);
  // The kernel at a device function's address; nullptr if there is none.
  const kernel_facts* kernel_at(std::uint64_t address);
  const memory::allocation* variable(std::string_view name) const;
  // Everything that `kernel` can reach by calls, itself first.
  std::vector<function_id> reachable(function_id kernel);

 private:
  void allocate_variables();
  void initialise(std::uint32_t module, const ptx::variable& variable,
                  const memory::allocation& storage);
  std::uint64_t address_of_symbol(std::uint32_t module, std::string_view name) const;

  memory::address_space& memory_;
  std::vector<std::unique_ptr<ptx::module>> modules_;
  std::map<std::string, ptx::thread_resources> resources_;
  std::unordered_map<std::string_view, function_id>
      functions_;  // definitions that other modules may see
  std::vector<std::unordered_map<std::string_view, std::uint32_t>>
      own_functions_;                                                    // definitions by module
  std::vector<std::vector<memory::allocation*>> storage_;                // by module and variable
  std::unordered_map<std::string_view, memory::allocation*> variables_;  // by name
  std::map<function_id, ptx::decoded_function> decoded_;
  struct substituted {
    function_id where;
    std::vector<std::pair<std::uint32_t, ptx::instruction>> instructions;
    std::map<function_id, ptx::decoded_function>::node_type decoded;
  };
  std::optional<substituted> original_;  // while another stands in its place
  std::map<std::string, kernel_facts, std::less<>> facts_;
  std::vector<function_id> address_taken_;
  bool address_taken_known_ = false;
  std::recursive_mutex mutex_;
};

}  // namespace lockstep::simt
