// Instructions on matrices that a warp holds together (PTX ISA 9.7.14). All lanes take part; a lane
// that does not counts with what its registers hold.
#pragma once

#include <cstdint>

#include "ptx/program.hpp"
#include "simt/semantics/matrices.hpp"
#include "simt/state/warp.hpp"
#include "simt/tensor_cores/fragment.hpp"

namespace lockstep::simt::tensor_cores {

// In step::immediate of `multiply`: a pointer to it. code::row_lists[step::extra]: the registers of
// d, a, b, c.
struct multiplication {
  matrix_product of;
  matrix_functions functions;
  fragment d, a, b, c;
  bool is_quad = false;                       // four products, see fragment_of_quad_a
  std::uint8_t machine_instructions = 1;      // that ptxas makes of it for sm_90
  unsigned a_registers = 0, b_registers = 0;  // that the instruction names, copies among them
};
const step* multiply(warp& w, const step* s);  // mma, wmma.mma

// Of wmma.load and wmma.store, likewise. step::a the address (8 bytes), step::b the elements
// between the beginnings of rows or columns (4 bytes); the row list: the registers.
struct matrix_access {
  fragment of;
  std::uint8_t bits = 16;     // of an element in memory
  std::uint8_t together = 1;  // elements that count as one: the bits of a word
  bool is_row_major = true;
  ptx::state_space space = ptx::state_space::generic;
};
const step* load_matrix(warp& w, const step* s);
const step* store_matrix(warp& w, const step* s);

// step::a the address of a lane's row (8 bytes); the row list: one register for each 8 x 8 matrix.
struct rows_form {
  bool transposed = false;
  ptx::state_space space = ptx::state_space::generic;
  std::uint64_t pack() const {
    return std::uint64_t{transposed} | static_cast<std::uint64_t>(space) << 8;
  }
  static rows_form unpack(std::uint64_t x) {
    return {(x & 1) != 0, static_cast<ptx::state_space>(x >> 8)};
  }
};
const step* load_rows(warp& w, const step* s);   // ldmatrix
const step* store_rows(warp& w, const step* s);  // stmatrix
const step* transpose(warp& w, const step* s);   // movmatrix: step::d, step::a

// nullptr: there is no such form. They live as long as the process.
const multiplication* find_multiplication(const ptx::decoded& i);
const matrix_access* find_access(const ptx::decoded& i);

}  // namespace lockstep::simt::tensor_cores
