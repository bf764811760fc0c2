// Options of the compiler that takes PTX: only its logs matter here.
#pragma once

#include <cuda.h>

#include <string>

namespace lockstep::driver {

class jit_log {
 public:
  // The values are buffers and numbers, each in the place of a pointer. Throws failure.
  jit_log(unsigned count, CUjit_option* options, void** values);
  // Writes into the buffer for errors, if the program gave one, and how much it wrote.
  void errors(const std::string& text) const;
  // Nothing was written to either.
  void nothing() const;

 private:
  struct buffer {
    char* text = nullptr;
    void** size = nullptr;
  };
  static void write(const buffer& to, const std::string& text);
  buffer information_, errors_;
};

}  // namespace lockstep::driver
