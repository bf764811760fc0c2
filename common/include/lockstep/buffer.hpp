// Memory that frees itself: on the device, and page-locked on the host.
#pragma once

#include <lockstep/check.hpp>

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lockstep {

// `size()` elements of T in device memory, not initialised. Movable, not copyable.
template <typename T>
class device_buffer {
 public:
  device_buffer() = default;
  explicit device_buffer(std::size_t size) : size_(size) {
    if (size > 0) CUDA_CHECK(cudaMalloc(&data_, bytes()));
  }
  explicit device_buffer(const std::vector<T>& values) : device_buffer(values.size()) {
    upload(values);
  }
  device_buffer(device_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  device_buffer& operator=(device_buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~device_buffer() { (void)cudaFree(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  void upload(const std::vector<T>& values) {
    if (values.size() > size_) throw std::length_error("device_buffer: more values than room");
    if (values.empty()) return;
    CUDA_CHECK(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }

  // The first `count` elements; waits for the kernels before it.
  std::vector<T> download(std::size_t count) const {
    if (count > size_)
      throw std::length_error("device_buffer: more values asked for than there are");
    std::vector<T> values(count);
    if (count > 0)
      CUDA_CHECK(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  std::vector<T> download() const { return download(size_); }

  // Fills every byte with a value that no test expects, so that a result which was never written is
  // not taken for one.
  void poison() {
    if (size_ > 0) CUDA_CHECK(cudaMemset(data_, 0xA5, bytes()));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// `size()` elements of T in page-locked host memory: the device copies to and from it without a
// detour.
template <typename T>
class pinned_buffer {
 public:
  pinned_buffer() = default;
  explicit pinned_buffer(std::size_t size) : size_(size) {
    if (size > 0) CUDA_CHECK(cudaMallocHost(&data_, size * sizeof(T)));
  }
  pinned_buffer(pinned_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  pinned_buffer& operator=(pinned_buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~pinned_buffer() { (void)cudaFreeHost(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lockstep
