# At install time: installs the libraries in `torch_links`, and those that they load from their own folder
# `torch_lib`, in `plugin_folder`, and the licences of LibTorch and its parts in
# share/doc/dragoman-torch/LibTorch.
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${torch_links} RESOLVED_DEPENDENCIES_VAR dependencies
  UNRESOLVED_DEPENDENCIES_VAR missing CONFLICTING_DEPENDENCIES_PREFIX conflicting)
set(libraries ${torch_links})
foreach(library IN LISTS dependencies)
  get_filename_component(folder ${library} DIRECTORY)
  if(folder STREQUAL torch_lib)
    list(APPEND libraries ${library})
  endif()
endforeach()
list(REMOVE_DUPLICATES libraries)
file(INSTALL ${libraries} DESTINATION ${CMAKE_INSTALL_PREFIX}/${plugin_folder} FOLLOW_SYMLINK_CHAIN)

# The licences are beside torch in a wheel, and in the folder itself in an archive.
file(GLOB licences ${torch_lib}/../../torch-*.dist-info/licenses/* ${torch_lib}/../LICENSE* ${torch_lib}/../NOTICE*)
set(doc ${CMAKE_INSTALL_PREFIX}/share/doc/dragoman-torch/LibTorch)
file(INSTALL ${licences} DESTINATION ${doc})
if(libraries MATCHES "/libgomp" AND EXISTS /usr/share/doc/libgomp1/copyright)  # GCC's, not LibTorch's
  file(INSTALL /usr/share/doc/libgomp1/copyright DESTINATION ${doc} RENAME LICENSE.libgomp)
endif()
