// Syntax tree -> decoded program: each instruction looked up in the one instruction table, its
// words understood, and the basic blocks of each function laid out so that "lowest position first"
// is the right order to run diverged lanes in.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::ptx {

enum class op : std::uint8_t {
#define INSTRUCTION(identifier, mnemonic, operands, flags, words) identifier,
#include "ptx/instructions.def"
  count_
};

enum class word : std::uint8_t {
#define WORD(identifier, text) identifier,
#include "ptx/words.def"
  count_
};

using word_set = std::bitset<static_cast<std::size_t>(word::count_)>;

// An instruction, a modifier or a combination that the emulator does not know. what() reads
// "instruction X at PTX line N of kernel K is not supported".
struct unknown_instruction : std::runtime_error {
  unknown_instruction(const instruction& what, std::string_view function);
  const instruction& which;
};

struct decoded {
  const instruction* source = nullptr;  // operands, guard, PTX line
  op operation = op::count_;
  word_set words;
  scalar type = scalar::none;  // the last type written; of cvt, set: see below
  scalar types[4] = {};        // all, in written order
  std::uint8_t type_count = 0;
  std::uint8_t vector = 1;  // 1, 2, 4 or 8

  bool has(word w) const { return words[static_cast<std::size_t>(w)]; }
  state_space space() const;  // of ld, st, atom, cvta ...; generic if none is written
};

// A basic block: instructions [first, last) of decoded_function::instructions.
struct basic_block {
  std::uint32_t first = 0, last = 0;
  std::vector<std::uint32_t>
      successors;  // block numbers, in layout order numbering; fall-through first if there is one
  std::int32_t falls_to = -1;  // the block that follows in the source, if control can fall through
  bool is_join = false;        // entered from more than one block
};

struct decoded_function {
  const function* source = nullptr;
  std::vector<decoded> instructions;    // in layout order
  std::vector<basic_block> blocks;      // in layout order; block 0 is the entry
  std::vector<std::uint32_t> block_at;  // source position (index in function::body) -> block that
                                        // begins there; ~0u if none does
};

// Decode one function. Throws unknown_instruction.
[[nodiscard]] decoded_function decode(const function& source);

// Name of an operation as written in PTX.
std::string_view mnemonic(op operation);
// The opcode with its modifiers, as written: "ld.global.v2.u32".
std::string spelled(const instruction& what);

}  // namespace lockstep::ptx
