// In place of NVIDIA's driver, for those who have no GPU: one H200 answers.
#include <cstring>

extern "C" {
int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) {
  *count = 1;
  return 0;
}
int cuDeviceGetName(char* name, int size, int) {
  std::strncpy(name, "NVIDIA H200", static_cast<std::size_t>(size));
  return 0;
}
int cuDriverGetVersion(int* version) {
  *version = 13000;
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;
  return 0;
}
}
