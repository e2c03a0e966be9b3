# cpack runs this when the files of a package are ready, to add the files that Debian requires: copyright,
# changelogs and overrides of lintian. In all packages it lets all users read what is there, whatever the umask.
cmake_minimum_required(VERSION 3.22)
function(dragoman_make_readable)
  execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  dragoman_make_readable()
  return()
endif()
set(debian ${CPACK_DRAGOMAN_SOURCE}/third_party/debian)
find_program(GZIP gzip REQUIRED)

file(READ ${CPACK_RESOURCE_FILE_LICENSE} licence)
# Uses the date of the sources, not of the build.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  file(TIMESTAMP ${CPACK_DRAGOMAN_SOURCE}/CHANGELOG.md date "%a, %d %b %Y %H:%M:%S +0000" UTC)
else()
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
set(changelog "dragoman (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Made by the project itself. CHANGELOG.md tells what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")

file(READ ${CPACK_DRAGOMAN_BUILD}/LICENSES.compiled-in compiled_in)

function(dragoman_compress file)
  execute_process(COMMAND ${GZIP} --best --no-name --force ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(dragoman_debian_files component package)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
  set(text "Dragoman, a program that trains neural translators and translates with them.\n\n${licence}")
  if(NOT component STREQUAL development)
    string(APPEND text "${compiled_in}")
  endif()
  set(doc ${root}/doc/${package})
  if(EXISTS ${doc}/LibTorch)
    string(APPEND text "\nLibTorch has licences of its own: see the folder LibTorch beside this file.\n")
  endif()
  file(WRITE ${doc}/copyright "${text}")
  file(REMOVE ${doc}/LICENSES.compiled-in)  # is in `copyright`
  file(WRITE ${doc}/changelog.Debian "${changelog}")
  dragoman_compress(${doc}/changelog.Debian)
  if(EXISTS ${doc}/CHANGELOG.md)
    file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
    dragoman_compress(${doc}/changelog)
  endif()
  configure_file(${debian}/${package}.overrides ${root}/lintian/overrides/${package} COPYONLY)
  file(GLOB manuals ${root}/man/man1/*.1)
  foreach(manual IN LISTS manuals)
    dragoman_compress(${manual})
  endforeach()
endfunction()

dragoman_debian_files(program dragoman)
dragoman_debian_files(development libdragoman-dev)
if("torch" IN_LIST CPACK_COMPONENTS_ALL)
  dragoman_debian_files(torch dragoman-torch)
endif()
dragoman_make_readable()
