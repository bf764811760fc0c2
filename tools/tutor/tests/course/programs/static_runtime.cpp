// Looks like a program that nvcc linked with its own copy of the runtime.
__attribute__((section(".nv_fatbin"), used)) static const char device_code[] = "device code";

int main() {}
