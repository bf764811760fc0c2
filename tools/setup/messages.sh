# shellcheck shell=sh
# What the set-up says, and how it asks. All of it goes to standard error: standard output belongs
# to the tutor, which may be writing JSON.
# Uses: yes, command_line.

say() {
    printf '%s\n' "$@" >&2
}

# fail LINE...: what is wrong, then what to do. Exit code 5 means "set-up missing".
fail() {
    say "" "lockstep: $1"
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 5
}

# wrong_usage LINE...: the same, of a command line that nobody understands.
wrong_usage() {
    say "lockstep: $1"
    shift
    printf '  %s\n' "$@" >&2
    exit 64
}

# confirm QUESTION COMMAND...: returns if the answer is yes; otherwise says how to do it by hand.
confirm() {
    question=$1
    shift
    [ -n "$yes" ] && return 0
    if [ -t 0 ] && [ -t 2 ]; then
        printf '%s [Y/n] ' "$question" >&2
        IFS= read -r answer || answer=n
        case $answer in
            '' | [yY] | [yY][eE][sS]) return 0 ;;
        esac
        fail "nothing was installed. By hand it is:" "$@"
    fi
    fail "there is no terminal to ask on. Install it by hand:" "$@" \
        "or let lockstep do it:" "    $command_line"
}
