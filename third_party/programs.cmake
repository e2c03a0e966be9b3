# libdragoman.so (dragoman::dragoman): the room translate with all rooms that it uses, behind
# translate/translator.h, and the C interface, capi/dragoman.h. The program and the plugins use these rooms from
# it too; exports that the installed headers do not declare are only for them.
set(library_rooms io threads kernels metrics markup document tokenizer architecture data alignment engine search model_folder translate capi)
set(objects "")
set(libraries "")
foreach(room IN LISTS library_rooms)
  get_target_property(of_room ${room} ROOM_LIBRARIES)
  list(APPEND objects $<TARGET_OBJECTS:${room}>)
  if(of_room)
    list(APPEND libraries ${of_room})
  endif()
endforeach()

# build_id (io/build_id.h): a copy for the library, the program and each plugin. It changes only with the compiler and
# the headers that they share, so other changes, and commits, compile and link nothing more.
set(build_id ${CMAKE_BINARY_DIR}/build_id.cpp)
set(headers app/tools_plugin.h)
foreach(room IN LISTS library_rooms ITEMS serve interchange plot)
  list(APPEND headers ${room}/*.h)
endforeach()
list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/)
file(GLOB headers CONFIGURE_DEPENDS ${headers})
set(script ${PROJECT_SOURCE_DIR}/third_party/build_id.cmake)
set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${DRAGOMAN_SANITIZE}")
add_custom_command(OUTPUT ${build_id} DEPENDS ${headers} ${script}
  COMMAND ${CMAKE_COMMAND} -D OUTPUT=${build_id} -D COMPILER=${compiler} -P ${script} ${headers} VERBATIM)
add_library(build_id OBJECT ${build_id})
target_include_directories(build_id PRIVATE $<TARGET_PROPERTY:io,INTERFACE_INCLUDE_DIRECTORIES>)
dragoman_compile_options(build_id)
target_sources(io PRIVATE $<TARGET_OBJECTS:build_id>)

add_library(dragoman_library SHARED ${objects} $<TARGET_OBJECTS:build_id>
  ${PROJECT_SOURCE_DIR}/third_party/mkl_memory.cpp ${PROJECT_SOURCE_DIR}/third_party/mkl_processor.cpp)
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
if(NOT DRAGOMAN_SANITIZE)  # the sanitizers' functions are in the program
  target_link_options(dragoman_library PRIVATE LINKER:--no-undefined)
endif()

# dragoman_plugin(NAME SOURCE FILE ROOMS ROOM... [LIBRARIES TARGET...]): makes libNAME.so from whole rooms and
# FILE, which defines the plugin's table of functions. It exports only that table, and uses the other rooms from
# libdragoman.so.
function(dragoman_plugin name)
  cmake_parse_arguments(PLUGIN "" "SOURCE" "ROOMS;LIBRARIES" ${ARGN})
  add_library(${name} MODULE ${PLUGIN_SOURCE} $<TARGET_OBJECTS:build_id>)
  foreach(room IN LISTS PLUGIN_ROOMS)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${room}>)
    target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${room},INTERFACE_INCLUDE_DIRECTORIES>)
    get_target_property(of_room ${room} ROOM_LIBRARIES)
    if(of_room)
      target_link_libraries(${name} PRIVATE ${of_room})
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE dragoman_library libs::log libs::json ${PLUGIN_LIBRARIES})
  target_link_options(${name} PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/third_party/plugin.map)
  if(NOT DRAGOMAN_SANITIZE)
    target_link_options(${name} PRIVATE LINKER:--no-undefined)
  endif()
  dragoman_compile_options(${name})
endfunction()

# libdragoman_tools.so: rooms whose libraries would slow down the start of every command.
dragoman_plugin(dragoman_tools SOURCE app/plugin.cpp ROOMS serve interchange)
target_include_directories(dragoman_tools PRIVATE $<TARGET_PROPERTY:app,INTERFACE_INCLUDE_DIRECTORIES>)

# libdragoman_plot.so: only charts need cairo, which loads X11's libraries.
dragoman_plugin(dragoman_plot SOURCE plot/plugin.cpp ROOMS plot)

# The program dragoman: app, grammar and the library.
add_executable(dragoman app/main.cpp $<TARGET_OBJECTS:app> $<TARGET_OBJECTS:grammar> $<TARGET_OBJECTS:build_id>)
target_include_directories(dragoman PRIVATE $<TARGET_PROPERTY:app,INTERFACE_INCLUDE_DIRECTORIES>)
target_link_libraries(dragoman PRIVATE dragoman_library libs::flags libs::log libs::json libs::allocator)
target_compile_definitions(dragoman PRIVATE DRAGOMAN_VERSION="${PROJECT_VERSION}")
dragoman_compile_options(dragoman)
dragoman_compile_fast(dragoman)
add_dependencies(dragoman dragoman_tools dragoman_plot)

# libdragoman_torch.so: the rooms that need LibTorch.
if(DRAGOMAN_WITH_TORCH)
  dragoman_plugin(dragoman_torch SOURCE train/plugin.cpp ROOMS model train LIBRARIES libs::torch)
  dragoman_start_from_torch(dragoman_torch ${PROJECT_SOURCE_DIR}/train/plugin.cpp)
  add_dependencies(dragoman dragoman_torch)
endif()
