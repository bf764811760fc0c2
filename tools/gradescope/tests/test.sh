#!/bin/sh
# test.sh SCRIPTS: run_autograder and setup.sh in Gradescope's folders, with a `lockstep` that says what it was asked.
set -u
scripts=$1
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
export AUTOGRADER="$top"
failed=0

expect() { # WHAT GOT WANTED
    [ "$2" = "$3" ] && return
    echo "$1: got '$2', expected '$3'"
    failed=1
}

mkdir -p "$top/source/exercises" "$top/source/solutions/05_reduction" "$top/submission" "$top/results"
printf "exercises='05_reduction/ragged 05_reduction/scan'\nseed=7\n" >"$top/source/settings.sh"
touch "$top/source/solutions/05_reduction/ragged.cu" "$top/source/solutions/05_reduction/scan.cu"
touch "$top/submission/ragged.cu"

# lockstep CODE POINTS: grades with that exit code, and gives the solutions that number of points.
lockstep() {
    cat >"$top/source/lockstep" <<END
#!/bin/sh
echo "\$*" >>"$top/asked"
[ "\$1" = grade ] || exit 0
case "\$*" in *--json*) echo '{"points_possible": 20, "students": [{"points": $2}]}' ;; esac
ls -R "\$2" >"$top/seen"
while [ \$# -gt 1 ]; do
    [ "\$1" = --gradescope ] && mkdir -p "\$2/submission" && echo '{"score": 10}' >"\$2/submission/results.json"
    shift
done
echo "there is <nothing>" >&2
exit $1
END
    chmod +x "$top/source/lockstep"
    rm -f "$top/asked" "$top/results/results.json"
}

lockstep 0 20
"$scripts/run_autograder" >/dev/null
expect 'exit code' $? 0
expect 'marks' "$(cat "$top/results/results.json")" '{"score": 10}'
expect 'exercises' "$(grep -c -- '--exercise 05_reduction/ragged --exercise 05_reduction/scan --seed 7' "$top/asked")" 1
expect 'the submission' "$(grep -c '^ragged.cu$' "$top/seen")" 1

lockstep 64 20
"$scripts/run_autograder" >/dev/null
expect 'exit code where nothing was found' $? 0
expect 'points for nothing' "$(python3 -c "import json; print(json.load(open('$top/results/results.json'))['score'])")" 0
expect 'files that are expected' "$(grep -c '05_reduction/scan.cu' "$top/results/results.json")" 1

lockstep 5 20
"$scripts/run_autograder" >/dev/null
expect 'exit code where grading failed' $? 1
expect 'marks where grading failed' "$([ -e "$top/results/results.json" ] && echo some)" ''

lockstep 0 20
"$scripts/setup.sh" >/dev/null 2>&1
expect 'setup' $? 0
lockstep 0 15
"$scripts/setup.sh" >/dev/null 2>&1
expect 'setup where a solution fails' $? 1
exit $failed
