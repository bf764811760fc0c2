#!/bin/sh
# kernels.sh hands the linker the device code and the constants of an answer, and nothing that the host could execute.
# Usage: kernels_alone.sh KERNELS_SH
set -eu
kernels=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "$*" >&2
    exit 1
}

# As nvcc's object of an answer, with more than was asked for: code that would run first, one more function, one more
# constant, and one that says that it is code (STT_GNU_IFUNC), in an executable section with an address in it.
cat >answer.cpp <<'END'
asm(".pushsection .nv_fatbin, \"a\"\n.quad 1\n.popsection");
extern const int chosen, computed, other;
const int chosen = 42, other = 43;
int steps() { return chosen; }
const int computed = steps() + rand();
__attribute__((constructor)) static void first() {}
asm(".section .rodata, \"ax\", @progbits, unique, 1\n.globl pretends\n.type pretends, @gnu_indirect_function\n"
    "pretends: .quad _Z5stepsv\n.text");
END
c++ -Wa,--no-warn -include cstdlib -c answer.cpp -o answer.o
printf '_Z5twicePii\nchosen\ncomputed\npretends\n__fatbinwrap_*\n' >interface
cat >ld <<'END'
#!/bin/sh
for argument; do case $argument in *.a.p/*) ;; *.o) cp "$argument" linked.o ;; esac; done
END
chmod +x ld
"$kernels" interface "$scratch/ld" grader.a.p/grader.o answer.o

names=$(nm --extern-only --format=posix linked.o | cut -d' ' -f1 | LC_ALL=C sort | tr '\n' ' ')
[ "$names" = "chosen computed lockstep_answer_code pretends " ] || fail "other names are linked: $names"
readelf --section-headers --wide linked.o | sed 1,/Nr/d | grep -E ' (W?AX|RELA?) ' && fail "something could be executed, or has addresses"

# The list of relocatable device code is compiled for the host.
printf '#define NUM_PRELINKED_OBJECTS 1\nDEFINE_REGISTER_FUNC(_967d6ff7_5_hi_cu_8ea944bd)\n' >list
[ "$("$kernels" interface echo "REGISTERLINKBINARYFILE=\"list\"")" = 'REGISTERLINKBINARYFILE="list"' ] ||
    fail "nvcc's list is not compiled"
printf 'DEFINE_REGISTER_FUNC(_x(); } void more() { steps)\n' >>list
if "$kernels" interface echo "REGISTERLINKBINARYFILE=\"list\"" 2>errors; then fail "a list with code in it is compiled"; fi
grep -q 'list:1: error: the names of the device code' errors || fail "the reason is missing: $(cat errors)"
