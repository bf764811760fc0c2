#include "simt/state/code.hpp"

#include <atomic>

#include "simt/state/checked_code.hpp"
#include "simt/state/recorded_code.hpp"
#include "simt/state/timed_code.hpp"
#include "simt/state/traced_code.hpp"

namespace lockstep::simt {

code::code()
    : number([] {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
      }()) {}
code::~code() = default;

const step* no_operation(warp&, const step* s) { return s + 1; }

}  // namespace lockstep::simt
