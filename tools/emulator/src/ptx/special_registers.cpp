// Source: PTX ISA 9.0, section 10 (special registers) and 4.4.1 (WARP_SZ).
#include "ptx/special_registers.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace lockstep::ptx {
namespace {

constexpr std::string_view names[] = {
    "%tid",
    "%ntid",
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%ctaid",
    "%nctaid",
    "%smid",
    "%nsmid",
    "%gridid",
    "%is_explicit_cluster",
    "%clusterid",
    "%nclusterid",
    "%cluster_ctaid",
    "%cluster_nctaid",
    "%cluster_ctarank",
    "%cluster_nctarank",
    "%lanemask_eq",
    "%lanemask_le",
    "%lanemask_lt",
    "%lanemask_ge",
    "%lanemask_gt",
    "%clock",
    "%clock_hi",
    "%clock64",
    "%globaltimer",
    "%globaltimer_lo",
    "%globaltimer_hi",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_end",
    "%reserved_smem_offset_cap",
    "%total_smem_size",
    "%aggr_smem_size",
    "%dynamic_smem_size",
    "%current_graph_exec",
    "WARP_SZ",
};

struct numbered {
  std::string_view prefix, suffix;
  int count;
};
constexpr numbered families[] = {
    {"%pm", "", 8}, {"%pm", "_64", 8}, {"%envreg", "", 32}, {"%reserved_smem_offset_", "", 2}};

bool belongs(const numbered& family, std::string_view name) {
  if (name.size() <= family.prefix.size() + family.suffix.size()) return false;
  if (name.substr(0, family.prefix.size()) != family.prefix) return false;
  if (name.substr(name.size() - family.suffix.size()) != family.suffix) return false;
  name.remove_prefix(family.prefix.size());
  name.remove_suffix(family.suffix.size());
  int index = -1;
  const auto parsed = std::from_chars(name.data(), name.data() + name.size(), index);
  return parsed.ec == std::errc{} && parsed.ptr == name.data() + name.size() && index >= 0 &&
         index < family.count;
}

}  // namespace

bool is_special_register(std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names) ||
         std::any_of(std::begin(families), std::end(families),
                     [name](const numbered& family) { return belongs(family, name); });
}

}  // namespace lockstep::ptx
