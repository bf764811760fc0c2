# shellcheck shell=sh
# nvcc of CUDA 13: found where toolkits usually are, or installed into .toolchain/ from the wheels
# that NVIDIA publishes in the Python package index. Nothing outside the checkout changes.
# Uses: root, toolchain, say, fail, confirm, install_packages, version_at_least.

# glibc 2.42 declares rsqrt() as C23 has it, which the headers of CUDA before 13.2 contradict.
libc_is_new() {
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null) && version_at_least "${libc#* }" 2.42
}

# works_with_libc RELEASE
works_with_libc() {
    ! libc_is_new || version_at_least "$1" 13.2
}

# What nvcc needs to compile and link a program, in versions that belong together. The wheels'
# dependencies are not followed: they name the same packages, without exact versions.
choose_toolkit() {
    toolkit=13.0
    toolkit_wheels='nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88
        nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 nvidia-nvtx==13.0.85
        nvidia-cuda-profiler-api==13.0.85'
    works_with_libc "$toolkit" && return
    toolkit=13.2
    toolkit_wheels='nvidia-cuda-nvcc==13.2.51 nvidia-cuda-crt==13.2.51 nvidia-nvvm==13.2.51
        nvidia-cuda-runtime==13.2.51 nvidia-cuda-cccl==13.2.27 nvidia-nvtx==13.2.20
        nvidia-cuda-profiler-api==13.2.20'
}

# Folders that may hold nvcc, one a line, the first one first.
nvcc_folders() {
    if [ -n "${LOCKSTEP_NVCC_SEARCH:-}" ]; then
        printf '%s\n' "$LOCKSTEP_NVCC_SEARCH" | tr ':' '\n'
    else
        found=$(command -v nvcc) && dirname -- "$found"
        printf '%s\n' "${CUDA_HOME:+$CUDA_HOME/bin}" "${CUDA_PATH:+$CUDA_PATH/bin}"
        printf '%s/bin\n' /usr/local/cuda /usr/local/cuda-13* /usr/local/cuda-* /opt/cuda
    fi
    printf '%s\n' "$toolchain/cuda/bin"
}

# nvcc_release NVCC: prints 13.0 or the like.
nvcc_release() {
    "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9][0-9.]*\).*/\1/p'
}

# Sets nvcc to the first one of CUDA 13, and other_nvcc to what else was found; both may be empty.
find_nvcc() {
    nvcc=
    other_nvcc=
    while IFS= read -r folder; do
        [ -n "$folder" ] && [ -x "$folder/nvcc" ] || continue
        release=$(nvcc_release "$folder/nvcc")
        case $release in
            13.*)
                works_with_libc "$release" && nvcc=$folder/nvcc && return
                other_nvcc="$folder/nvcc (CUDA $release, whose headers contradict $libc)"
                ;;
            '') ;;
            *) other_nvcc="$folder/nvcc (CUDA $release)" ;;
        esac
    done <<END
$(nvcc_folders)
END
}

# use_nvcc NVCC: for Meson, for ninja and for the tutor.
use_nvcc() {
    folder=$(dirname -- "$1")
    CUDA_PATH=$(dirname -- "$(dirname -- "$(readlink -f -- "$1")")")
    PATH=$folder:$PATH
    export CUDA_PATH PATH
}

# Sets pip to a command that installs wheels.
find_pip() {
    if python3 -m pip --version >/dev/null 2>&1; then
        pip=python3
    elif rm -rf "$toolchain/python" && python3 -m venv "$toolchain/python" >/dev/null 2>&1; then
        pip=$toolchain/python/bin/python3
    else
        return 1
    fi
}

need_pip() {
    find_pip && return
    install_packages ' python3-venv' "    pip, to fetch the CUDA toolkit (python3-venv)
"
    find_pip || fail "python3 has neither pip nor venv, also after python3-venv was installed." \
        "If $(command -v python3) is not the distribution's, install pip for it."
}

# The wheels' common folder nvidia/cu13 is laid out like a toolkit, except that nvcc and Meson
# look for lib64, and the linker for the library's plain name.
# Word splitting of the wheels is meant.
# shellcheck disable=SC2086
install_toolkit() {
    incoming=$toolchain/incoming
    rm -rf "$incoming" && mkdir -p "$incoming" ||
        fail "no permission to write to $toolchain."
    say "Fetching the CUDA $toolkit toolkit into .toolchain/"
    PIP_ROOT_USER_ACTION=ignore "$pip" -m pip --disable-pip-version-check \
        install --no-deps --only-binary :all: --no-cache-dir --retries 2 --timeout 20 \
        --target "$incoming" $toolkit_wheels >&2 ||
        toolkit_failed
    ln -sfn lib "$incoming/nvidia/cu13/lib64" &&
        ln -sfn libcudart.so.13 "$incoming/nvidia/cu13/lib/libcudart.so" &&
        mkdir "$incoming/nvidia/cu13/licences" &&
        mv "$incoming"/*.dist-info "$incoming/nvidia/cu13/licences/" &&
        rm -rf "$toolchain/cuda" && mv "$incoming/nvidia/cu13" "$toolchain/cuda" &&
        rm -rf "$incoming" "$toolchain/python" ||
        fail "the toolkit was fetched, but could not be put into $toolchain/cuda."
}

# shellcheck disable=SC2086 # as above
toolkit_failed() {
    rm -rf "$incoming"
    set -- $toolkit_wheels
    fail "the CUDA toolkit could not be fetched (pip's message is above). Either" \
        "- connect to the network and run lockstep again; or" \
        "- install the CUDA $toolkit toolkit another way and set CUDA_HOME to its folder; or" \
        "- on a machine of the same kind with a network, fetch the wheels (100 MB):" \
        "      python3 -m pip download --no-deps --only-binary :all: --dest wheels \\" \
        "          $*" \
        "  copy the folder wheels here, and run" \
        "      PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels $command_line"
}

# Distributions with the newest GCC are ahead of nvcc, which refuses a compiler that it does not know.
need_known_compiler() {
    case $("$nvcc" -E -x cu /dev/null 2>&1) in
        *'unsupported GNU version'*) ;;
        *) return ;;
    esac
    fail "nvcc of CUDA $(nvcc_release "$nvcc") does not work with g++ $(g++ -dumpversion), which is too new." \
        "Install an older one beside it (on Arch the package gcc15, for example), and name it to nvcc:" \
        "    export NVCC_CCBIN=g++-15" \
        "Or work in a container (docs/places.md)."
}

# nvcc of CUDA 13 is there, and set, when this returns.
need_nvcc() {
    get_nvcc
    need_known_compiler
}

get_nvcc() {
    find_nvcc
    [ -n "$nvcc" ] && return
    choose_toolkit
    if [ -n "$other_nvcc" ]; then
        say "CUDA $toolkit is needed, and only another version is here: $other_nvcc."
    else
        say "CUDA's compiler, nvcc, was not found."
    fi
    confirm "Fetch the CUDA $toolkit toolkit into .toolchain/ (100 MB to download, 275 MB on disk)?" \
        "the CUDA toolkit, $toolkit or a later 13, from NVIDIA or the distribution; set CUDA_HOME if it is not on PATH"
    need_pip
    install_toolkit
    nvcc=$toolchain/cuda/bin/nvcc
    [ -n "$(nvcc_release "$nvcc")" ] ||
        fail "$nvcc was installed, but does not run." "Try: $nvcc --version"
}
