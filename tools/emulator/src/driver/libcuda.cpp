// libcuda.so.1: the driver's library by name. Its functions are in libcudart.so.13, which it needs,
// so that both APIs share one device, its memory and its streams. Whoever looks for a function in
// this library finds it there.

extern "C" int cuInit(unsigned flags);

// Without it the linker would leave out a library that nothing here uses.
extern int (*const lockstep_driver_library)(unsigned);
int (*const lockstep_driver_library)(unsigned) = cuInit;
