// Names of kernels for people.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::protocol {

// A demangled name without result, parameters and anonymous namespaces; long lists of template
// arguments are cut: "void reduce<512u, float>(float*, int)" is reduce<512u, float>.
std::string short_name(std::string_view demangled);

// The same of any function, uncut.
std::string qualified_name(std::string_view demangled);

}  // namespace lockstep::protocol
