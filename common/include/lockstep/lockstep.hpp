// Everything that the chapters share. Each header also stands alone; those without CUDA in them
// (compare, data, metrics, options, process, table) need no toolkit.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/check.hpp>
#include <lockstep/compare.hpp>
#include <lockstep/csv.hpp>
#include <lockstep/data.hpp>
#include <lockstep/device.hpp>
#include <lockstep/nvtx.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/options.hpp>
#include <lockstep/process.hpp>
#include <lockstep/program.hpp>
#include <lockstep/protocol/ratios.hpp>
#include <lockstep/table.hpp>
#include <lockstep/timer.hpp>
