# The installed tree and the packages made of it. All of it may be moved: its files find one another by $ORIGIN.
#
#   bin/dragoman                     the program
#   lib/libdragoman.so               the library; include/dragoman its headers, lib/cmake/dragoman its CMake package
#   lib/libdragoman_tools.so         what serve, plot, import and export need
#   lib/libdragoman_torch.so         what needs LibTorch: training, GPUs
#   lib/dragoman                     LibTorch's libraries, with DRAGOMAN_BUNDLE_TORCH
#   share/dragoman/configs           configurations to train with
#   share/doc/dragoman               README, licences, the guide, examples
include(CMakePackageConfigHelpers)

install(TARGETS dragoman RUNTIME DESTINATION bin)
install(TARGETS dragoman_library EXPORT dragomanTargets LIBRARY DESTINATION lib)
install(TARGETS dragoman_tools LIBRARY DESTINATION lib)
set_target_properties(dragoman_tools PROPERTIES INSTALL_RPATH "\$ORIGIN")
set_target_properties(dragoman PROPERTIES INSTALL_RPATH "\$ORIGIN/../lib")
install(CODE "
  set(source ${PROJECT_SOURCE_DIR})
  set(scratch ${PROJECT_BINARY_DIR}/public_headers)")
install(SCRIPT third_party/install_headers.cmake)

if(DRAGOMAN_WITH_TORCH)
  set(torch_lib ${torch_root}/lib)
  set(bundle_default ON)
  if(EXISTS ${torch_lib}/libtorch_cuda.so)
    set(bundle_default OFF)  # several GB
  endif()
  option(DRAGOMAN_BUNDLE_TORCH "Install LibTorch's libraries too; else the installed tree names their folder"
    ${bundle_default})
  install(TARGETS dragoman_torch LIBRARY DESTINATION lib)
  set_target_properties(dragoman_torch PROPERTIES INSTALL_RPATH "\$ORIGIN:${torch_lib}")
  if(DRAGOMAN_BUNDLE_TORCH)
    set_target_properties(dragoman_torch PROPERTIES INSTALL_RPATH "\$ORIGIN:\$ORIGIN/dragoman")
    install(CODE "
      set(torch_lib ${torch_lib})
      set(torch_links ${torch_links})")
    install(SCRIPT third_party/install_torch.cmake)
  endif()
endif()

# The CMake package.
set(package_folder lib/cmake/dragoman)
install(EXPORT dragomanTargets NAMESPACE dragoman:: DESTINATION ${package_folder})
configure_package_config_file(third_party/dragomanConfig.cmake.in ${PROJECT_BINARY_DIR}/dragomanConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dragomanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dragomanConfig.cmake ${PROJECT_BINARY_DIR}/dragomanConfigVersion.cmake
  DESTINATION ${package_folder})

install(DIRECTORY configs DESTINATION share/dragoman)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/dragoman)
install(DIRECTORY docs DESTINATION share/doc/dragoman)

include(${CMAKE_CURRENT_LIST_DIR}/archives.cmake)
