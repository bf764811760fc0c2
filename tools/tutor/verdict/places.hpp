// Places in the learner's file that a grader names by what stands there.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tutor {

// The line of `source` in which it launches the kernel; 0 if there is none, or more than one.
unsigned line_of_launch(const std::string& source, const std::string& kernel);

// Where the blocks (argument 1) or the threads of a block (2) of that launch get their number, or
// the blocks the order of their extents (3): the launch itself, or the line above it that assigns
// to the variable. `launched`: the line of the launch, where it is known; 0: it is looked for.
unsigned line_of_shape(const std::string& source, const std::string& kernel, unsigned argument,
                       unsigned launched = 0);

// The line that defines, assigns to or calls what `names` says ("printf puts"): the first of the
// names that the source has. Of a function that it defines, the line that returns its value, or
// its loop if it has no value, if there is one alone; of a kernel, its first line. 0 if there is no
// such line, or more than one and no `occurrence` (1: the first) is asked for.
unsigned line_of_name(const std::string& source, const std::string& names, unsigned occurrence);

// The line of code about which a comment, beside it or above it, says one of the names; 0: none, or
// several.
unsigned line_of_comment(const std::string& source, const std::string& names);

// Where the variable gets its value that line `line` uses as a subscript; 0 if there is none, or
// more than one that is not just counted by a loop.
unsigned line_of_subscript(const std::string& source, unsigned line);

// The names of functions of the host that `source` defines; not those that a compiler may execute.
std::vector<std::string> host_functions_of(const std::string& source);
// The first line of the function of the host in `source`; 0 if there is none, or more than one.
unsigned line_of_host_function(const std::string& source);
// The last line that instantiates the template which the declaration `what` names: "template void
// sums(const int*);". 0: there is none.
// Where a function is called that a linker says is defined nowhere; 0: not known.
unsigned line_of_undefined(const std::string& source, const std::string& what);
unsigned line_of_instantiation(const std::string& source, const std::string& what);
// The one line of code with a name that is that word, or begins with it: `two_ifs_predicted`.
unsigned line_of_name_like(const std::string& source, const std::string& word);

// The head of a kernel's only loop; 0 if it has none, or several.
unsigned line_of_loop_in(const std::string& source, const std::string& kernel);

// The head of the loop around the line, which may stand in it; 0: there is none.
unsigned line_of_loop(const std::string& source, unsigned line);

// Where the variable that the line assigns is declared, as one of `types`; 0: it is not clear, or
// it has another type.
unsigned line_of_declaration(const std::string& source, unsigned line,
                             const std::vector<std::string>& types);

// The first call of the runtime in the function around `line`, above it, whose result is dropped.
struct dropped_call {
  unsigned line = 0;  // 0: there is none
  std::string function;
};
dropped_call first_dropped_call(const std::string& source, unsigned line);

// The line that declares an array of this name in shared memory; 0: there is none, or several.
unsigned line_of_shared_array(const std::string& source, const std::string& name);

// The first line with what an answer may not have: "uses NAME, which is the grader's", "includes
// FILE". 0: none is found.
unsigned line_of_violation(const std::string& violation, const std::string& source);

}  // namespace lockstep::tutor
