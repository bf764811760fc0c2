# Completion for fish: source it, or copy it to ~/.config/fish/completions (./lockstep help completion)
function __lockstep
    set -l words (commandline -opc) (commandline -ct)
    set -l program (string replace -r '^~/' $HOME/ -- $words[1])
    string match -q '*/*' -- $program; or set program (command -s $program)
    set -l folder (path dirname (path resolve $program))
    set -l tutor $folder/build/tools/tutor/lockstep-tutor
    set -q LOCKSTEP_BUILD; and set tutor $LOCKSTEP_BUILD/tools/tutor/lockstep-tutor
    test -x $tutor; and LOCKSTEP_ROOT=$folder $tutor complete -- $words[2..] 2>/dev/null
end
complete -c lockstep -a '(__lockstep)'
