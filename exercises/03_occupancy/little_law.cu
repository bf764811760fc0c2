// Exercise 03_occupancy/little_law: how much must be under way?
//
// A unit that begins so many operations per cycle, each of which takes so many cycles, is busy if
// enough of them are under way at all times. Say how many that are, for three devices: their data
// stand beside this file, in little_law.hpp, and what is asked for does, too.
//
// Take a pocket calculator, or let the compiler be one: expressions do as well as numbers.
//
// What is checked: each number, against a model of the unit in which those under way are counted.
// The first two of a row must be exact; the others may be off by 1 %, and the warps be rounded.
#include "03_occupancy/little_law.hpp"

using lockstep::unanswered;

// TODO (3 lines): put a number in place of each `unanswered`.
constexpr parallelism predictions[] = {
    //              operations, warps,      bytes,      threads,    memory_warps
    /* C2050    */ {unanswered, unanswered, unanswered, unanswered, unanswered},
    /* RTX 4070 */ {unanswered, unanswered, unanswered, unanswered, unanswered},
    /* H200     */ {unanswered, unanswered, unanswered, unanswered, unanswered},
};
