# Completion for bash: source tools/tutor/completion/lockstep.bash (./lockstep help completion)
_lockstep() {
    local program folder tutor
    program=$(xargs printf '%s' <<<"${COMP_WORDS[0]}" 2>/dev/null) # without quotes
    program=${program/#\~\//$HOME/}
    [[ $program == */* ]] || program=$(type -P "$program")
    folder=$(dirname "$(readlink -f "$program")")
    tutor=${LOCKSTEP_BUILD:-$folder/build}/tools/tutor/lockstep-tutor
    [[ -x $tutor ]] || return
    mapfile -t COMPREPLY < <(LOCKSTEP_ROOT=$folder "$tutor" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -F _lockstep lockstep ./lockstep
