// The program of an answer: it says hello to the grader and does what the grader asks for.
#include <lockstep/prediction.hpp>

#include LOCKSTEP_INTERFACE

#include "functions.hpp"

namespace lockstep::apart {

const function_of_answer functions[] = {
#define APART_FUNCTION(result, name, parameters, ...)                       \
  {hash(#name #parameters), [](incoming& from, outgoing& to) {              \
     run_function(                                                          \
         static_cast<result(*) parameters>(name),                           \
         [] parameters { return std::make_tuple(__VA_ARGS__); }, from, to); \
   }},
#define APART_FUNCTION_TO_HOST(most, ...) APART_FUNCTION(__VA_ARGS__)
#define APART_SPECIALISATION APART_FUNCTION
#define APART_CONSTANT(type, name)
#define APART_KERNEL(mangled, name, parameters)
#include LOCKSTEP_CALLS
#undef APART_FUNCTION
#undef APART_FUNCTION_TO_HOST
#undef APART_SPECIALISATION
#undef APART_CONSTANT
    {0, nullptr}};

void put_constants([[maybe_unused]] outgoing& to) {
#define APART_FUNCTION(...)
#define APART_FUNCTION_TO_HOST(...)
#define APART_SPECIALISATION(...)
#define APART_CONSTANT(type, name) to.put(name);
#include LOCKSTEP_CALLS
}

}  // namespace lockstep::apart

int main() { return lockstep::apart::serve(); }
