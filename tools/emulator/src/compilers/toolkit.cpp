// Stands for the toolkit's own library while this project is linked: what has the same name as ours
// must be needed by its path, and the linker writes down the name that a library gives itself. This
// one gives itself that path. It is not used when a program runs.

#if defined(LOCKSTEP_NVRTC)
extern "C" int nvrtcGetPTX(void*, char*) { return 0; }
extern "C" int nvrtcGetPTXSize(void*, unsigned long*) { return 0; }
#else
extern "C" int __nvJitLinkGetLinkedPtx_13_0(void*, char*) { return 0; }
extern "C" int __nvJitLinkGetLinkedPtxSize_13_0(void*, unsigned long*) { return 0; }
#endif
