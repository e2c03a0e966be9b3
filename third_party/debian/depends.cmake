# cpack runs this before it makes packages, to find the Debian packages' dependencies. dpkg-shlibdeps reads them
# from the built files. If it cannot, the stated lists apply.
cmake_minimum_required(VERSION 3.22)
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(build ${CPACK_DRAGOMAN_BUILD})
find_program(SHLIBDEPS dpkg-shlibdeps)

# dragoman_shlibdeps(COMPONENT OPTION...): sets shlibs_DEPENDS and shlibs_RECOMMENDS for the files named by
# OPTIONs.
function(dragoman_shlibdeps component)
  set(folder ${build}/shlibdeps)  # dpkg-shlibdeps needs the control file of a source package
  file(WRITE ${folder}/debian/control "Source: dragoman\n\nPackage: dragoman\nArchitecture: any\n")
  set(status none)
  if(SHLIBDEPS AND NOT CPACK_DRAGOMAN_CROSSCOMPILING)
    set(private -l${build})
    if(CPACK_DRAGOMAN_TORCH_LIB)
      list(APPEND private -l${CPACK_DRAGOMAN_TORCH_LIB})
    endif()
    execute_process(COMMAND ${SHLIBDEPS} ${private} --ignore-missing-info --warnings=0 -O ${ARGN}
      WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE found ERROR_VARIABLE errors RESULT_VARIABLE status)
  endif()
  foreach(field IN ITEMS Depends Recommends)
    string(TOUPPER ${field} kind)
    set(list "${CPACK_DRAGOMAN_STATED_${component}_${kind}}")
    if(status EQUAL 0)
      string(REGEX MATCH "shlibs:${field}=([^\n]*)" line "${found}")
      set(list "${CMAKE_MATCH_1}")
    endif()
    set(shlibs_${kind} "${list}" PARENT_SCOPE)
  endforeach()
  if(NOT status EQUAL 0)
    message(STATUS "The dependencies of ${component} are the stated ones. ${errors}")
  endif()
endfunction()

dragoman_shlibdeps(PROGRAM -e${build}/dragoman -e${build}/libdragoman.so -e${build}/libdragoman_tools.so
  -dRecommends -e${build}/libdragoman_plot.so)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "${shlibs_DEPENDS}")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "${shlibs_RECOMMENDS}")
if("torch" IN_LIST CPACK_COMPONENTS_ALL)
  dragoman_shlibdeps(TORCH -e${build}/libdragoman_torch.so)
  string(APPEND CPACK_DEBIAN_TORCH_PACKAGE_DEPENDS ", ${shlibs_DEPENDS}")
endif()
