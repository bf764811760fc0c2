# shellcheck shell=sh
# Configures the build folder once and builds what a command needs. `lockstep-setup` in the build
# folder records for what it was configured, so that a later run need not look at anything else.
# Uses: root, build, nvcc and the functions of the other files here.

log_folder=$build/lockstep-logs

# What the record must say: for which checkout, and by which version of these scripts.
fingerprint() {
    printf '%s %s' "$(cat "$root"/tools/setup/*.sh | cksum)" "$root"
}

# Reads the record. It counts if it was made for this checkout by these scripts, and nvcc is there.
is_set_up() {
    recorded_nvcc=
    [ -f "$build/build.ninja" ] && [ -f "$build/lockstep-setup" ] || return 1
    { IFS= read -r recorded && IFS= read -r recorded_nvcc; } <"$build/lockstep-setup" || return 1
    nvcc=$recorded_nvcc
    [ "$recorded" = "$(fingerprint)" ] && [ -x "$nvcc" ]
}

record_setup() {
    printf '%s\n' "$(fingerprint)" "$nvcc" >"$build/lockstep-setup" 2>/dev/null ||
        build_failed "the build folder cannot be written to"
}

# Whether what Meson configured is for this checkout and this nvcc. A folder without a record was
# configured by hand, maybe with options, and is taken as it is.
is_configured() {
    [ -f "$build/build.ninja" ] || return 1
    grep -qF "\"$root\"" "$build/meson-info/meson-info.json" 2>/dev/null || return 1
    [ -z "$recorded_nvcc" ] || [ "$recorded_nvcc" = "$nvcc" ]
}

# Whether Meson configured it for a checkout elsewhere: paths are in all that was compiled.
has_moved() {
    [ -f "$build/meson-info/meson-info.json" ] &&
        ! grep -qF "\"$root\"" "$build/meson-info/meson-info.json"
}

# After an interrupted configure, a move of the checkout or a change of nvcc. Only what Meson and
# ninja made is removed.
forget_configuration() {
    rm -rf "$build"/meson-* "$build"/.ninja_* "$build/build.ninja" "$build/lockstep-setup"
}

need_build_folder() {
    reason=$({ mkdir -p "$log_folder" && : >>"$build/.lockstep-lock"; } 2>&1) ||
        fail "the build folder $build cannot be written to." "$reason" \
            "Fix that, or name another folder: LOCKSTEP_BUILD=FOLDER ./lockstep"
}

# Two runs at once must not configure or build the same folder: the lock is that of the tutor
# (tools/tutor/programs/build.cpp). Without flock they are on their own.
lock_build_folder() {
    exec 9>>"$build/.lockstep-lock"
    if command -v flock >/dev/null 2>&1; then
        flock 9
    fi
}

configure() {
    if has_moved; then
        say "This checkout has moved; the build refers to the old place, so it is rebuilt."
    fi
    say "Configuring ${build#"$root"/}; the first build takes a few minutes"
    forget_configuration
    log=$log_folder/configure.log
    # Meson 1.0 takes the place of nvcc from a file only, or from PATH, which a learner who calls
    # ninja would have to set.
    # shellcheck disable=SC2086 # LOCKSTEP_MESON_OPTIONS: several options, separated by spaces
    printf '[binaries]\ncuda = %s\nnvcc = %s\n' "'$nvcc'" "'$nvcc'" >"$build/lockstep-nvcc.ini" &&
        meson setup ${LOCKSTEP_MESON_OPTIONS:-} --native-file "$build/lockstep-nvcc.ini" \
            "$build" "$root" >"$log" 2>&1 ||
        build_failed "the build could not be configured"
}

# Meson writes its files in UTF-8, and ends with a traceback where a folder's name is something else.
need_utf8_name() {
    command -v iconv >/dev/null 2>&1 || return 0
    printf '%s' "$root$build" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 ||
        fail "the name of the folder $root is not UTF-8, and Meson cannot build there." \
            "Rename that folder, or move the course to another one."
}

set_up() {
    [ "$(uname -s)" = Linux ] ||
        fail "Lockstep runs on Linux (on Windows: in WSL); this is $(uname -s)."
    if is_set_up; then
        use_nvcc "$nvcc"
        need_build_folder
        lock_build_folder
        return
    fi
    need_utf8_name
    need_packages
    need_nvcc
    use_nvcc "$nvcc"
    need_build_folder
    lock_build_folder
    is_configured || configure
    record_setup
}

# build_failed WHAT: shows the end of $log that matters.
build_failed() {
    if grep -qs 'No space left on device' "$log" ||
        ! echo test >"$log_folder/space" 2>/dev/null; then
        fail "no space is left on the disk of $build." \
            "Make room (the build needs 500 MB) and run lockstep again."
    fi
    say "" "$(relevant_end "$log")"
    fail "$1." "The whole log: $log"
}

# From the first failed command on, without its command line, which is long; or from Meson's error
# on; else the last lines.
relevant_end() {
    if grep -q '^FAILED: ' "$1" && ! configuration_is_broken "$1"; then
        sed -n '/^FAILED: /,$p' "$1" | sed '/^FAILED: /{n;d;}' | head -n 40
    elif grep -q 'ERROR: ' "$1"; then
        sed -n '/ERROR: /,$p' "$1" | head -n 25
    else
        tail -n 25 "$1"
    fi
}

# Whether ninja got no further than its own files: an interrupt or a full disk can spoil them.
configuration_is_broken() {
    grep -q -e '^FAILED: build.ninja' -e '^ninja: error: .*build\.ninja' \
        -e '^ninja: error: loading' "$1"
}

# Reads ninja's output: all of it goes to the log, its progress to the terminal. Where there is no
# terminal, a line for every tenth of the way is enough.
show_progress() {
    shown=-1
    while IFS= read -r line; do
        printf '%s\n' "$line" 2>/dev/null
        case $line in
            '['*'/'*'] '*) ;;
            *) continue ;;
        esac
        position=${line%%]*}
        position=${position#[}
        if [ -t 2 ]; then
            printf '\r\033[K  %.76s' "[$position] ${line#*] }" >&2
            shown=0
        else
            tenth=$((10 * ${position%/*} / (${position#*/} + 1)))
            [ "$tenth" -eq "$shown" ] || say "  built $position"
            shown=$tenth
        fi
    done
    if [ -t 2 ] && [ "$shown" -eq 0 ]; then
        printf '\r\033[K' >&2
    fi
}

# run_ninja TARGET...: succeeds if everything was built; ninja's output is in $log.
run_ninja() {
    log=$log_folder/build.log
    status=$({ {
        NINJA_STATUS='[%f/%t] ' ninja -C "$build" "$@" 2>&1 3>&- 9>&-
        echo $? >&3
    } | show_progress >"$log"; } 3>&1)
    [ "$status" = 0 ]
}

# build_targets TARGET...: as ninja names them.
build_targets() {
    if ! run_ninja "$@"; then
        configuration_is_broken "$log" || build_failed "the build failed"
        configure
        record_setup
        run_ninja "$@" || build_failed "the build failed"
    fi
    exec 9>&-
}
