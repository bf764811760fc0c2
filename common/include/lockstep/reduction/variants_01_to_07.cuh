// The variants of chapter 05 in its order. Its programs and tests go through this table, and so do
// those of chapter 06, which continues with number 08.
#pragma once

#include <lockstep/reduction/01_neighbored.cuh>
#include <lockstep/reduction/02_neighbored_less.cuh>
#include <lockstep/reduction/03_interleaved.cuh>
#include <lockstep/reduction/04_shared_neighbored.cuh>
#include <lockstep/reduction/05_shared_strided.cuh>
#include <lockstep/reduction/06_shared_sequential.cuh>
#include <lockstep/reduction/07_first_add.cuh>
#include <lockstep/reduction/variant.cuh>

namespace lockstep {
namespace reduction {

inline const variant variants_01_to_07[] = {
    {"01 neighbored", launch_in_place<reduce_neighbored, 1>},
    {"02 neighbored less", launch_in_place<reduce_neighbored_less, 1>},
    {"03 interleaved", launch_in_place<reduce_interleaved, 1>},
    {"04 shared neighbored", launch_shared<reduce_shared_neighbored, 1>, "01"},
    {"05 shared strided", launch_shared<reduce_shared_strided, 1>},
    {"06 shared sequential", launch_shared<reduce_shared_sequential, 1>},
    {"07 first add", launch_shared<reduce_first_add, 2>},
};

}  // namespace reduction
}  // namespace lockstep
