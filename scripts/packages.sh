# Downloads Debian's packages and unpacks them into a folder, without root and without this system's packages. Sourced
# after lib.sh, never run.

# Prints this system's sources of Debian's packages, as lines of a sources.list.
sources() {
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg
  apt-get indextargets --format "deb [signed-by=$keys] \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
    'Created-By: Packages' 'Origin: Debian' | sort -u
}

# apt_in FOLDER ARCHITECTURE ARGUMENT...: runs apt-get with all its files in FOLDER. It does not see this system's
# packages.
apt_in() {
  local folder=$1 architecture=$2
  shift 2
  apt-get --quiet --quiet -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" \
    -o APT::Sandbox::User=root -o Dir::State="$folder/state" -o Dir::State::status="$folder/status" \
    -o Dir::Cache="$folder/cache" -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null "$@"
}

# download_packages ARCHITECTURE FOLDER PACKAGE...: downloads the packages and all that they depend on to
# FOLDER/cache/archives.
download_packages() {
  local architecture=$1 folder=$2
  shift 2
  mkdir -p "$folder"/state/lists/partial "$folder"/cache/archives/partial
  touch "$folder/status"
  sources >"$folder/sources.list"
  [[ -s $folder/sources.list ]] || fail "this system takes no packages from Debian: its apt names no such source"
  apt_in "$folder" "$architecture" update
  apt_in "$folder" "$architecture" install --download-only --yes --no-install-recommends "$@"
}

# unpack_packages FOLDER FILE.deb...: unpacks the packages into FOLDER. As in Debian, bin, lib and sbin are links into
# usr; a package that has such a folder must not replace the link.
unpack_packages() {
  local to=$1 package folder
  shift
  mkdir -p "$to"
  for folder in bin lib sbin; do
    mkdir -p "$to/usr/$folder"
    ln -s "usr/$folder" "$to/$folder"
  done
  for package in "$@"; do
    dpkg-deb --fsys-tarfile "$package" |
      tar --extract --keep-directory-symlink --directory "$to" --exclude './usr/share/doc' --exclude './usr/share/locale' \
        --exclude './dev/*' --exclude './usr/share/man'
  done
}
