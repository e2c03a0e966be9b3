# cmake -D STAMP=FILE -P check_includes.cmake FILE...: fails if a file includes a path with `..`, else writes
# STAMP.
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE 5 ${last})
  set(file ${CMAKE_ARGV${index}})
  file(STRINGS ${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<][^\">]*\\.\\.")
  if(includes)
    message(FATAL_ERROR "${file}: ${includes}: an include may not contain `..`; write \"room/file.h\".")
  endif()
endforeach()
get_filename_component(folder ${STAMP} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(TOUCH ${STAMP})
