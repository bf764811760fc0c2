#!/bin/sh
# What a grader says and returns that runs without the tutor.
# Usage: alone.sh LIBRARY TESTS (the emulator's, and the support library's tests, which are a grader)
LD_LIBRARY_PATH=$(dirname "$1")
export LD_LIBRARY_PATH
unset LOCKSTEP_CHECKS LOCKSTEP_KEEP_GOING LOCKSTEP_RESULT_FD LOCKSTEP_TIME_LIMIT
tests=$2
failed=0

# expect CODE TEXT [VARIABLE=VALUE] OPTION: the exit code and what is said, with an option of doctest.
expect() {
    code=$1
    text=$2
    shift 2
    setting=LOCKSTEP_QUIET=1
    case $1 in
        LOCKSTEP_*)
            setting=$1
            shift
            ;;
    esac
    said=$(env "$setting" "$tests" --no-skip "$@" 2>&1)
    got=$?
    case $got:$said in
        "$code:"*"$text"*) return ;;
    esac
    echo "$*: exit code $got, not $code with '$text':"
    echo "$said"
    failed=1
}

expect 0 SUCCESS --test-case='passes,needs a GPU'
expect 0 SUCCESS LOCKSTEP_NONCE=of_the_shell --test-case=passes
expect 1 FAILURE --test-case=fails
expect 2 'before the grader was done' --test-case='ends with success'
expect 2 'crashed: Aborted' --test-case=crashes
expect 4 'it still ran after 1 s' LOCKSTEP_TIME_LIMIT=1 --test-case='never ends'
expect 5 'Not passed: 1 of 2 test cases could not be decided. Nobody can say.' --test-case='passes,is undecided'
expect 1 FAILURE --test-case='fails,is undecided'
expect 0 SUCCESS --test-case='finds nothing'
expect 5 'Not all checks are on' LOCKSTEP_CHECKS=memcheck --test-case='finds nothing'
expect 1 'no test case was run' --test-case='of another name'
expect 0 'crashes' --list-test-cases
expect 64 'not a number of seconds' LOCKSTEP_TIME_LIMIT=soon --test-case=passes

# What is said of a wrong prediction: the side on which a number lies, and of a choice not even which one it is.
expect 1 'a block: warps: predicted 2, which is too low' --test-case='predicts too little'
expect 1 'a block: warps: predicted 4, which is too high' --test-case='predicts too much'
expect 1 'a loop: not all of the 2 answers are right' --test-case='says yes for no'
expect 1 'a loop: not all of the 2 answers are right
  1 of the other 2 predictions are right; also wrong: a block: warps' --test-case='says yes for no and gives a wrong number'
expect 1 'reads: not right' --test-case='gives a number for a code'
expect 1 'ERROR: a loop: fewer registers: not answered yet' --test-case='leaves a choice open'
exit $failed
