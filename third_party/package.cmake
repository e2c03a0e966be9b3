# The installed tree and its packages. The whole tree may be moved: its files find one another by $ORIGIN.
#
#   bin/dragoman                     the program
#   lib/libdragoman.so               the library; include/dragoman.h its C interface, include/dragoman its C++ headers,
#                                    lib/cmake/dragoman its CMake package, lib/pkgconfig/dragoman.pc
#   lib/dragoman                     the plugins, which programs open and do not link:
#     libdragoman_tools.so             for serve, import and export
#     libdragoman_plot.so              for plot, which needs cairo
#     libdragoman_torch.so             for training and GPUs, which need LibTorch
#     libtorch_cpu.so and others       LibTorch's libraries, with DRAGOMAN_BUNDLE_TORCH
#   share/dragoman/configs           configurations to train with
#   share/doc/dragoman               README, licences, the guide, examples
#
# Components, each a Debian package: `program`; `torch`, for training and GPUs; `development`, for compiling.
include(CMakePackageConfigHelpers)
set(plugin_folder lib/dragoman)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)

install(TARGETS dragoman RUNTIME DESTINATION bin)
install(TARGETS dragoman_library EXPORT dragomanTargets
  LIBRARY DESTINATION lib COMPONENT program NAMELINK_COMPONENT development)
install(TARGETS dragoman_tools dragoman_plot LIBRARY DESTINATION ${plugin_folder})
set_target_properties(dragoman_tools dragoman_plot PROPERTIES INSTALL_RPATH "\$ORIGIN/..")
set_target_properties(dragoman PROPERTIES INSTALL_RPATH "\$ORIGIN/../lib")
include(${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake)
dragoman_install_headers()
install(FILES capi/dragoman.h capi/dragoman_alignment.h capi/dragoman_metrics.h capi/dragoman_translator.h DESTINATION include COMPONENT development)
configure_file(third_party/dragoman.pc.in ${PROJECT_BINARY_DIR}/dragoman.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dragoman.pc DESTINATION lib/pkgconfig COMPONENT development)

if(DRAGOMAN_WITH_TORCH)
  set(torch_lib ${torch_root}/lib)
  set(bundle_default ON)
  if(EXISTS ${torch_lib}/libtorch_cuda.so)
    set(bundle_default OFF)  # adds several GB
  endif()
  option(DRAGOMAN_BUNDLE_TORCH "Install LibTorch's libraries too; else the installed tree names their folder"
    ${bundle_default})
  install(TARGETS dragoman_torch LIBRARY DESTINATION ${plugin_folder} COMPONENT torch)
  set_target_properties(dragoman_torch PROPERTIES INSTALL_RPATH "\$ORIGIN/..:${torch_lib}")
  if(DRAGOMAN_BUNDLE_TORCH)
    set_target_properties(dragoman_torch PROPERTIES INSTALL_RPATH "\$ORIGIN/..:\$ORIGIN")
    install(CODE "
      set(torch_lib [[${torch_lib}]])
      set(torch_links [[${torch_links}]])
      set(plugin_folder ${plugin_folder})" COMPONENT torch)
    install(SCRIPT third_party/install_torch.cmake COMPONENT torch)
  endif()
endif()

# Installs the CMake package.
set(package_folder lib/cmake/dragoman)
install(EXPORT dragomanTargets NAMESPACE dragoman:: DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(third_party/dragomanConfig.cmake.in ${PROJECT_BINARY_DIR}/dragomanConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dragomanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dragomanConfig.cmake ${PROJECT_BINARY_DIR}/dragomanConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)

# Installs the manual pages and the completions for shells. The program makes them from its options.
set(shell_help ${PROJECT_BINARY_DIR}/shell_help)
add_custom_command(TARGET dragoman POST_BUILD
  COMMAND dragoman manual --out ${shell_help}/man1
  COMMAND dragoman completion bash >${shell_help}/dragoman
  COMMAND dragoman completion zsh >${shell_help}/_dragoman
  COMMAND dragoman completion fish >${shell_help}/dragoman.fish)
install(DIRECTORY ${shell_help}/man1 DESTINATION share/man)
install(FILES ${shell_help}/dragoman DESTINATION share/bash-completion/completions)
install(FILES ${shell_help}/_dragoman DESTINATION share/zsh/vendor-completions)
install(FILES ${shell_help}/dragoman.fish DESTINATION share/fish/vendor_completions.d)

install(DIRECTORY configs DESTINATION share/dragoman)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/dragoman)
# Header-only libraries are compiled in, and their licences must be included.
set(compiled_in "")
foreach(package IN ITEMS nlohmann-json3-dev libcli11-dev libprotozero-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright text)
    string(APPEND compiled_in "\nParts of ${package} are compiled in. Its copyright file:\n\n${text}")
  endif()
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/LICENSES.compiled-in "${compiled_in}")
if(compiled_in)
  install(FILES ${PROJECT_BINARY_DIR}/LICENSES.compiled-in DESTINATION share/doc/dragoman)
endif()
install(DIRECTORY docs DESTINATION share/doc/dragoman PATTERN examples EXCLUDE)
install(DIRECTORY docs/examples DESTINATION share/doc/dragoman/docs COMPONENT development)

include(${CMAKE_CURRENT_LIST_DIR}/archives.cmake)
