// Machine code with the PTX that it was made of.
//
// The problem: programs that compile while they run ask NVRTC and nvJitLink for machine code, and
// the emulator runs PTX. Both compilers have the PTX, and the program would not know what to do
// with it. So they give machine code that carries its PTX in a section of its own: still a cubin
// for every tool that reads cubins, and the emulator finds in it what to run, and the registers
// that each kernel takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::compilers {

// The cubin (an ELF file) with one more section, `ptx_section` of ptx/cubin.hpp. As it was if it is
// no 64-bit ELF file.
std::vector<char> cubin_with_ptx(std::vector<char> cubin, std::string_view ptx);

}  // namespace lockstep::compilers
