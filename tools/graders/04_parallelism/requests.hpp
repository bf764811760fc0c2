// What graders ask of the requests that warps make.
#pragma once

#include <lockstep/grader/trials.hpp>
#include <lockstep/protocol/phrase.hpp>
#include <lockstep/protocol/ratios.hpp>

// Of 32 lanes that take 4 bytes each: 128.
inline double bytes_per_load_request(const lockstep::counters& counted) {
  if (counted.global_load_requests == 0)
    throw lockstep::grader::wrong(
        lockstep::protocol::phrase("no-global-load", "there was no load from global memory"));
  return double(counted.global_load_bytes) / double(counted.global_load_requests);
}

inline double bytes_per_store_request(const lockstep::counters& counted) {
  if (counted.global_store_requests == 0)
    throw lockstep::grader::wrong(
        lockstep::protocol::phrase("no-global-store", "there was no store to global memory"));
  return double(counted.global_store_bytes) / double(counted.global_store_requests);
}
