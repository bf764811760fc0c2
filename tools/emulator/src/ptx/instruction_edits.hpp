// Edits of single instructions, from which changes are made (changes.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::ptx {

using words = std::vector<std::string_view>;
// The instruction as it would be; nothing if the change does not apply to it.
using instruction_edit = std::function<std::optional<instruction>(const instruction&)>;

// Where the value of a register comes from, if it is a special register or a parameter as it is.
struct origin {
  const operand* from = nullptr;  // the operand of `mov` or `ld.param`
  unsigned definitions = 0;
};
using origins = std::vector<origin>;  // by register

bool is_one_of(std::string_view text, const words& all);
scalar type_of(const instruction& i);

extern const words relations;  // of comparisons
extern const words numbers;    // of threads and blocks

// The number of a thread that a source operand holds; empty: it holds none.
std::string_view number_held(const operand& o, const origins& of);
bool takes_parameter(const instruction& i);
// The operand that holds the number of an instruction that computes with one; none: there is none.
std::optional<std::size_t> number_in(const instruction& i);

void add_comparisons(std::vector<instruction_edit>& edits);
void add_operations(std::vector<instruction_edit>& edits);
void add_thread_numbers(std::vector<instruction_edit>& edits);
// In one place only, where it is computed with; a parameter if the other one is in a register, too.
void add_thread_numbers_in_place(const origins& of, std::vector<instruction_edit>& edits);
void add_parameters_in_place(const origins& of, std::vector<instruction_edit>& edits);
void add_integers(std::vector<instruction_edit>& edits);
void add_offsets(std::vector<instruction_edit>& edits);

}  // namespace lockstep::ptx
