# Shared by the scripts beside it: sourced, never run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

# A wrong command line: one line, and where help is.
usage_error() {
  say "${0##*/}: $* (scripts/${0##*/} --help tells the options)"
  exit 2
}

# Leaves the path of a new folder in `folder`, which is deleted when the shell or subshell ends.
make_temporary_folder() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
}

# Prints the script's own head comment, which is its help.
show_help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"; }

# A file that includes LibTorch takes 1.2 GB to compile, more with sanitizers: one job for each 2 GB that are free.
build_jobs() {
  awk -v cores="$(nproc)" '/^MemAvailable:/ {
    jobs = int($2 / 2097152)
    print jobs < 1 ? 1 : jobs < cores ? jobs : cores
  }' /proc/meminfo
}

# build PRESET [TARGET...]: configures and builds, with the LibTorch that scripts/setup chose.
build() {
  local preset=$1
  shift
  local options=(-D "DRAGOMAN_TORCH=$root/.libtorch")
  local option
  for option in DRAGOMAN_WERROR DRAGOMAN_BENCH; do
    if [[ -n ${!option:-} ]]; then options+=(-D "$option=${!option}"); fi
  done
  say "Building $preset ..."
  (cd "$root" && cmake --preset "$preset" --log-level=WARNING "${options[@]}" >&2)
  (cd "$root" && cmake --build --preset "$preset" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(build_jobs)}" \
    ${1:+--target "$@"} >&2)
}
