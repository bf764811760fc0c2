// Launching a kernel: the one door into the execution engine, for the runtime library and for
// tests.
#pragma once

#include "simt/run/engine.hpp"
#include "simt/run/image.hpp"
