#include "recording.hpp"

#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>

#include <algorithm>
#include <exception>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

struct provenance_interface {
  decltype(lockstep_record_provenance)* record =
      lockstep::detail::runtime_function<decltype(lockstep_record_provenance)>(
          "lockstep_record_provenance");
  decltype(lockstep_get_provenance)* get =
      lockstep::detail::runtime_function<decltype(lockstep_get_provenance)>(
          "lockstep_get_provenance");
};

const provenance_interface& provenance() {
  static const provenance_interface functions;
  return functions;
}

std::uint64_t key_of(std::uint32_t launch, std::uint32_t thread) {
  return std::uint64_t{launch} << 32 | thread;
}

std::string coordinates(std::uint32_t linear, const std::uint32_t (&size)[3]) {
  if (size[1] == 1 && size[2] == 1) return std::to_string(linear);
  std::string text =
      "(" + std::to_string(linear % size[0]) + "," + std::to_string(linear / size[0] % size[1]);
  if (size[2] != 1) text += "," + std::to_string(linear / size[0] / size[1]);
  return text + ")";
}

}  // namespace

std::vector<named_buffer>& buffers_of_trial() {
  static std::vector<named_buffer> buffers;
  return buffers;
}

bool can_record() { return provenance().record != nullptr && provenance().get != nullptr; }

namespace {

struct while_recorded {
  while_recorded() { provenance().record(1); }
  ~while_recorded() { provenance().record(0); }
};

}  // namespace

bool record(const std::function<void()>& trial) {
  const while_recorded scope;
  try {
    trial();
  } catch (const undecided&) {
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

bool run_recorded(const std::function<void()>& code, lockstep_provenance& seen) {
  if (!can_record()) {
    code();
    return false;
  }
  {
    const while_recorded scope;
    code();
  }
  return provenance().get(&seen) == 0;
}

std::optional<recording> recording::last(const std::vector<named_buffer>& buffers) {
  recording made;
  made.all_.struct_size = sizeof made.all_;
  if (!can_record() || provenance().get(&made.all_) != 0) return std::nullopt;
  made.buffers_ = &buffers;
  for (const named_buffer& one : buffers) made.elements_.emplace_back(one.elements);
  made.users_.resize(made.all_.node_count);
  made.used_as_index_.resize(made.all_.node_count);
  made.counted_.resize(made.all_.node_count);
  for (std::uint32_t n = 0; n < made.all_.node_count; ++n) {
    const lockstep_node& node = made.all_.nodes[n];
    for (const std::uint32_t source : node.sources)
      if (source != 0) made.users_[source - 1].push_back(n);
    const bool counts = node.kind == LOCKSTEP_NODE_ATOMIC && node.sources[1] == node.index;
    if (node.index != 0) (counts ? made.counted_ : made.used_as_index_)[node.index - 1] = true;
    if (node.space != LOCKSTEP_SPACE_GLOBAL || node.kind == LOCKSTEP_NODE_INITIAL ||
        node.kind == LOCKSTEP_NODE_COMBINE || node.kind == LOCKSTEP_NODE_CONVERT)
      continue;
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      if (!buffers[b].contains(node.address)) continue;
      element& touched = made.elements_[b][buffers[b].element_of(node.address)];
      if (node.kind != LOCKSTEP_NODE_LOAD) touched.writers.push_back(n);
      if (node.kind != LOCKSTEP_NODE_STORE) touched.readers.push_back(n);
    }
  }
  for (std::uint32_t d = 0; d < made.all_.decision_count; ++d)
    made.decisions_[key_of(made.all_.decisions[d].launch, made.all_.decisions[d].thread)].push_back(
        d);
  return made;
}

const std::vector<std::uint32_t>& recording::users_of(std::uint32_t index) const {
  return users_[index];
}

source_place recording::place_of_launch(std::uint32_t launch) const {
  const lockstep_recorded_launch& of = all_.launches[launch];
  if (of.file == nullptr || of.line == 0 || is_of_grader(of.file)) return {};
  return {of.file, of.line};
}

source_place recording::place_of_site(std::uint32_t site) const {
  return {all_.sites[site].file, all_.sites[site].line};
}

source_place recording::place_of(std::uint32_t node) const {
  return place_of_site(all_.nodes[node].site);
}

std::uint32_t recording::block_threads(std::uint32_t launch) const {
  const auto& block = all_.launches[launch].block;
  return block[0] * block[1] * block[2];
}

std::uint64_t recording::threads_of(std::uint32_t launch) const {
  const auto& grid = all_.launches[launch].grid;
  return std::uint64_t{grid[0]} * grid[1] * grid[2] * block_threads(launch);
}

std::string recording::thread_name(std::uint32_t launch, std::uint32_t thread) const {
  const lockstep_recorded_launch& of = all_.launches[launch];
  const std::uint32_t threads = block_threads(launch);
  return phrase("thread-of-block", "thread {} of block {}", coordinates(thread % threads, of.block),
                coordinates(thread / threads, of.grid));
}

std::string recording::kernel_name(std::uint32_t launch) const {
  return kernel_in_source(all_.launches[launch].kernel);
}

bool recording::host_reads_after(std::uint32_t node, std::uint64_t address) const {
  return std::any_of(all_.host_events, all_.host_events + all_.host_event_count,
                     [&](const lockstep_host_event& event) {
                       const std::uint64_t from =
                           event.kind == LOCKSTEP_HOST_COPIES ? event.from : event.address;
                       return event.kind != LOCKSTEP_HOST_WRITES && event.nodes > node &&
                              address - from < event.bytes;
                     });
}

std::vector<const lockstep_decision*> recording::decisions_of(std::uint32_t launch,
                                                              std::uint32_t thread) const {
  std::vector<const lockstep_decision*> made;
  const auto known = decisions_.find(key_of(launch, thread));
  if (known == decisions_.end()) return made;
  for (const std::uint32_t d : known->second) made.push_back(all_.decisions + d);
  return made;
}

}  // namespace lockstep::grader::diagnosis
