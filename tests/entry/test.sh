#!/bin/sh
# Tests of ./lockstep itself, on a checkout that is as small as it can be: the real entry point and set-up,
# and the project in fixture/. nvcc is a fake that knows its version. Reports in TAP.
# Usage: test.sh CHECKOUT
set -u

checkout=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CI CUDA_HOME CUDA_PATH LOCKSTEP_BUILD LOCKSTEP_ROOT LOCKSTEP_MESON_OPTIONS
number=0
failures=0

# A checkout in a path with a space, and a toolkit.
course="$work/a course"
mkdir "$course" "$work/toolkit" "$work/toolkit/bin"
cp -R "$checkout/tests/entry/fixture/." "$checkout/lockstep" "$course/"
cp -R "$checkout/tools/setup" "$course/tools/"
fake_nvcc() {
    printf '#!/bin/sh\necho "Cuda compilation tools, release %s, V%s.0"\n' "$2" "$2" >"$1"
    chmod +x "$1"
}
fake_nvcc "$work/toolkit/bin/nvcc" 13.0
export LOCKSTEP_NVCC_SEARCH="$work/toolkit/bin"

# run ARGUMENT...: sets code; standard output and error are in $work/out and $work/err.
run() {
    "$course/lockstep" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
}

# ok NAME COMMAND...: one test point.
ok() {
    name=$1
    shift
    number=$((number + 1))
    if "$@"; then
        echo "ok $number - $name"
    else
        failures=$((failures + 1))
        echo "not ok $number - $name"
        sed 's/^/# out: /' "$work/out"
        sed 's/^/# err: /' "$work/err"
    fi
}

ended() { [ "$code" -eq "$1" ]; }
printed() { grep -qF -- "$1" "$work/out"; }
said() { grep -qF -- "$1" "$work/err"; }
# The fixture's tutor ends with 7, so nothing else does by accident.
handed_over() { ended 7 && printed "LOCKSTEP_ROOT: $course"; }
silent() { handed_over && [ ! -s "$work/err" ]; }
configured_again() { handed_over && said 'Configuring build'; }
did_no_work() { silent && grep -q 'no work to do' "$course/build/lockstep-logs/build.log"; }

run --help
ok 'help needs nothing' ended 0
ok 'help names the first commands' printed 'verify EXERCISE'
ok 'help builds nothing' [ ! -e "$course/build" ]

run --version
ok 'the version is told' printed 'lockstep 2.3.4'

timeout 10 "$course/lockstep" --help >/dev/full 2>"$work/err"
code=$?
ok 'help that cannot be written is 5' ended 5
for words in '--bogus' '--bogus x' 'test --part x' 'test --part'; do
    # shellcheck disable=SC2086 # words
    run $words
    ok "$words: the command line is wrong" ended 64
done
ok 'what is wrong is named' said "--part: '' is no part"
ok 'and nothing was built for it' [ ! -e "$course/build" ]

run one 'two words'
ok 'the first run builds and ends with the tutor'\''s code' handed_over
ok 'arguments arrive whole' printed 'argument: two words'
ok 'the tutor learns where the build is' printed "LOCKSTEP_BUILD: $course/build"
ok 'the tutor learns where the toolkit is' printed "CUDA_PATH: $work/toolkit"
ok 'progress goes to standard error' said 'built 4/4'

run again
ok 'the second run builds nothing and is silent' did_no_work

# The tutor has it while it builds (tools/tutor/programs/build.cpp).
(
    flock 9
    timeout 2 "$course/lockstep" x >"$work/out" 2>"$work/err" 9>&-
    exit $? # not the last command, which a shell may become: the lock would be gone
) 9>"$course/build/.lockstep-lock"
code=$?
ok 'it waits as long as another run builds' ended 124

ln -s "$course/lockstep" "$work/link"
"$work/link" x >"$work/out" 2>"$work/err"
code=$?
ok 'it can be called through a link' did_no_work

echo '# a change' >>"$course/meson.build"
run x
ok 'a changed meson.build is taken up' handed_over

mv "$course" "$work/moved course"
course="$work/moved course"
run x
ok 'a moved checkout is configured again' configured_again
ok 'and the reason is told' said 'This checkout has moved'

named="$course"
course="$work/$(printf 'caf\351')"
mv "$named" "$course"
run x
ok 'a folder whose name is not UTF-8 is refused' ended 5
ok 'and the reason is given' said 'is not UTF-8'
mv "$course" "$named"
course="$named"
run x

rm "$course/build/build.ninja"
run x
ok 'an interrupted configure is repeated' configured_again

echo spoilt >"$course/build/build.ninja"
run x
ok 'a spoilt configuration is repaired' configured_again

mv "$course/build" "$work/kept"
meson setup -Dwarning_level=3 "$course/build" "$course" >/dev/null
touch "$course/build/mark"
run x
ok 'a build folder configured by hand is used' handed_over
ok 'and keeps its options' grep -q 'warning_level = 3' "$course/build/meson-private/cmd_line.txt"
rm -rf "$course/build" && mv "$work/kept" "$course/build"

mkdir "$work/other" && mv "$work/toolkit" "$work/other/"
LOCKSTEP_NVCC_SEARCH="$work/other/toolkit/bin"
run x
ok 'another nvcc is taken when the first has gone' printed "CUDA_PATH: $work/other/toolkit"

LOCKSTEP_BUILD="$work/elsewhere" run x
ok 'the build can be elsewhere' printed "LOCKSTEP_BUILD: $work/elsewhere"

LOCKSTEP_MESON_OPTIONS='-Dwarning_level=3 -Doptimization=1' LOCKSTEP_BUILD="$work/options" run x
ok 'a new build folder gets the options that were asked for' \
    grep -q 'optimization = 1' "$work/options/meson-private/cmd_line.txt"

: >"$work/file"
LOCKSTEP_BUILD="$work/file/build" run x
ok 'a build folder that cannot be made is 5' ended 5
ok 'and is named' said "the build folder $work/file/build cannot be written to"

echo 'int main() { return nonsense; }' >"$course/tools/emulator/src/empty.cpp"
run x
ok 'code that does not compile is 5' ended 5
ok 'its error is shown' said 'was not declared in this scope'
ok 'the log is named' said 'build/lockstep-logs/build.log'
cp "$checkout/tests/entry/fixture/tools/emulator/src/empty.cpp" "$course/tools/emulator/src/"

# Without nvcc.
rm -rf "$course/build"
LOCKSTEP_NVCC_SEARCH="$work/nothing"
run x
ok 'without nvcc and a terminal it ends with 5' ended 5
ok 'it says what is missing' said "CUDA's compiler, nvcc, was not found"
ok 'it says how to go on' said './lockstep --yes x'
PIP_NO_INDEX=1 PIP_FIND_LINKS="$work" run --yes x
ok 'without a network it ends with 5' ended 5
ok 'it says what to do without a network' said 'PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels'
ok 'nothing is left of the attempt' [ ! -e "$course/.toolchain/incoming" ]

mkdir "$work/old"
fake_nvcc "$work/old/nvcc" 11.8
LOCKSTEP_NVCC_SEARCH="$work/old"
run x
ok 'an older CUDA is not used' ended 5
ok 'an older CUDA is named' said "$work/old/nvcc (CUDA 11.8)"
LOCKSTEP_NVCC_SEARCH="$work/other/toolkit/bin"

# The book's generator: asked for, fetched once, taken again when what it needs has changed.
mkdir -p "$course/tools/book/site"
echo 'no-such-thing==1.0' >"$course/tools/book/site/requirements.txt"
run docs --help
ok 'the help of docs fetches nothing' handed_over
run docs
ok 'docs asks before it fetches the generator' said "The book's generator was not found"
ok 'without a terminal to ask on it ends with 5' ended 5
PIP_NO_INDEX=1 PIP_FIND_LINKS="$work" run --yes docs
ok 'docs without a network ends with 5' ended 5
ok 'it says what to do about the generator' said 'PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels'
ok 'no half of a generator is left' [ ! -e "$course/.toolchain/docs" ]
echo '# nothing' >"$course/tools/book/site/requirements.txt"
PIP_NO_INDEX=1 run --yes docs --serve
ok 'docs hands over once its generator is there' handed_over
run docs
ok 'and does not ask again' silent
echo '# another' >"$course/tools/book/site/requirements.txt"
run docs
ok 'what it needs has changed: it asks' ended 5
rm -rf "$course/build"

# Without Meson, on a machine whose apt-get installs it. All programs but that one are linked.
mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin/" 2>/dev/null
meson=$(command -v meson)
ninja=$(command -v ninja)
rm -f "$work/bin/meson" "$work/bin/apt-get" "$work/bin/apt-cache" "$work/bin/sudo"
cat >"$work/bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >>"$work/apt-get.log"
case \$* in *install*) ln -sf "$meson" "$work/bin/meson" ;; esac
END
cat >"$work/bin/sudo" <<'END'
#!/bin/sh
exec "$@"
END
chmod +x "$work/bin/apt-get" "$work/bin/sudo"
old_path=$PATH
PATH=$work/bin
run x
ok 'a missing package and no terminal is 5' ended 5
ok 'it prints the command' said 'apt-get install --no-install-recommends meson'
ok 'nothing was installed' [ ! -e "$work/apt-get.log" ]
run --yes x
ok 'with --yes it is installed' handed_over
ok 'only what is missing is installed' \
    grep -q 'install -y --no-install-recommends meson$' "$work/apt-get.log"
rm -rf "$course/build" "$work/bin/meson" "$work/bin/apt-get"
run --yes x
ok 'without apt-get it is 5' ended 5
ok 'without apt-get it says what to install' said 'this system has no apt-get'

# A release that does not have a package.
printf '#!/bin/sh\nexit 100\n' | tee "$work/bin/apt-get" >"$work/bin/apt-cache"
chmod +x "$work/bin/apt-get" "$work/bin/apt-cache"
run --yes x
ok 'a package that the release does not have is named' said 'has no package meson.'
rm "$work/bin/apt-get" "$work/bin/apt-cache"

# A name that apt-get does not know keeps it from installing any other. What is optional may be missing.
debian_packages() {
    # shellcheck source=tools/setup/packages.sh
    (. "$checkout/tools/setup/packages.sh" && requirements) | grep -v '^optional' | cut -d '|' -f 3
}
names_known_to_apt() {
    for package in $(debian_packages); do
        apt-cache show "$package" >"$work/out" 2>&1 || return
    done
}
PATH=$old_path
# Without lists it knows only what is installed.
if find /var/lib/apt/lists -name '*_Packages*' 2>/dev/null | grep -q .; then
    ok 'apt-get knows all packages' names_known_to_apt
fi
PATH=$work/bin

# Fedora and Arch: their managers, and their names of the packages.
for manager in dnf pacman; do
    cat >"$work/bin/$manager" <<END
#!/bin/sh
echo "\$*" >>"$work/$manager.log"
ln -sf "$meson" "$work/bin/meson"
ln -sf "$ninja" "$work/bin/ninja"
END
    chmod +x "$work/bin/$manager"
    rm -rf "$course/build" "$work/bin/meson" "$work/bin/ninja"
    run --yes x
    ok "$manager installs what is missing" handed_over
    rm "$work/bin/$manager"
done
ok 'dnf gets the names of Fedora' grep -q '^install .* ninja-build meson$' "$work/dnf.log"
ok 'pacman gets the names of Arch' grep -q '^-S .* ninja meson$' "$work/pacman.log"

# The newest Meson of the distribution is too old.
rm -rf "$course/build" "$work/bin/meson"
printf '#!/bin/sh\necho 0.61.2\n' >"$work/bin/meson"
printf '#!/bin/sh\n' >"$work/bin/apt-get"
chmod +x "$work/bin/meson" "$work/bin/apt-get"
PIP_NO_INDEX=1 PIP_FIND_LINKS="$work" run --yes x
ok 'a Meson that is too old is named' said 'Meson 1.0.1 or newer is needed'
ok 'without a network it ends with 5' ended 5
ok 'no half of a Meson is left' [ ! -e "$course/.toolchain/meson" ]
mkdir -p "$course/.toolchain/meson/bin"
ln -s "$meson" "$course/.toolchain/meson/bin/meson"
run x
ok 'a Meson that was fetched comes first' handed_over
rm -rf "$course/build" "$course/.toolchain/meson" "$work/bin/meson"
ln -s "$meson" "$work/bin/meson"

mv "$work/bin/g++" "$work/kept g++"
cat >"$work/bin/g++" <<END
#!/bin/sh
[ "\$1" != -dumpversion ] || { echo 10 && exit; }
exec "$work/kept g++" "\$@"
END
chmod +x "$work/bin/g++"
run x
ok 'a compiler that is too old is named' said 'g++ 11 or newer is needed'
ok 'and is 5' ended 5
mv "$work/kept g++" "$work/bin/g++"

mkdir "$work/choosy"
fake_nvcc "$work/choosy/nvcc" 13.0
echo 'echo "#error -- unsupported GNU version! gcc versions later than 15 are not supported!"' >>"$work/choosy/nvcc"
LOCKSTEP_NVCC_SEARCH="$work/choosy" run x
ok 'a compiler that nvcc does not know is named' said 'which is too new'
ok 'and it says what to do' said 'NVCC_CCBIN='

# A C library that declares what older toolkits declare otherwise (Ubuntu 26.04).
rm -rf "$course/build" "$work/bin/getconf"
printf '#!/bin/sh\necho glibc 2.43\n' >"$work/bin/getconf"
chmod +x "$work/bin/getconf"
run x
ok 'a toolkit that the C library contradicts is named' said 'CUDA 13.0, whose headers contradict glibc 2.43'
ok 'and a later one is asked for' said 'CUDA 13.2 is needed'
mkdir "$work/later"
fake_nvcc "$work/later/nvcc" 13.2
LOCKSTEP_NVCC_SEARCH="$work/toolkit/bin:$work/later" run x
ok 'a later one is taken' handed_over
PATH=$old_path

echo "1..$number"
[ "$failures" -eq 0 ]
