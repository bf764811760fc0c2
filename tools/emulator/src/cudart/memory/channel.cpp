// Channel descriptors are plain values, which programs make even where they never use a texture.
#include <cuda_runtime_api.h>

extern "C" cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                       cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
