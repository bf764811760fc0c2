// The variants of this chapter, in the order in which they are told. Demo and tests go through this
// table, and so does the ladder of chapter 06.
#pragma once

#include <lockstep/reduction/variant.cuh>

#include "01_neighbored.cuh"
#include "02_neighbored_less.cuh"
#include "03_interleaved.cuh"
#include "04_shared_neighbored.cuh"
#include "05_shared_strided.cuh"
#include "06_shared_sequential.cuh"
#include "07_first_add.cuh"

namespace chapter_05 {
using namespace lockstep::reduction;

inline const variant variants[] = {
    {"01 neighbored", launch_in_place<reduce_neighbored, 1>},
    {"02 neighbored less", launch_in_place<reduce_neighbored_less, 1>},
    {"03 interleaved", launch_in_place<reduce_interleaved, 1>},
    {"04 shared neighbored", launch_shared<reduce_shared_neighbored, 1>, "01"},
    {"05 shared strided", launch_shared<reduce_shared_strided, 1>},
    {"06 shared sequential", launch_shared<reduce_shared_sequential, 1>},
    {"07 first add", launch_shared<reduce_first_add, 2>},
};

}  // namespace chapter_05
