#include "cudart/streams/submit.hpp"

#include "cudart/graphs/capture.hpp"
#include "cudart/streams/stream_order.hpp"

namespace lockstep::cudart {

void submit(cudaStream_t stream, const work& what) {
  if (captured_graph(stream) != nullptr) {
    check(what);
    capture_node(stream, what);
    return;
  }
  const stream_scope scope(stream);
  run(what);
}

}  // namespace lockstep::cudart
