# The parts of scripts/test that emulate other processors: emulated, arm64, arm64-short and python-arm64. Sourced, never
# run.

# check_same_translations WHAT PROGRAM...: fails unless PROGRAM gives the release build's n-best lists with scores, in
# fp32 and int8, byte for byte.
check_same_translations() {
  local what=$1 precision options
  shift
  for precision in fp32 int8; do
    options=("$folder/english-german" --input "$folder/text/test.en" --num-best 2 --precision "$precision")
    build/release/dragoman translate "${options[@]}" --output "$folder/here"
    "$@" translate "${options[@]}" --output "$folder/emulated"
    cmp "$folder/here" "$folder/emulated" || fail "$what gives other translations in $precision"
  done
}

part_emulated() (
  command -v qemu-x86_64 >/dev/null || fail "part emulated needs Debian's qemu-user: apt-get install qemu-user"
  build release dragoman
  make_temporary_folder
  make_tiny_translator
  check_same_translations "an emulated Haswell" qemu-x86_64 -cpu Haswell build/release/dragoman
)

# The rooms whose tests record digests of results (tests/support/digests.h), and the names of the tests to run; none:
# all.
digest_rooms=(kernels architecture search engine)
digest_tests=()

# record_digests FILE BUILD COMMAND...: runs the tests in BUILD by COMMAND, which record their digests in FILE.
record_digests() {
  local file=$1 build=$2 room
  shift 2
  for room in "${digest_rooms[@]}"; do
    DRAGOMAN_DIGESTS=$file "$@" "$build/${room}_tests" "${digest_tests[@]}" >"$folder/log" 2>&1 || {
      cat "$folder/log" >&2
      fail "$build/${room}_tests fails: $*"
    }
  done
}

# check_same_digests LEAST KIND...: fails unless there are at least LEAST digests, and they are the same on those kinds
# of ARM.
check_same_digests() {
  local least=$1 kind
  shift
  record_digests "$folder/digests" build/release env
  (($(wc -l <"$folder/digests") >= least)) ||
    fail "few digests were recorded: part arm64 needs a processor with FMA to compare with"
  for kind in "$@"; do
    say "The tests that record digests, by an emulated $kind ..."
    record_digests "$folder/digests-$kind" build/arm64 env QEMU_CPU="$kind" "${on_arm64[@]}"
    cmp "$folder/digests" "$folder/digests-$kind" || fail "an emulated $kind gives other results than this processor"
  done
}

part_arm64() (
  scripts/cross-arm64
  build release dragoman "${digest_rooms[@]/%/_tests}"
  make_temporary_folder
  local on_arm64=(qemu-aarch64 -L build/arm64-sysroot) table
  # The first kind has all tables, the other only `neon`.
  check_same_digests 1000 max cortex-a53
  QEMU_CPU=max run_tests arm64 --exclude-regex "^($(IFS='|' && echo "${digest_rooms[*]}"))\$"
  make_tiny_translator
  for table in neon neon_dot neon_i8mm; do
    say "Translations with $table ..."
    check_same_translations "$table" env QEMU_CPU=max DRAGOMAN_KERNELS="$table" "${on_arm64[@]}" build/arm64/dragoman
  done
  check_arm64_packages
)

part_arm64_short() (
  local digest_rooms=(kernels) digest_tests=('products are the same*') on_arm64=(qemu-aarch64 -L build/arm64-sysroot)
  scripts/cross-arm64 -- kernels_tests
  build release kernels_tests
  make_temporary_folder
  check_same_digests 100 max
)

# Fails unless the packages hold programs for ARM that start from where they are unpacked.
check_arm64_packages() {
  scripts/cross-arm64 --packages "$folder/packages"
  mkdir "$folder/deb" "$folder/tar"
  local package program
  for package in "$folder"/packages/*.deb; do
    [[ $(dpkg-deb --field "$package" Architecture) == arm64 ]] || fail "${package##*/} is not for arm64"
    dpkg-deb -x "$package" "$folder/deb"
  done
  tar -xf "$folder"/packages/dragoman-*.tar.gz -C "$folder/tar"
  for program in "$folder/deb/usr/bin/dragoman" "$folder"/tar/dragoman-*/bin/dragoman; do
    "${on_arm64[@]}" "$program" --version | grep '^kernels: neon' >/dev/null || fail "$program does not start"
  done
}

# write_emulated FILE PROGRAM: writes a script FILE that runs PROGRAM, which is for ARM. Emulation does not extend to
# programs that PROGRAM starts.
write_emulated() {
  cat >"$1" <<END
#!/bin/sh
exec qemu-aarch64 -L "$root/build/arm64-sysroot" -0 "$1" "$2" "\$@"
END
  chmod +x "$1"
}

part_python_arm64() (
  make_temporary_folder
  scripts/wheel --arm64 "$folder"
  build release dragoman
  make_tiny_models "$folder/models" translator language_model
  local python=$folder/python program=$folder/site/dragoman/bin/dragoman
  python3 -m zipfile -e "$folder"/dragoman-*.whl "$folder/site"
  mv "$program" "$program.arm64"
  chmod +x "$program.arm64"
  write_emulated "$program" "$program.arm64"
  write_emulated "$python" "$root"/build/arm64-sysroot/usr/bin/python3
  DRAGOMAN_TEST_MODELS=$folder/models PYTHONPATH=$folder/site:$root/.venv/python_tools QEMU_CPU=max \
    "$python" -m pytest -q -p no:cacheprovider -k 'not child_process' tests/python  # qemu-user cannot fork beside threads
)
