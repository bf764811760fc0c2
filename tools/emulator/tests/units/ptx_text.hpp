// Small PTX modules for tests: the header lines that every module needs, and a kernel around a few
// instructions.
#pragma once

#include <memory>
#include <string>

#include "ptx/parser.hpp"

namespace ptx_text {

inline const std::string header = ".version 9.0\n.target sm_90\n.address_size 64\n";

// The module's text; `body` begins on line 9.
inline std::string kernel(const std::string& body, const std::string& before = "") {
  return header + before + "\n.visible .entry k(.param .u64 k_param_0)\n{\n" +
         ".reg .pred %p<4>;\n.reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<10>;\n" + body +
         "\n}\n";
}

inline std::unique_ptr<lockstep::ptx::module> parse_kernel(const std::string& body,
                                                           const std::string& before = "") {
  return lockstep::ptx::parse(kernel(body, before));
}

// The first instruction of a kernel.
struct parsed_instruction {
  std::unique_ptr<lockstep::ptx::module> module;
  const lockstep::ptx::function& kernel;
  const lockstep::ptx::instruction& first;
};

inline parsed_instruction parse_instruction(const std::string& text,
                                            const std::string& before = "") {
  auto m = parse_kernel(text, before);
  const lockstep::ptx::function& k = m->functions.back();
  return {std::move(m), k, k.body.at(0)};
}

// what() of the error that parsing throws; empty if it throws none.
inline std::string error_of(const std::string& text) {
  try {
    static_cast<void>(lockstep::ptx::parse(text));
  } catch (const lockstep::ptx::syntax_error& e) {
    return e.what();
  }
  return "";
}

}  // namespace ptx_text
