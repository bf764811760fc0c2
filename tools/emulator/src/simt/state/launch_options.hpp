// The shape of a launch, as the host or device code asks for it.
#pragma once

#include <cstdint>

#include "checks/streams.hpp"
#include "lockstep/protocol/finding.hpp"
#include "simt/linking/kernel_facts.hpp"

namespace lockstep::simt {

struct launch_options {
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  // Blocks of a cluster, which divide the grid's in each dimension; zeros: as the kernel requires.
  dimensions cluster{};
  checks::stream_id stream;               // of a launch by the host,
  protocol::source_place called_at = {};  // and where it stands, if somebody wants to know
};

// The clusters of a launch; zeros if it has none.
inline const dimensions& cluster_of(const launch_options& options, const kernel_facts& kernel) {
  return options.cluster[0] != 0 ? options.cluster : kernel.required_cluster;
}

}  // namespace lockstep::simt
