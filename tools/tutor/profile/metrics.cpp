#include "profile/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <lockstep/table.hpp>
#include <sstream>

#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"

namespace lockstep::tutor {
namespace {

using enum metric::exactness;
using value = std::optional<double>;

template <std::uint64_t counters::*member>
value count(const profiled_launch& of) {
  return double(of.counts.*member);
}

template <value (*ratio)(const counters&)>
value derived(const profiled_launch& of) {
  return ratio(of.counts);
}

value passes_per_request(std::uint64_t passes, std::uint64_t requests) {
  if (requests == 0) return std::nullopt;
  return double(passes) / double(requests);
}

value occupancy(const profiled_launch& of) { return of.occupancy; }
// Nsight Compute tells no fewer than 16, whatever ptxas assigned.
value registers(const profiled_launch& of) {
  return of.registers == 0 ? std::nullopt : value(std::max(of.registers, 16u));
}
value shared_bytes(const profiled_launch& of) { return of.shared_bytes; }
value warp_efficiency(const profiled_launch& of) {
  const value lanes = active_lanes_per_instruction(of.counts);
  return lanes ? value(*lanes * 100 / 32) : std::nullopt;
}
value shared_loads(const profiled_launch& of) {
  return double(of.counts.shared_load_requests + of.counts.shared_load_conflicts);
}
value shared_stores(const profiled_launch& of) {
  return double(of.counts.shared_store_requests + of.counts.shared_store_conflicts);
}
value loads_per_request(const profiled_launch& of) {
  return passes_per_request(of.counts.shared_load_requests + of.counts.shared_load_conflicts,
                            of.counts.shared_load_requests);
}
value stores_per_request(const profiled_launch& of) {
  return passes_per_request(of.counts.shared_store_requests + of.counts.shared_store_conflicts,
                            of.counts.shared_store_requests);
}

// Nsight Compute's names in full, with their suffix.
const std::vector<metric> table_of_metrics{
    {"branch_efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct", "%", ptx,
     "branches in which a warp's active lanes agree", derived<branch_efficiency>},
    {"", "smsp__sass_branch_targets.sum", "", ptx, "branch targets",
     count<&counters::branch_targets>},
    {"", "smsp__sass_branch_targets_threads_divergent.sum", "", ptx, "divergent branch targets",
     count<&counters::divergent_branch_targets>},
    {"branch", "", "", ptx, "branch instructions, returns included", count<&counters::branches>},
    {"divergent_branch", "", "", ptx, "those in which the active lanes disagreed",
     count<&counters::divergent_branches>},
    {"inst_per_warp", "smsp__average_inst_executed_per_warp.ratio", "instructions", ptx,
     "PTX instructions per warp", derived<instructions_per_warp>},
    {"inst_executed", "smsp__inst_executed.sum", "instructions", ptx,
     "PTX instructions, once per warp or part of it", count<&counters::warp_instructions>},
    {"thread_inst_executed", "smsp__thread_inst_executed.sum", "instructions", ptx,
     "PTX instructions, once per lane", count<&counters::thread_instructions>},
    {"", "smsp__thread_inst_executed_per_inst_executed.ratio", "lanes", ptx,
     "active lanes per PTX instruction", derived<active_lanes_per_instruction>},
    {"warp_execution_efficiency", "smsp__thread_inst_executed_per_inst_executed.pct", "%", ptx,
     "active lanes per PTX instruction, of 32", warp_efficiency},
    {"warps_launched", "smsp__warps_launched.sum", "warps", exact, "warps",
     count<&counters::warps>},
    {"gld_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "%", exact,
     "share of the bytes moved that loads asked for", derived<global_load_efficiency>},
    {"gst_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "%", exact,
     "share of the bytes moved that stores wrote", derived<global_store_efficiency>},
    {"gld_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors", exact,
     "32-byte sectors of global loads", count<&counters::global_load_sectors>},
    {"gst_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors", exact,
     "32-byte sectors of global stores", count<&counters::global_store_sectors>},
    {"gld_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "requests", exact,
     "global load instructions of warps", count<&counters::global_load_requests>},
    {"gst_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "requests", exact,
     "global store instructions of warps", count<&counters::global_store_requests>},
    {"gld_transactions_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "sectors", exact,
     "sectors per global load request", derived<sectors_per_load_request>},
    {"gst_transactions_per_request",
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "sectors", exact,
     "sectors per global store request", derived<sectors_per_store_request>},
    {"", "smsp__sass_data_bytes_mem_global_op_ld.sum", "bytes", exact,
     "different bytes that a warp's loads asked for", count<&counters::global_load_data_bytes>},
    {"", "smsp__sass_data_bytes_mem_global_op_st.sum", "bytes", exact,
     "different bytes that a warp's stores wrote", count<&counters::global_store_data_bytes>},
    {"shared_load", "smsp__inst_executed_op_shared_ld.sum", "requests", ptx,
     "shared load instructions of warps", count<&counters::shared_load_requests>},
    {"shared_store", "smsp__inst_executed_op_shared_st.sum", "requests", ptx,
     "shared store instructions of warps", count<&counters::shared_store_requests>},
    {"shared_ld_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     "passes", exact, "passes beyond those that loads need without bank conflicts",
     count<&counters::shared_load_conflicts>},
    {"shared_st_bank_conflict", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     "passes", exact, "passes beyond those that stores need without bank conflicts",
     count<&counters::shared_store_conflicts>},
    {"shared_load_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "passes",
     exact, "passes of shared loads", shared_loads},
    {"shared_store_transactions", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "passes",
     exact, "passes of shared stores", shared_stores},
    {"shared_load_transactions_per_request", "", "passes", exact, "passes per shared load request",
     loads_per_request},
    {"shared_store_transactions_per_request", "", "passes", exact,
     "passes per shared store request", stores_per_request},
    {"local_load", "smsp__inst_executed_op_local_ld.sum", "requests", ptx,
     "local load instructions of warps (ptxas may keep them in registers)",
     count<&counters::local_load_requests>},
    {"local_store", "smsp__inst_executed_op_local_st.sum", "requests", ptx,
     "local store instructions of warps (ptxas may keep them in registers)",
     count<&counters::local_store_requests>},
    {"", "sm__inst_executed_pipe_tensor.sum", "instructions", ptx,
     "instructions on tensor cores, as ptxas makes them for sm_90",
     count<&counters::tensor_instructions>},
    {"", "sm__maximum_warps_per_active_cycle_pct", "%", exact, "theoretical occupancy", occupancy},
    {"", "launch__registers_per_thread", "registers", exact, "registers per thread, at least 16",
     registers},
    {"", "launch__shared_mem_per_block", "bytes", exact, "shared memory per block", shared_bytes},
    {"achieved_occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", "%", needs_gpu,
     "resident warps per active cycle, of the maximum", nullptr},
    {"ipc", "sm__inst_executed.avg.per_cycle_active", "instructions/cycle", needs_gpu,
     "instructions per cycle", nullptr},
    {"sm_efficiency", "sm__cycles_active.avg.pct_of_peak_sustained_elapsed", "%", needs_gpu,
     "cycles in which an SM has a warp", nullptr},
    {"elapsed_cycles_sm", "sm__cycles_elapsed.max", "cycles", needs_gpu, "cycles", nullptr},
    {"gld_throughput", "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second", "bytes/s",
     needs_gpu, "global loads per time", nullptr},
    {"gst_throughput", "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second", "bytes/s",
     needs_gpu, "global stores per time", nullptr},
    {"dram_read_throughput", "dram__bytes_read.sum.per_second", "bytes/s", needs_gpu,
     "device memory read per time", nullptr},
    {"dram_write_throughput", "dram__bytes_write.sum.per_second", "bytes/s", needs_gpu,
     "device memory written per time", nullptr},
    {"dram_read_transactions", "dram__sectors_read.sum", "sectors", needs_gpu,
     "device memory read: the caches decide", nullptr},
    {"dram_write_transactions", "dram__sectors_write.sum", "sectors", needs_gpu,
     "device memory written: the caches decide", nullptr},
    {"l2_read_transactions", "lts__t_sectors_op_read.sum", "sectors", needs_gpu,
     "level-2 cache reads: the first level decides", nullptr},
    {"global_hit_rate", "l1tex__t_sector_hit_rate.pct", "%", needs_gpu, "hits in the first level",
     nullptr},
    {"stall_sync", "smsp__warp_issue_stalled_barrier_per_warp_active.pct", "%", needs_gpu,
     "stalls at barriers", nullptr},
    {"stall_memory_dependency", "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct", "%",
     needs_gpu, "stalls for memory", nullptr},
    {"eligible_warps_per_cycle", "smsp__warps_eligible.sum.per_cycle_active", "warps", needs_gpu,
     "warps that could issue", nullptr},
    {"", "gpu__time_duration.sum", "ns", needs_gpu, "time", nullptr},
};

// Families of Nsight Compute that are about time and caches, whatever the rest of the name says.
const metric any_other_of_a_gpu{
    "", "", "", needs_gpu, "a matter of time, caches or machine instructions", nullptr};

bool is_of_a_gpu(const std::string& name) {
  for (const char* family :
       {"dram__", "lts__", "ltc__", "fbpa__", "gpu__", "gpc__", "sm__", "smsp__", "l1tex__",
        "idc__", "pcie__", "nvlrx__", "nvltx__", "sys__", "tpc__"}) {
    if (name.starts_with(family)) return true;
  }
  return false;
}

// "smsp__inst_executed" of "smsp__inst_executed.sum": Nsight Compute wants the suffix, people
// leave it out.
std::string without_suffix(const std::string& name) { return name.substr(0, name.find('.')); }

const metric* find_metric(const std::string& name) {
  for (const metric& one : table_of_metrics) {
    if (name == one.nvprof || name == one.nsight) return name.empty() ? nullptr : &one;
  }
  if (name.find('.') == std::string::npos) {
    for (const metric& one : table_of_metrics) {
      if (!name.empty() && name == without_suffix(one.nsight)) return &one;
    }
  }
  return nullptr;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const metric& one : table_of_metrics) {
    for (const char* name : {one.nvprof, one.nsight}) {
      if (*name != '\0') names.emplace_back(name);
    }
  }
  return names;
}

const metric& require_metric(const std::string& name) {
  if (const metric* found = find_metric(name)) return *found;
  // A slip in a name that we know is a slip, not another of the GPU's thousands of counters.
  constexpr unsigned slip = 3;
  const auto names = all_names();
  const bool near = std::any_of(names.begin(), names.end(), [&](const std::string& known) {
    return std::min(edit_distance(name, known), edit_distance(name, without_suffix(known))) <= slip;
  });
  if (!near && is_of_a_gpu(name)) return any_other_of_a_gpu;
  throw wrong_usage("there is no metric " + name,
                    did_you_mean(name, names, "./lockstep profile --list-metrics lists them."));
}

const char* in_words(metric::exactness known) {
  return known == exact ? "exact" : known == ptx ? "on PTX" : "needs a GPU";
}

}  // namespace

const std::vector<metric>& known_metrics() { return table_of_metrics; }

std::vector<named_metric> find_metrics(const std::string& names) {
  std::vector<named_metric> found;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    if (!name.empty()) found.push_back({name, &require_metric(name)});
  }
  if (found.empty()) {
    throw wrong_usage("--metrics names no metric", "./lockstep profile --list-metrics lists them.");
  }
  return found;
}

std::string named_metric::for_ncu() const {
  return what == &any_other_of_a_gpu ? name : what->nsight;
}

std::string value_in_words(const metric& what, const profiled_launch& of) {
  if (what.known == needs_gpu) return "needs a GPU";
  const value found = what.value(of);
  if (!found) return std::strcmp(what.nvprof, "branch_efficiency") == 0 ? "no branches" : "-";
  return *found == std::floor(*found) ? fixed(*found, 0) : fixed(*found, 2);
}

std::string list_of_metrics() {
  table lines({{"nvprof", "", align::left},
               {"Nsight Compute", "", align::left},
               {"unit", "", align::left},
               {"emulator", "", align::left},
               {"meaning", "", align::left}});
  for (const metric& one : table_of_metrics)
    lines.add({one.nvprof, one.nsight, one.unit, in_words(one.known), in_language(one.meaning)});
  std::ostringstream out;
  lines.print(out);
  return out.str();
}

}  // namespace lockstep::tutor
