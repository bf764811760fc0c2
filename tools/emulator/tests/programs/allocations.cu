// Memory in the order of streams, pools, peers, arrays, host memory: what may be asked for and what
// comes back.
#include <cstdint>
#include <cstring>
#include <vector>

#include "expect.hpp"

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int last_of(const int* data, int count) {
  int value = -1;
  EXPECT_OK(cudaMemcpy(&value, data + count - 1, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void in_stream_order() {
  cudaStream_t stream = nullptr;
  int *a = nullptr, *b = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaMallocAsync(&a, 32 * sizeof(int), stream));
  fill<<<1, 32, 0, stream>>>(a, 7);
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(last_of(a, 32) == 7);
  EXPECT_OK(cudaFreeAsync(a, stream));
  EXPECT_OK(cudaMallocAsync(&b, 32 * sizeof(int), stream));
  fill<<<1, 32, 0, stream>>>(b, 8);
  EXPECT_OK(cudaStreamSynchronize(stream));
  EXPECT(last_of(b, 32) == 8);
  EXPECT_OK(cudaFree(b));  // both ways of freeing go with both ways of allocating
  EXPECT_CODE(cudaMallocAsync(static_cast<void**>(nullptr), 4, stream), cudaErrorInvalidValue);
  EXPECT_OK(cudaStreamDestroy(stream));
  cudaGetLastError();
}

std::uint64_t number_of(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  std::uint64_t value = 99;
  EXPECT_OK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

void pools() {
  cudaMemPool_t standard = nullptr, current = nullptr, own = nullptr;
  EXPECT_OK(cudaDeviceGetDefaultMemPool(&standard, 0));
  EXPECT_OK(cudaDeviceGetMemPool(&current, 0));
  EXPECT(standard == current);

  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  EXPECT_OK(cudaMemPoolCreate(&own, &properties));
  std::uint64_t threshold = UINT64_MAX;
  EXPECT(number_of(own, cudaMemPoolAttrReleaseThreshold) == 0);
  EXPECT_OK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
  EXPECT(number_of(own, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);
  int reuse = 0;
  EXPECT_OK(cudaMemPoolSetAttribute(own, cudaMemPoolReuseAllowOpportunistic, &reuse));
  reuse = 9;
  EXPECT_OK(cudaMemPoolGetAttribute(own, cudaMemPoolReuseAllowOpportunistic, &reuse));
  EXPECT(reuse == 0);

  int* data = nullptr;
  EXPECT_OK(cudaMallocFromPoolAsync(&data, 1 << 20, own, nullptr));
  EXPECT(number_of(own, cudaMemPoolAttrUsedMemCurrent) >= 1 << 20);
  fill<<<1, 64>>>(data, 3);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(last_of(data, 64) == 3);
  EXPECT_OK(cudaFreeAsync(data, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(number_of(own, cudaMemPoolAttrUsedMemCurrent) == 0);
  EXPECT(number_of(own, cudaMemPoolAttrUsedMemHigh) >= 1 << 20);
  EXPECT(number_of(own, cudaMemPoolAttrReservedMemCurrent) >= 1 << 20);  // kept: the threshold
  EXPECT_OK(cudaMemPoolTrimTo(own, 0));
  EXPECT(number_of(own, cudaMemPoolAttrReservedMemCurrent) == 0);
  EXPECT(number_of(own, cudaMemPoolAttrReservedMemHigh) >= 1 << 20);
  threshold = 0;
  EXPECT_OK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
  EXPECT_OK(cudaMallocFromPoolAsync(&data, 1 << 20, own, nullptr));
  EXPECT_OK(cudaFreeAsync(data, nullptr));
  EXPECT_OK(cudaStreamSynchronize(nullptr));
  EXPECT(number_of(own, cudaMemPoolAttrReservedMemCurrent) == 0);

  EXPECT_OK(cudaDeviceSetMemPool(0, own));
  EXPECT_OK(cudaDeviceGetMemPool(&current, 0));
  EXPECT(current == own);
  EXPECT_OK(cudaDeviceSetMemPool(0, standard));
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemLocation here{};
  here.type = cudaMemLocationTypeDevice;
  EXPECT_OK(cudaMemPoolGetAccess(&flags, own, &here));
  EXPECT(flags == cudaMemAccessFlagsProtReadWrite);
  EXPECT_OK(cudaMemPoolDestroy(own));
  EXPECT_CODE(cudaMemPoolDestroy(standard), cudaErrorInvalidValue);
  cudaGetLastError();
}

void peers() {
  int* data = nullptr;
  int* copy = nullptr;
  EXPECT_OK(cudaMalloc(&data, 32 * sizeof(int)));
  EXPECT_OK(cudaMalloc(&copy, 32 * sizeof(int)));
  fill<<<1, 32>>>(data, 12);
  EXPECT_OK(cudaMemcpyPeer(copy, 0, data, 0, 32 * sizeof(int)));
  EXPECT(last_of(copy, 32) == 12);
  EXPECT_CODE(cudaMemcpyPeer(copy, 99, data, 0, 4), cudaErrorInvalidDevice);
  EXPECT_CODE(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
  EXPECT_CODE(cudaDeviceEnablePeerAccess(99, 0), cudaErrorInvalidDevice);
  EXPECT_OK(cudaFree(data));
  EXPECT_OK(cudaFree(copy));
  cudaGetLastError();
}

void arrays() {
  constexpr int WIDTH = 20, HEIGHT = 5;
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  EXPECT_OK(cudaMallocArray(&array, &channel, WIDTH, HEIGHT));
  std::vector<float> in(WIDTH * HEIGHT), out(WIDTH * HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT; ++i) in[i] = static_cast<float>(i);
  const size_t row = WIDTH * sizeof(float);
  EXPECT_OK(cudaMemcpy2DToArray(array, 0, 0, in.data(), row, row, HEIGHT, cudaMemcpyHostToDevice));
  EXPECT_OK(
      cudaMemcpy2DFromArray(out.data(), row, array, 0, 0, row, HEIGHT, cudaMemcpyDeviceToHost));
  EXPECT(in == out);
  float part[2] = {};
  EXPECT_OK(cudaMemcpy2DFromArray(part, sizeof part, array, 3 * sizeof(float), 2, sizeof part, 1,
                                  cudaMemcpyDeviceToHost));
  EXPECT(part[0] == in[2 * WIDTH + 3] && part[1] == in[2 * WIDTH + 4]);

  cudaChannelFormatDesc asked{};
  cudaExtent extent{};
  unsigned flags = 99;
  EXPECT_OK(cudaArrayGetInfo(&asked, &extent, &flags, array));
  EXPECT(asked.x == 32 && asked.f == cudaChannelFormatKindFloat);
  EXPECT(extent.width == WIDTH && extent.height == HEIGHT && extent.depth == 0 && flags == 0);
  EXPECT_OK(cudaFreeArray(array));

  cudaArray_t cube = nullptr;
  EXPECT_OK(cudaMalloc3DArray(&cube, &channel, make_cudaExtent(4, 3, 2)));
  std::vector<float> voxels(24, 2.5F), back(24);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(voxels.data(), 4 * sizeof(float), 4, 3);
  p.dstArray = cube;
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_OK(cudaMemcpy3D(&p));
  cudaMemcpy3DParms q{};
  q.srcArray = cube;
  q.dstPtr = make_cudaPitchedPtr(back.data(), 4 * sizeof(float), 4, 3);
  q.extent = make_cudaExtent(4, 3, 2);
  q.kind = cudaMemcpyDeviceToHost;
  EXPECT_OK(cudaMemcpy3D(&q));
  EXPECT(voxels == back);
  EXPECT_OK(cudaFreeArray(cube));
  cudaGetLastError();
}

void driver_entry_points() {
  void* function = &function;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSuccess;
  EXPECT_OK(cudaGetDriverEntryPointByVersion("cuThereIsNoSuchFunction", &function, 13000,
                                             cudaEnableDefault, &found));
  EXPECT(found == cudaDriverEntryPointSymbolNotFound && function == nullptr);
}

void stream_attributes() {
  cudaStream_t stream = nullptr, other = nullptr;
  EXPECT_OK(cudaStreamCreate(&stream));
  EXPECT_OK(cudaStreamCreate(&other));
  cudaStreamAttrValue value{}, got{};
  value.syncPolicy = cudaSyncPolicyYield;
  EXPECT_OK(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  EXPECT_OK(cudaStreamCopyAttributes(other, stream));
  EXPECT_OK(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &got));
  EXPECT(got.syncPolicy == cudaSyncPolicyYield);
  EXPECT_OK(cudaStreamDestroy(stream));
  EXPECT_OK(cudaStreamDestroy(other));
  cudaGetLastError();
}

// What all pages of the range have in common; of its neighbour in the same allocation, too.
void managed_ranges() {
  constexpr size_t MIB = size_t{1} << 20;
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0}, host{cudaMemLocationTypeHost, 0};
  char* p = nullptr;
  EXPECT_OK(cudaMallocManaged(&p, 2 * MIB));
  const auto asked = [&](cudaMemRangeAttribute what, char* from, size_t bytes) {
    int value = 77;
    EXPECT_OK(cudaMemRangeGetAttribute(&value, sizeof value, what, from, bytes));
    return value;
  };
  EXPECT(asked(cudaMemRangeAttributeReadMostly, p, 2 * MIB) == 0);
  EXPECT(asked(cudaMemRangeAttributePreferredLocation, p, MIB) == cudaInvalidDeviceId);
  EXPECT(asked(cudaMemRangeAttributeLastPrefetchLocation, p, MIB) == cudaInvalidDeviceId);
  EXPECT_OK(cudaMemAdvise(p, MIB, cudaMemAdviseSetReadMostly, device));
  EXPECT_OK(cudaMemAdvise(p, 2 * MIB, cudaMemAdviseSetPreferredLocation, host));
  EXPECT_OK(cudaMemAdvise(p + MIB, MIB, cudaMemAdviseSetAccessedBy, device));
  EXPECT_OK(cudaMemPrefetchAsync(p, MIB, device, 0, nullptr));
  EXPECT_OK(cudaMemPrefetchAsync(p + MIB, MIB, host, 0, nullptr));
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(asked(cudaMemRangeAttributeReadMostly, p, MIB) == 1);
  EXPECT(asked(cudaMemRangeAttributeReadMostly, p, MIB + 1) == 0);
  EXPECT(asked(cudaMemRangeAttributePreferredLocation, p, 2 * MIB) == cudaCpuDeviceId);
  EXPECT(asked(cudaMemRangeAttributePreferredLocationType, p, MIB) == cudaMemLocationTypeHost);
  EXPECT(asked(cudaMemRangeAttributeLastPrefetchLocation, p, MIB) == 0);
  EXPECT(asked(cudaMemRangeAttributeLastPrefetchLocation, p + MIB, MIB) == cudaCpuDeviceId);
  EXPECT(asked(cudaMemRangeAttributeLastPrefetchLocation, p, 2 * MIB) == cudaInvalidDeviceId);
  EXPECT(asked(cudaMemRangeAttributeLastPrefetchLocationType, p, 2 * MIB) ==
         cudaMemLocationTypeInvalid);

  int devices[3] = {}, read_mostly = 0;
  void* values[] = {devices, &read_mostly};
  size_t sizes[] = {sizeof devices, sizeof read_mostly};
  cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributeAccessedBy,
                                        cudaMemRangeAttributeReadMostly};
  EXPECT_OK(cudaMemRangeGetAttributes(values, sizes, attributes, 2, p + MIB, MIB));
  EXPECT(devices[0] == 0 && devices[1] == cudaInvalidDeviceId && devices[2] == cudaInvalidDeviceId);
  EXPECT(read_mostly == 0);
  EXPECT_OK(cudaMemAdvise(p + MIB, MIB, cudaMemAdviseUnsetAccessedBy, device));
  EXPECT_OK(cudaMemAdvise(p, MIB, cudaMemAdviseUnsetPreferredLocation, device));
  EXPECT(asked(cudaMemRangeAttributeAccessedBy, p + MIB, MIB) == cudaInvalidDeviceId);
  EXPECT(asked(cudaMemRangeAttributePreferredLocation, p, 2 * MIB) == cudaInvalidDeviceId);

  EXPECT_CODE(cudaMemRangeGetAttribute(devices, 6, cudaMemRangeAttributeAccessedBy, p, MIB),
              cudaErrorInvalidValue);
  EXPECT_CODE(cudaMemRangeGetAttribute(devices, 4, cudaMemRangeAttributeReadMostly, p, 3 * MIB),
              cudaErrorInvalidValue);
  EXPECT_OK(cudaFree(p));
  cudaGetLastError();
}

int main() {
  managed_ranges();
  in_stream_order();
  pools();
  peers();
  arrays();
  driver_entry_points();
  stream_attributes();
  return result();
}
