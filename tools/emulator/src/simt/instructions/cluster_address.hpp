// Addresses in the shared memory of a cluster's blocks: mapa, getctarank (PTX ISA 9.7.9).
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// mapa: d = the address of what lies at a in the block of rank b. immediate: 1 if addresses are
// generic.
template <class T>
const step* map_address(warp& w, const step* s);
// getctarank: d (4 bytes) = the rank of the block in whose shared memory a lies.
template <class T>
const step* rank_of_address(warp& w, const step* s);

}  // namespace lockstep::simt
