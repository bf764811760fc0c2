#include "provenance/recorder.hpp"

#include <utility>

namespace lockstep::provenance {

void recorder::begin() {
  *this = recorder();
  recording_ = recorded_ = true;
}

namespace {

// What launches have in common that do the same.
std::string kind_of(const recorded_grid& one, std::uint32_t parent) {
  std::string kind = std::to_string(parent) + " " + one.kernel;
  for (const auto& size : {one.grid, one.block})
    for (const std::uint32_t count : size) kind += " " + std::to_string(count);
  return kind.append(1, ' ').append(one.arguments);
}

}  // namespace

void recorder::launch(const recorded_grid& begins) {
  launch_facts next;
  next.kernel = begins.kernel;
  next.file = begins.by.file;
  next.facts.line = begins.by.line;
  for (unsigned i = 0; i < 3; ++i) {
    next.facts.grid[i] = begins.grid[i];
    next.facts.block[i] = begins.block[i];
  }
  next.facts.nodes = nodes_.size();
  launch_ = next.facts.twin_of = static_cast<std::uint32_t>(launches_.size());
  launch_of_grid_[begins.identity] = launch_;
  if (const auto parent = launch_of_grid_.find(begins.by.grid);
      begins.by.grid != 0 && parent != launch_of_grid_.end()) {
    next.facts.parent = parent->second + 1;
    next.facts.thread = begins.by.thread;
    next.facts.twin_of =
        first_of_kind_.try_emplace(kind_of(begins, next.facts.parent), launch_).first->second;
  }
  launches_.push_back(std::move(next));
}

void recorder::lose_launch(actor by, std::string kernel, std::uint32_t room) {
  loss one;
  one.kernel = std::move(kernel);
  one.facts.launch = launch_;
  one.facts.thread = by.thread;
  one.facts.site = by.site;
  one.facts.room = room;
  losses_.push_back(std::move(one));
}

recorder::key recorder::key_of(const place& at) const {
  if (at.space == LOCKSTEP_SPACE_GLOBAL) return {at.address, 0};
  const std::uint64_t owner = (std::uint64_t{launch_} << 32 | at.owner) << 2 | at.space;
  return {at.address, owner};
}

node_ref recorder::add(const lockstep_node& node) {
  if (nodes_.size() >= most_nodes) {
    complete_ = false;
    return 0;
  }
  nodes_.push_back(node);
  return static_cast<node_ref>(nodes_.size());
}

node_ref recorder::writer_of(const place& at) {
  const auto [known, is_new] = written_by_.try_emplace(key_of(at), 0);
  if (is_new) {
    lockstep_node initial{};
    initial.kind = LOCKSTEP_NODE_INITIAL;
    initial.space = static_cast<std::uint8_t>(at.space);
    initial.bytes = at.bytes;
    initial.address = at.address;
    known->second = add(initial);
  }
  return known->second;
}

namespace {

lockstep_node node_at(lockstep_node_kind kind, std::uint32_t launch, actor by, const place& at,
                      node_ref index) {
  lockstep_node node{};
  node.kind = static_cast<std::uint8_t>(kind);
  node.space = static_cast<std::uint8_t>(at.space);
  node.bytes = at.bytes;
  node.launch = launch;
  node.thread = by.thread;
  node.site = by.site;
  node.index = index;
  node.address = at.address;
  return node;
}

}  // namespace

node_ref recorder::load(actor by, const place& from, node_ref index) {
  lockstep_node node = node_at(LOCKSTEP_NODE_LOAD, launch_, by, from, index);
  node.sources[0] = writer_of(from);
  return add(node);
}

void recorder::store(actor by, const place& to, node_ref value, node_ref index) {
  lockstep_node node = node_at(LOCKSTEP_NODE_STORE, launch_, by, to, index);
  node.sources[0] = value;
  node.overwrites = writer_of(to);
  const node_ref now = add(node);
  written_by_[key_of(to)] = now;
}

node_ref recorder::atomic(actor by, const place& at, node_ref operand, node_ref index) {
  lockstep_node node = node_at(LOCKSTEP_NODE_ATOMIC, launch_, by, at, index);
  node.sources[0] = node.overwrites = writer_of(at);
  // A constant says how much, the index says of what: in a histogram, elements are counted so.
  node.sources[1] = operand != 0 ? operand : index;
  const node_ref before = node.sources[0];
  const node_ref now = add(node);
  written_by_[key_of(at)] = now;
  return before;
}

namespace {

lockstep_node node_of(lockstep_node_kind kind, std::uint32_t launch, actor by) {
  lockstep_node node{};
  node.kind = static_cast<std::uint8_t>(kind);
  node.launch = launch;
  node.thread = by.thread;
  node.site = by.site;
  return node;
}

}  // namespace

node_ref recorder::combine(actor by, node_ref first, node_ref second) {
  if (first == 0 || second == 0) return first | second;
  lockstep_node node = node_of(LOCKSTEP_NODE_COMBINE, launch_, by);
  node.sources[0] = first;
  node.sources[1] = second;
  return add(node);
}

node_ref recorder::convert(actor by, node_ref value) {
  if (value == 0) return 0;
  lockstep_node node = node_of(LOCKSTEP_NODE_CONVERT, launch_, by);
  node.sources[0] = value;
  return add(node);
}

void recorder::decide(actor by, bool taken) {
  if (decisions_.size() >= most_decisions) {
    complete_ = false;
    return;
  }
  decisions_.push_back({launch_, by.thread, by.site, taken ? 1u : 0u});
}

void recorder::host_reads(std::uint64_t address, std::uint64_t bytes) {
  host_events_.push_back({LOCKSTEP_HOST_READS, address, 0, bytes, nodes_.size()});
}

void recorder::host_writes(std::uint64_t address, std::uint64_t bytes) {
  host_events_.push_back({LOCKSTEP_HOST_WRITES, address, 0, bytes, nodes_.size()});
  std::erase_if(written_by_, [&](const auto& one) {
    return one.first.owner == 0 && one.first.address - address < bytes;
  });
}

void recorder::host_copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  std::vector<std::pair<key, node_ref>> copied;
  for (const auto& [where, writer] : written_by_) {
    if (where.owner == 0 && where.address - from < bytes)
      copied.push_back({{where.address - from + to, 0}, writer});
  }
  host_writes(to, bytes);
  host_events_.back().kind = LOCKSTEP_HOST_COPIES;
  host_events_.back().from = from;
  written_by_.insert(copied.begin(), copied.end());
}

bool recorder::get(lockstep_provenance& out) {
  if (!recorded_) return false;
  sites_out_.clear();
  for (const site& one : sites_)
    sites_out_.push_back({one.file.c_str(), one.line, one.operation.c_str()});
  launches_out_.clear();
  for (launch_facts& one : launches_) {
    one.facts.kernel = one.kernel.c_str();
    one.facts.file = one.file.c_str();
    launches_out_.push_back(one.facts);
  }
  losses_out_.clear();
  for (loss& one : losses_) {
    one.facts.kernel = one.kernel.c_str();
    losses_out_.push_back(one.facts);
  }
  out.complete = complete_ ? 1 : 0;
  out.gap = gap_;
  out.nodes = nodes_.data();
  out.node_count = nodes_.size();
  out.decisions = decisions_.data();
  out.decision_count = decisions_.size();
  out.sites = sites_out_.data();
  out.site_count = sites_out_.size();
  out.launches = launches_out_.data();
  out.launch_count = launches_out_.size();
  out.host_events = host_events_.data();
  out.host_event_count = host_events_.size();
  out.lost_launches = losses_out_.data();
  out.lost_launch_count = losses_out_.size();
  return true;
}

}  // namespace lockstep::provenance
