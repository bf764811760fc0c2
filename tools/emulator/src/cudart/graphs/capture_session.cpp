#include "cudart/graphs/capture_session.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "cudart/api_call.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_state.hpp"

namespace lockstep::cudart {
namespace {

// Most programs never capture: a look at this number is all that a launch costs them.
std::atomic<int> ongoing{0};

std::vector<capture_session*>& sessions() {
  static auto& all = *new std::vector<capture_session*>;
  return all;
}

[[noreturn]] void spoil(capture_session& session, cudaError_t error) {
  session.spoiled = true;
  throw failure{error};
}

void join(const std::shared_ptr<capture_session>& session, CUstream_st& stream,
          const node_list& last) {
  stream.capture = {session, last};
  session->streams.insert(&stream);
}

void merge(node_list& into, const node_list& more) {
  for (CUgraphNode_st* node : more)
    if (std::find(into.begin(), into.end(), node) == into.end()) into.push_back(node);
}

void leave_all(capture_session& session) {
  for (CUstream_st* stream : session.streams) stream->capture = {};
  sessions().erase(std::remove(sessions().begin(), sessions().end(), &session), sessions().end());
  --ongoing;
}

// Whether all that was captured is done when `last` is.
bool joined(const capture_session& session, const node_list& last) {
  std::set<const CUgraphNode_st*> reached;
  node_list next = last;
  while (!next.empty()) {
    CUgraphNode_st* node = next.back();
    next.pop_back();
    if (reached.insert(node).second)
      next.insert(next.end(), node->before.begin(), node->before.end());
  }
  const auto all_reached = [&](const node_list& nodes) {
    return std::all_of(nodes.begin(), nodes.end(),
                       [&](const CUgraphNode_st* node) { return reached.count(node) > 0; });
  };
  return all_reached(session.left) &&
         std::all_of(session.streams.begin(), session.streams.end(),
                     [&](const CUstream_st* each) { return all_reached(each->capture.last); });
}

bool waits_for_legacy(const CUstream_st* stream) {
  return (stream->flags & cudaStreamNonBlocking) == 0;
}

// A capture that the legacy stream would have to wait for; nullptr if there is none.
capture_session* blocker_of_legacy() {
  for (capture_session* session : sessions())
    if (std::any_of(session->streams.begin(), session->streams.end(), waits_for_legacy))
      return session;
  return nullptr;
}

// The session of a stream that is about to be used, if its capture goes on well. Throws otherwise.
std::shared_ptr<capture_session> active_session_of(cudaStream_t stream) {
  if (ongoing > 0 && is_legacy(stream)) {
    const std::scoped_lock lock(capture_mutex());
    if (capture_session* blocker = blocker_of_legacy())
      spoil(*blocker, cudaErrorStreamCaptureImplicit);
  }
  auto session = session_of(stream);
  require(session == nullptr || !session->spoiled, cudaErrorStreamCaptureInvalidated);
  return session;
}

}  // namespace

std::recursive_mutex& capture_mutex() {
  static auto& made_once = *new std::recursive_mutex;
  return made_once;
}

cudaStreamCaptureMode& capture_mode_of_thread() {
  static thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

std::shared_ptr<capture_session> session_of(cudaStream_t stream) {
  require_stream(stream);
  if (ongoing == 0) return nullptr;
  const std::scoped_lock lock(capture_mutex());
  if (!is_legacy(stream)) return stream_at(stream).capture.session;
  require(blocker_of_legacy() == nullptr, cudaErrorStreamCaptureImplicit);
  return nullptr;
}

void begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode, CUgraph_st* into,
                   const node_list& before) {
  static unsigned long long next_id = 1;
  const std::scoped_lock lock(capture_mutex());
  require_stream(stream);
  require(mode <= cudaStreamCaptureModeRelaxed, cudaErrorInvalidValue);
  require(!is_legacy(stream), cudaErrorStreamCaptureUnsupported);
  require(stream_at(stream).capture.session == nullptr, cudaErrorIllegalState);
  auto session = std::make_shared<capture_session>();
  session->id = next_id++;
  if (into == nullptr) session->own = std::make_unique<CUgraph_st>();
  session->graph = into == nullptr ? session->own.get() : into;
  session->origin = &stream_at(stream);
  session->mode = mode;
  session->thread = std::this_thread::get_id();
  join(session, stream_at(stream), before);
  sessions().push_back(session.get());
  ++ongoing;
}

cudaGraph_t end_capture(cudaStream_t stream) {
  const std::scoped_lock lock(capture_mutex());
  require_stream(stream);
  require(!is_legacy(stream), cudaErrorIllegalState);
  const std::shared_ptr<capture_session> session = stream_at(stream).capture.session;
  require(session != nullptr, cudaErrorIllegalState);
  if (session->origin != &stream_at(stream)) spoil(*session, cudaErrorStreamCaptureUnmatched);
  require(session->mode == cudaStreamCaptureModeRelaxed ||
              session->thread == std::this_thread::get_id(),
          cudaErrorStreamCaptureWrongThread);
  const bool complete = joined(*session, stream_at(stream).capture.last);
  leave_all(*session);
  require(!session->spoiled, cudaErrorStreamCaptureInvalidated);
  require(complete, cudaErrorStreamCaptureUnjoined);
  if (session->own != nullptr) return hand_out(std::move(session->own));
  return &require_graph(session->graph);
}

CUgraph_st* captured_graph(cudaStream_t stream) {
  const auto session = active_session_of(stream);
  // A graph that the program gave may be gone meanwhile.
  return session == nullptr ? nullptr : &require_graph(session->graph);
}

CUgraphNode_st* capture_node(cudaStream_t stream, work what) {
  const std::scoped_lock lock(capture_mutex());
  stream_capture& capture = stream_at(stream).capture;
  CUgraphNode_st* node = add_node(*capture.session->graph, std::move(what), capture.last);
  capture.last = {node};
  return node;
}

bool capture_record(cudaStream_t stream, event_capture& event) {
  const auto session = active_session_of(stream);
  if (session == nullptr) return false;
  const std::scoped_lock lock(capture_mutex());
  event = {session, true, stream_at(stream).capture.last};
  return true;
}

void capture_wait(cudaStream_t stream, const event_capture& event) {
  const std::scoped_lock lock(capture_mutex());
  const auto theirs = event.session.lock();
  if (is_legacy(stream) && theirs != nullptr) spoil(*theirs, cudaErrorStreamCaptureImplicit);
  const auto ours = active_session_of(stream);
  if (ours == nullptr && !event.captured) return;
  // The capture in which the event was recorded is over: it marks a place in a graph, not in time.
  if (theirs == nullptr && ours == nullptr) throw failure{cudaErrorCapturedEvent};
  if (theirs == nullptr) spoil(*ours, cudaErrorStreamCaptureIsolation);
  require(!theirs->spoiled, cudaErrorStreamCaptureInvalidated);
  if (ours == nullptr) {
    join(theirs, stream_at(stream), event.last);
  } else if (ours == theirs) {
    merge(stream_at(stream).capture.last, event.last);
  } else {
    theirs->spoiled = true;
    spoil(*ours, cudaErrorStreamCaptureMerge);
  }
}

void require_not_capturing(cudaStream_t stream) {
  const auto session = active_session_of(stream);
  if (session != nullptr) spoil(*session, cudaErrorStreamCaptureUnsupported);
}

void require_not_captured(const event_capture& event) {
  if (!event.captured) return;
  if (const auto session = event.session.lock()) session->spoiled = true;
  throw failure{cudaErrorCapturedEvent};
}

void require_no_unsafe_call_forbidden() {
  if (ongoing == 0) return;
  const std::scoped_lock lock(capture_mutex());
  const cudaStreamCaptureMode mode = capture_mode_of_thread();
  if (mode == cudaStreamCaptureModeRelaxed) return;
  for (capture_session* session : sessions()) {
    const bool here = session->thread == std::this_thread::get_id();
    const bool forbids =
        here ? session->mode != cudaStreamCaptureModeRelaxed
             : mode == cudaStreamCaptureModeGlobal && session->mode == cudaStreamCaptureModeGlobal;
    if (forbids) spoil(*session, cudaErrorStreamCaptureUnsupported);
  }
}

void abandon_capture(stream_capture& stream) {
  const std::scoped_lock lock(capture_mutex());
  const auto session = stream.session;
  if (session == nullptr) return;
  const auto leaver =
      std::find_if(session->streams.begin(), session->streams.end(),
                   [&](const CUstream_st* each) { return &each->capture == &stream; });
  // Nobody can end the capture without its origin. What another stream captured stays.
  if (*leaver == session->origin) session->spoiled = true;
  merge(session->left, stream.last);
  session->streams.erase(leaver);
  if (session->streams.empty()) leave_all(*session);
}

void forget_captures() {
  const std::scoped_lock lock(capture_mutex());
  while (!sessions().empty()) {
    // The streams own it, and are about to let go.
    const auto session = (*sessions().back()->streams.begin())->capture.session;
    leave_all(*session);
  }
}

}  // namespace lockstep::cudart
