# libdragoman.so, dragoman::dragoman: the room translate with all that it uses, behind translate/translator.h. Program
# and plugin take these rooms from it too: exports that the installed headers do not declare are for them alone.
set(library_rooms io threads kernels metrics tokenizer architecture data alignment engine search model_folder translate)
set(objects "")
set(libraries "")
foreach(room IN LISTS library_rooms)
  get_target_property(of_room ${room} ROOM_LIBRARIES)
  list(APPEND objects $<TARGET_OBJECTS:${room}>)
  if(of_room)
    list(APPEND libraries ${of_room})
  endif()
endforeach()
add_library(dragoman_library SHARED ${objects} ${PROJECT_SOURCE_DIR}/third_party/mkl_processor.cpp)
add_library(dragoman::dragoman ALIAS dragoman_library)
target_link_libraries(dragoman_library PRIVATE ${libraries} ${CMAKE_DL_LIBS})
target_include_directories(dragoman_library INTERFACE $<INSTALL_INTERFACE:include>)
target_compile_features(dragoman_library INTERFACE cxx_std_20)
dragoman_compile_options(dragoman_library)

# Before version 1.0 a minor version may change the interface.
set_target_properties(dragoman_library PROPERTIES OUTPUT_NAME dragoman EXPORT_NAME dragoman
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(exports ${PROJECT_SOURCE_DIR}/third_party/libdragoman.map)
target_link_options(dragoman_library PRIVATE LINKER:--version-script=${exports} LINKER:-Bsymbolic-functions)
set_property(TARGET dragoman_library APPEND PROPERTY LINK_DEPENDS ${exports})
if(NOT DRAGOMAN_SANITIZE)  # the sanitizers' functions come from the program
  target_link_options(dragoman_library PRIVATE LINKER:--no-undefined)
endif()

# dragoman, the program: the rooms that the library lacks, and the library, which stands first, so that nothing is taken
# twice.
add_executable(dragoman ${PROJECT_SOURCE_DIR}/app/main.cpp)
target_link_libraries(dragoman PRIVATE dragoman_library app libs::allocator)
target_compile_definitions(dragoman PRIVATE DRAGOMAN_VERSION="${PROJECT_VERSION}")
dragoman_compile_options(dragoman)

# libdragoman_torch.so, the plugin: the rooms that need LibTorch.
if(DRAGOMAN_WITH_TORCH)
  add_library(dragoman_torch MODULE $<TARGET_OBJECTS:model> $<TARGET_OBJECTS:train>)
  target_link_libraries(dragoman_torch PRIVATE dragoman_library libs::log libs::json libs::torch)
  target_link_options(dragoman_torch PRIVATE
    LINKER:--version-script=${PROJECT_SOURCE_DIR}/third_party/libdragoman_torch.map)
  if(NOT DRAGOMAN_SANITIZE)
    target_link_options(dragoman_torch PRIVATE LINKER:--no-undefined)
  endif()
  dragoman_compile_options(dragoman_torch)
  add_dependencies(dragoman dragoman_torch)
endif()
