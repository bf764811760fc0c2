// What the answer to 02_warp_divergence/two_ifs defines.
#pragma once

#include <lockstep/prediction.hpp>

// What one warp of 32 threads does in one run of a kernel that is compiled for a debugger (-G).
struct branch_prediction {
  lockstep::prediction branches;    // that it executes, conditional and unconditional ones
  lockstep::prediction divergent;   // of these: its lanes disagree
  lockstep::prediction efficiency;  // 100 * (branches - divergent) / branches, right to 0.01
};

// The kernels are in two_ifs_kernels.cu.
extern const branch_prediction if_and_else_predicted;
extern const branch_prediction two_ifs_predicted;
extern const branch_prediction three_ifs_predicted;
extern const branch_prediction unsigned_index_predicted;
