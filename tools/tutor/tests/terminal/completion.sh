#!/bin/sh
# Types into bash, zsh and fish, those that are installed, in a real terminal (tmux), presses Tab, and looks at what stands there.
# Usage: completion.sh TUTOR COURSE CHECKOUT
set -eu
tutor=$1 course_source=$2 completion=$3/tools/tutor/completion
work=$(mktemp -d)
export TMUX_TMPDIR="$work"
# A server for each shell: one that is just ending would take the next session with it.
shell=none
terminal() { tmux -f /dev/null -L "lockstep-$shell" "$@"; }
finish() {
    terminal kill-server 2>/dev/null || true
    sleep 0.2 # until the shells have written their histories
    rm -rf "$work"
}
trap finish EXIT INT TERM

course="$work/a course" # paths with spaces are paths, too
cp -R "$course_source" "$course"
cd "$course"
mkdir -p build/tools/tutor
ln -s "$tutor" build/tools/tutor/lockstep-tutor
printf '#!/bin/sh\n' >lockstep
chmod +x lockstep
: >my_program.cu
ln -s "$course" "$work/link"

screen() { terminal capture-pane -p -t test; }

# typed WORDS RESULT: after WORDS, Tab and "@" the line is RESULT and "@".
typed() {
    terminal send-keys -t test C-u
    terminal send-keys -t test -l "$1"
    terminal send-keys -t test Tab
    terminal send-keys -t test -l @
    for _ in $(seq 100); do
        screen | grep -qxF -- "> $2@" && break
        sleep 0.1
    done
    screen | grep -qxF -- "> $2@" || {
        echo "$shell: after \"$1\" and Tab the line is not \"$2\"; the screen:" >&2
        screen >&2
        exit 1
    }
    terminal send-keys -t test C-u
    terminal send-keys -t test C-l
}

# start SHELL COMMAND: a shell without anybody's settings, that shows "> " when it waits.
start() {
    shell=$1
    terminal new-session -d -s test -x 100 -y 24 -e "HOME=$work" -e LC_ALL=C.UTF-8 "PATH='$work/link:$PATH' $2"
    for _ in $(seq 100); do
        screen | grep -q '^> *$' && return
        sleep 0.1
    done
    echo "$shell does not start; the screen:" >&2
    screen >&2
    exit 1
}

completes() {
    typed './lockstep verif' './lockstep verify '
    typed './lockstep verify 01_first/sq' './lockstep verify 01_first/square '
    typed './lockstep verify --chap' './lockstep verify --chapter '
    typed './lockstep --backend em' './lockstep --backend emulator '
    typed './lockstep author che' './lockstep author check '
    typed './lockstep exec my_pro' './lockstep exec my_program.cu '
    # From elsewhere.
    terminal send-keys -t test 'cd ..' Enter
    typed 'a\ course/lockstep verif' 'a\ course/lockstep verify '
    typed 'a\ course/lockstep hint 01_first/pr' 'a\ course/lockstep hint 01_first/promise '
    # shellcheck disable=SC2088 # for the shell to expand
    typed '~/link/lockstep verif' '~/link/lockstep verify '
    typed 'lockstep verif' 'lockstep verify '
    terminal kill-server
}

tried=
if command -v bash >/dev/null; then
    printf 'PS1="> "; source "%s/lockstep.bash"\n' "$completion" >"$work/bashrc"
    start bash "bash --noprofile --rcfile '$work/bashrc' -i"
    completes
    tried="$tried bash"
fi
if command -v zsh >/dev/null; then
    mkdir "$work/zsh"
    # shellcheck disable=SC2016 # for zsh to expand
    printf 'PS1="> "; fpath=("%s" $fpath); autoload -U compinit; compinit -u\n' "$completion" >"$work/zsh/.zshrc"
    start zsh "env ZDOTDIR='$work/zsh' zsh -o noglobalrcs -i"
    completes
    tried="$tried zsh"
fi
if command -v fish >/dev/null; then
    mkdir -p "$work/.config/fish"
    printf 'function fish_prompt; echo "> "; end; set -g fish_greeting; set -g fish_autosuggestion_enabled 0; source "%s/lockstep.fish"\n' \
        "$completion" >"$work/.config/fish/config.fish"
    start fish "env XDG_CONFIG_HOME='$work/.config' fish -i"
    completes
    tried="$tried fish"
fi
echo "tried:$tried"
