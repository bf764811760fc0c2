// Times on a GPU: what a launch costs, alone and in a graph, and two events; how fast the host
// copies to the device and back, from pageable and from page-locked memory.
#include <lockstep/bench/program.hpp>

#include <algorithm>
#include <memory>

namespace {

using namespace lockstep;
using namespace lockstep::bench;

__global__ void nothing() {}

kernel_case one_by_one(std::string name, std::function<void()> call) {
  kernel_case one{std::move(name), [call](void*, unsigned) { call(); }};
  one.captured = false;
  return one;
}

// A graph of one empty kernel, ready to be launched.
std::shared_ptr<CUgraphExec_st> graph_of_nothing() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  CUDA_CHECK(cudaStreamBeginCapture(sampler::stream, cudaStreamCaptureModeThreadLocal));
  nothing<<<1, 1, 0, sampler::stream>>>();
  CUDA_CHECK(cudaStreamEndCapture(sampler::stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  return {ready, [](cudaGraphExec_t done) { (void)cudaGraphExecDestroy(done); }};
}

// Nothing is computed, so nothing can be wrong: what takes time is the call.
group calls() {
  group all;
  const auto launch = [] { nothing<<<1, 1, 0, sampler::stream>>>(); };
  auto events = std::make_shared<event_timer>();
  all.cases = {{"an empty kernel, as a part of a graph", [launch](void*, unsigned) { launch(); },
                nullptr, "256 in one graph, each behind the one before"},
               one_by_one("an empty kernel, launched", launch),
               one_by_one("a graph of one, launched",
                          [graph = graph_of_nothing()] {
                            CUDA_CHECK(cudaGraphLaunch(graph.get(), sampler::stream));
                          }),
               one_by_one("two events", [events] {
                 events->start(sampler::stream);
                 events->stop(sampler::stream);
               })};
  return all;
}

// `host` is memory of either kind.
template <typename Host>
kernel_case copy_case(const char* name, std::shared_ptr<Host> host, bool to_device, arena& memory) {
  const std::size_t bytes = host->size() * sizeof(int);
  const auto copy = [=](void* device) {
    void* to = to_device ? device : host->data();
    const void* from = to_device ? host->data() : device;
    CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, sampler::stream));
  };
  kernel_case one{name, [copy](void* device, unsigned) { copy(device); }};
  one.captured = false;
  one.check = [=, &memory] {
    // All bytes of the device are 1, those of the host 2; after the copy both are the same.
    void* device = memory.buffer(0, bytes);
    CUDA_CHECK(cudaMemset(device, 1, bytes));
    std::fill_n(host->data(), host->size(), 0x02020202);
    copy(device);
    CUDA_CHECK(cudaStreamSynchronize(sampler::stream));
    std::vector<int> there(host->size());
    CUDA_CHECK(cudaMemcpy(there.data(), device, bytes, cudaMemcpyDeviceToHost));
    const int wanted = to_device ? 0x02020202 : 0x01010101;
    const auto is_wanted = [wanted](int value) { return value == wanted; };
    return checked{std::all_of(there.begin(), there.end(), is_wanted) &&
                   std::all_of(host->data(), host->data() + host->size(), is_wanted)};
  };
  return one;
}

group copies(std::uint64_t elements, bool to_device, arena& memory) {
  group all{"int", to_device ? "to the device" : "to the host", elements, elements * sizeof(int)};
  all.cases = {copy_case("copy, pageable memory", std::make_shared<std::vector<int>>(elements),
                         to_device, memory),
               copy_case("copy, page-locked memory", std::make_shared<pinned_buffer<int>>(elements),
                         to_device, memory)};
  return all;
}

int run_bench(options& given) {
  return run(given, "01_runtime_init", 1 << 28,
             [](const selection& asked, sampler&, arena& memory) {
               std::vector<planned> groups{{4, calls}};
               for (const bool to_device : {true, false}) {
                 for (const std::uint64_t size :
                      asked.sizes.empty() ? parse_sizes("2^10,2^14,2^18,2^22,2^26") : asked.sizes) {
                   groups.push_back({2, [=, &memory] { return copies(size, to_device, memory); }});
                 }
               }
               return groups;
             });
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run_bench); }
