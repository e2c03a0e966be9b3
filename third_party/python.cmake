# Component `python`: the files that pyproject.toml's build adds to the package python/dragoman. Wheels cannot
# hold links, so the library has the name by which programs look for it.
#
#   dragoman/bin/dragoman        the program
#   dragoman/lib                 the library; dragoman/lib/dragoman the plugins, but that of plot, whose libraries are large
set(in_package dragoman/lib)
install(TARGETS dragoman RUNTIME DESTINATION dragoman/bin COMPONENT python EXCLUDE_FROM_ALL)
install(TARGETS dragoman_library LIBRARY DESTINATION ${in_package} COMPONENT python NAMELINK_SKIP EXCLUDE_FROM_ALL)
install(CODE "
  set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${in_package}\")
  file(RENAME \"\${folder}/libdragoman.so.${PROJECT_VERSION}\"
    \"\${folder}/libdragoman.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}\")"
  COMPONENT python EXCLUDE_FROM_ALL)
install(TARGETS dragoman_tools LIBRARY DESTINATION ${in_package}/dragoman COMPONENT python EXCLUDE_FROM_ALL)
if(DRAGOMAN_WITH_TORCH)
  install(TARGETS dragoman_torch LIBRARY DESTINATION ${in_package}/dragoman COMPONENT python EXCLUDE_FROM_ALL)
  # The folder of the package torch in the same environment.
  if(SKBUILD)
    set_property(TARGET dragoman_torch APPEND_STRING PROPERTY INSTALL_RPATH ":\$ORIGIN/../../../torch/lib")
  endif()
endif()
configure_file(python/dragoman/_build.py.in ${PROJECT_BINARY_DIR}/_build.py @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/_build.py DESTINATION dragoman COMPONENT python EXCLUDE_FROM_ALL)
