// What device code learns when it calls the runtime.
#pragma once

#include <memory>

#include "simt/device_runtime/device_services.hpp"

namespace lockstep::cudart {

std::shared_ptr<const simt::device_services> services_for_device_code();

}  // namespace lockstep::cudart
