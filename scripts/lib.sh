# Shared by the scripts beside it: sourced, never run.
unset CDPATH  # with it, `cd` may go to another folder, and prints where it went
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The libraries that all builds need, as Debian's packages.
library_packages=(libsentencepiece-dev libgumbo-dev libre2-dev nlohmann-json3-dev libspdlog-dev libcli11-dev catch2 zlib1g-dev libicu-dev
  libcairo2-dev libzip-dev libyaml-cpp-dev libprotozero-dev libboost-dev libssl-dev libcpp-httplib-dev libgoogle-perftools-dev)

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "${0##*/}: $*"
  exit 1
}

# usage_error TEXT: prints TEXT and where to find help, and exits with the status of a wrong command line.
usage_error() {
  say "${0##*/}: $* (scripts/${0##*/} --help lists the options)"
  exit 2
}

# Sets `folder` to the path of a new folder, which is deleted when the shell or subshell ends.
make_temporary_folder() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
}

# Prints the script's own head comment, which is its help.
show_help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"; }

# libraries_of ADVICE FILE...: prints the libraries that the loader finds for the files. Fails with ADVICE if it does not
# find one, except that of NVIDIA's driver, which comes from the machine that runs the files.
libraries_of() {
  local advice=$1 found
  shift
  found=$(ldd "$@")
  if grep 'not found' <<<"$found" | grep --invert-match 'libcuda\.so\.1 ' >&2; then fail "$advice"; fi
  grep -o '/[^ ]* (0x' <<<"$found" | cut -d ' ' -f 1 | sort -u
}

# Prints the Debian package of the file $1, which may be a pattern. dpkg knows some files by their names from before /lib
# became a link.
package_of() {
  { dpkg-query --search "$1" || dpkg-query --search "${1#/usr}"; } 2>/dev/null | head -n 1 | cut -d : -f 1
}

# Prints the bytes of memory that a container (of cgroup v2) may use, or nothing.
memory_limit() { grep -s '^[0-9]' /sys/fs/cgroup/memory.max || true; }

# Prints how many jobs a build may run: one for each 2 GB of free memory, one at least, as many as cores at most. A file
# that includes LibTorch takes 1.2 GB to compile, more with sanitizers.
build_jobs() {
  awk -v cores="$(nproc)" -v limit="$(memory_limit)" '/^MemAvailable:/ {
    free = limit != "" && limit / 1024 < $2 ? limit / 1024 : $2
    jobs = int(free / 2097152)
    print jobs < 1 ? 1 : jobs < cores ? jobs : cores
  }' /proc/meminfo
}

# Prints $1 seconds as minutes and seconds.
clock() { printf '%d:%02d' "$(($1 / 60))" "$(($1 % 60))"; }

# note_time WHAT SECONDS: records how long WHAT took, for say_times. Subshells may call it.
note_time() {
  if [[ -n ${time_notes:-} ]]; then printf '%s\t%s\n' "$1" "$2" >>"$time_notes"; fi
}

# Prints the times that note_time recorded.
say_times() {
  say "Where the time went:"
  local what seconds
  while IFS=$'\t' read -r what seconds; do
    say "$(printf '  %-28s %6s' "$what" "$(clock "$seconds")")"
  done <"$time_notes"
  rm -f "$time_notes"
}

# Reads ninja's output. Prints one line of progress every ten seconds, with the time left at the present pace, and all
# lines of compilers.
show_progress() {
  local line shown=0 finished total seconds left
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^@([0-9]+)\ ([0-9]+)\ ([0-9]+) ]]; then
      finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]} left=""
      if ((seconds - shown < 10 && finished < total)); then continue; fi
      shown=$seconds
      if ((finished < total && 10 * finished > total)); then
        left=", about $(clock "$((seconds * (total - finished) / finished))") left"
      fi
      line="  $finished of $total steps, $(clock "$seconds")$left"
    fi
    printf '%s\n' "$line"
  done
}

# build PRESET [TARGET...]: configures and builds, with the LibTorch that scripts/setup chose. Preset arm64 uses none.
build() {
  local preset=$1 start=$SECONDS
  shift
  local options=(-U 'SKBUILD*')  # scripts/wheel leaves its settings in the build folder
  if [[ $preset != arm64 ]]; then
    options+=(-D "DRAGOMAN_TORCH=$root/.libtorch")
    if [[ -n ${DRAGOMAN_BENCH:-} ]]; then options+=(-D "DRAGOMAN_BENCH=$DRAGOMAN_BENCH"); fi
  fi
  if [[ -n ${DRAGOMAN_WERROR:-} ]]; then options+=(-D "DRAGOMAN_WERROR=$DRAGOMAN_WERROR"); fi
  say "Building $preset ..."
  (cd "$root" && cmake --preset "$preset" --log-level=WARNING "${options[@]}" >&2)
  (cd "$root" && NINJA_STATUS="@%f %t %e " cmake --build --preset "$preset" \
    --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(build_jobs)}" ${1:+--target "$@"} 2>&1 | show_progress >&2)
  note_time "build $preset" "$((SECONDS - start))"
}
