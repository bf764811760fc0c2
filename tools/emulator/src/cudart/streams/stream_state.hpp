// What a stream and an event are.
#pragma once

#include <driver_types.h>

#include <chrono>
#include <map>
#include <optional>

#include "cudart/graphs/capture.hpp"
#include "cudart/streams/order_marks.hpp"

struct CUstream_st {
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  unsigned long long id = 0;
  lockstep::cudart::stream_capture capture;
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;
};

struct CUevent_st {
  unsigned flags = cudaEventDefault;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  lockstep::cudart::event_capture capture;
  lockstep::cudart::order_marks mark;  // all before it
};
