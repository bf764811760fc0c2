// The graph of where values come from, without an engine.
#include "provenance/recorder.hpp"

#include <doctest/doctest.h>

namespace {

using namespace lockstep::provenance;

const actor somebody{3, 0};

place word(std::uint64_t address) { return {LOCKSTEP_SPACE_GLOBAL, 0, address, 4}; }

lockstep_provenance all_of(recorder& of) {
  lockstep_provenance all{};
  REQUIRE(of.get(all));
  return all;
}

recorder begun() {
  recorder made;
  made.begin();
  made.launch({"kernel", {1, 1, 1}, {32, 1, 1}, 1, {}, {}});
  return made;
}

TEST_CASE("nothing is there before the first recording") {
  recorder empty;
  lockstep_provenance all{};
  CHECK_FALSE(empty.get(all));
}

TEST_CASE("a load leads to the store that wrote the word, and the store to its value") {
  recorder r = begun();
  const node_ref value = r.load(somebody, word(0), 0);
  r.store(somebody, word(64), value, 0);
  const node_ref again = r.load({5, 0}, word(64), 0);
  const auto all = all_of(r);
  const lockstep_node& load = all.nodes[again - 1];
  const lockstep_node& store = all.nodes[load.sources[0] - 1];
  CHECK(load.thread == 5);
  CHECK(store.kind == LOCKSTEP_NODE_STORE);
  CHECK(store.thread == 3);
  CHECK(store.sources[0] == value);
}

TEST_CASE("shared memory of one block is not that of another") {
  recorder r = begun();
  const place here{LOCKSTEP_SPACE_SHARED, 0, 16, 4}, there{LOCKSTEP_SPACE_SHARED, 1, 16, 4};
  r.store(somebody, here, 0, 0);
  const node_ref other = r.load(somebody, there, 0);
  const auto all = all_of(r);
  CHECK(all.nodes[all.nodes[other - 1].sources[0] - 1].kind == LOCKSTEP_NODE_INITIAL);
}

TEST_CASE("an atomic operation goes on with what stood there, and gives it back") {
  recorder r = begun();
  r.store(somebody, word(0), 0, 0);
  const node_ref added = r.load(somebody, word(8), 0);
  const node_ref before = r.atomic(somebody, word(0), added, 0);
  const auto all = all_of(r);
  CHECK(all.nodes[before - 1].kind == LOCKSTEP_NODE_STORE);
  const lockstep_node& sum = all.nodes[all.node_count - 1];
  CHECK(sum.kind == LOCKSTEP_NODE_ATOMIC);
  CHECK(sum.sources[0] == before);
  CHECK(sum.sources[1] == added);
}

TEST_CASE("an atomic operation with a constant counts what its index is made of") {
  recorder r = begun();
  const node_ref element = r.load(somebody, word(8), 0);
  (void)r.atomic(somebody, word(0), 0, element);
  const auto all = all_of(r);
  CHECK(all.nodes[all.node_count - 1].sources[1] == element);
}

TEST_CASE("values combine only where both come from somewhere") {
  recorder r = begun();
  const node_ref value = r.load(somebody, word(0), 0);
  CHECK(r.combine(somebody, value, 0) == value);
  CHECK(r.combine(somebody, 0, 0) == 0);
  CHECK(r.combine(somebody, value, value) != value);
}

TEST_CASE("what the host writes has no history, what it copies keeps it") {
  recorder r = begun();
  r.store(somebody, word(0), 0, 0);
  r.host_copies(64, 0, 4);
  r.host_writes(0, 4);
  const node_ref fresh = r.load(somebody, word(0), 0), copied = r.load(somebody, word(64), 0);
  const auto all = all_of(r);
  CHECK(all.nodes[all.nodes[fresh - 1].sources[0] - 1].kind == LOCKSTEP_NODE_INITIAL);
  CHECK(all.nodes[all.nodes[copied - 1].sources[0] - 1].kind == LOCKSTEP_NODE_STORE);
  REQUIRE(all.host_event_count == 2);
  CHECK(all.host_events[0].kind == LOCKSTEP_HOST_COPIES);
}

TEST_CASE("a recording begins with nothing of the one before") {
  recorder r = begun();
  r.store(somebody, word(0), 0, 0);
  r.leave_out();
  CHECK(all_of(r).complete == 0);
  r.begin();
  const auto all = all_of(r);
  CHECK(all.node_count == 0);
  CHECK(all.launch_count == 0);
  CHECK(all.complete == 1);
}

recorded_grid launched_by(std::uint32_t thread, std::uint64_t identity, const char* arguments) {
  return {"child", {1, 1, 1}, {8, 1, 1}, identity, arguments, {1, thread, "a.cu", 7}};
}

TEST_CASE("a launch by device code leads to the thread that made it") {
  recorder r = begun();
  r.launch(launched_by(5, 2, ""));
  const auto all = all_of(r);
  CHECK(all.launches[0].parent == 0);
  CHECK(all.launches[1].parent == 1);
  CHECK(all.launches[1].thread == 5);
  CHECK(all.launches[1].line == 7);
}

TEST_CASE("launches with the same arguments by one grid are twins") {
  recorder r = begun();
  r.launch(launched_by(0, 2, "a"));
  r.launch(launched_by(1, 3, "b"));
  r.launch(launched_by(2, 4, "a"));
  const auto all = all_of(r);
  CHECK(all.launches[2].twin_of == 2);
  CHECK(all.launches[3].twin_of == 1);
}

TEST_CASE("a launch that is lost leads to the thread that asked for it") {
  recorder r = begun();
  r.lose_launch({9, 0}, "child", 2048);
  const auto all = all_of(r);
  REQUIRE(all.lost_launch_count == 1);
  CHECK(all.lost_launches[0].launch == 0);
  CHECK(all.lost_launches[0].thread == 9);
  CHECK(all.lost_launches[0].room == 2048);
}

}  // namespace
