// One loaded executable image: its kernels and variables, linked across translation units.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/address_space.hpp"
#include "ptx/changes.hpp"
#include "ptx/fatbinary.hpp"
#include "simt/linking/kernel_facts.hpp"

namespace lockstep::simt {

struct code;
struct code_form;
class linked_image;

class image {
 public:
  // Parses and links. Throws ptx::syntax_error (with the kernel's module), ptx::bad_image,
  // unsupported (module-level only).
  image(ptx::fatbinary_contents contents, memory::address_space& memory);
  ~image();
  // Facts of the kernel `name` (mangled), nullptr if there is none.
  const kernel_facts* find(std::string_view name) const;
  // The names of all kernels (mangled).
  std::vector<std::string> kernels() const;
  // Bytes of its variables in constant memory.
  std::uint64_t constant_bytes() const;
  // The module-scope variable `name`, allocated and initialised; nullptr if there is none.
  const memory::allocation* variable(std::string_view name) const;

  // A change to one of the functions.
  struct possible_change {
    std::uint32_t module = 0, function = 0;
    std::string kernel;  // mangled; empty: the function is none
    ptx::change what;
  };
  // Of all functions whose instructions have lines of the file `file`.
  std::vector<possible_change> changes(std::string_view file) const;
  // Runs with the change from now on; until restore(), which ends it. No kernel of the image may
  // be running.
  void substitute(const possible_change& by) const;
  void restore() const;

  // -- For the engine.
  linked_image& linked() const;
  // Executable form of a kernel, made once for each form. Throws unsupported.
  const code& executable(std::string_view kernel, code_form form) const;
  // The kernels that `kernel` may launch, and those that these may launch, and so on. Empty if it
  // launches none.
  const std::vector<std::string>& launchable(std::string_view kernel) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace lockstep::simt
