// Not a program: nvcc must refuse it, and a test sees that it does. Until CUDA 11 a kernel could
// wait for its children; for compute capability 9.0, and by default since CUDA 12, it cannot.
__global__ void child() {}

__global__ void parent() {
  child<<<1, 1>>>();
  cudaDeviceSynchronize();
}
