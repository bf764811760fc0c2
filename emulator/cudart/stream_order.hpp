// What calls of the program tell the checks about the order of streams; nothing if they are off.
#pragma once

#include <driver_types.h>

#include "checks/streams.hpp"

namespace lockstep::cudart {

checks::stream_id id_of(cudaStream_t stream);

// The stream that a launch counts as part of: its own, or the one that its graph is launched into.
checks::stream_id stream_of_launch(cudaStream_t stream);
class graph_launch {
 public:
  explicit graph_launch(cudaStream_t into);
  ~graph_launch();
  graph_launch(const graph_launch&) = delete;
  graph_launch& operator=(const graph_launch&) = delete;
};

void note_record(cudaEvent_t event, cudaStream_t stream);
void note_wait(cudaStream_t stream, cudaEvent_t event);
// The host waits.
void note_host_wait(cudaStream_t stream);
void note_host_wait(cudaEvent_t event);
void note_host_wait_for_device();

}  // namespace lockstep::cudart
