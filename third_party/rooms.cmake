# dragoman_room(NAME [USES ROOM...] [LIBRARIES TARGET...] [TORCH] [COLD])
#
# Makes the static library NAME from NAME/*.cpp and NAME/*/*.cpp, without main.cpp and plugin.cpp, which
# programs.cmake compiles. Its include path holds links to the rooms that it may use, so an include against the
# graph does not compile. TORCH: the room uses LibTorch; its files that include LibTorch share the precompiled
# header. COLD: nearly no time is spent in the room's own code (model and train spend theirs in kernels and LibTorch),
# so it is compiled faster, with less optimisation.
function(dragoman_room name)
  cmake_parse_arguments(ROOM "TORCH;COLD" "" "USES;LIBRARIES" ${ARGN})
  set(links ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${links})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${name} ${links}/${name} SYMBOLIC)

  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.cpp ${PROJECT_SOURCE_DIR}/${name}/*/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${name}/main.cpp ${PROJECT_SOURCE_DIR}/${name}/plugin.cpp)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${links})
  target_link_libraries(${name} PUBLIC ${ROOM_USES} ${ROOM_LIBRARIES})
  set_target_properties(${name} PROPERTIES ROOM_LIBRARIES "${ROOM_LIBRARIES}")
  dragoman_check_includes(${name})
  if(ROOM_TORCH)
    target_link_libraries(${name} PUBLIC libs::torch)
  endif()
  dragoman_compile_options(${name})
  if(ROOM_COLD)
    dragoman_compile_fast(${name})
  endif()
  if(ROOM_TORCH)
    dragoman_start_from_torch(${name} ${sources})
  endif()
endfunction()

# Compiles a target faster, with less optimisation.
function(dragoman_compile_fast target)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
endfunction()

# Makes `..` in includes an error. Quoted includes also search the including file's folder, so `..` would bypass
# the graph.
function(dragoman_check_includes name)
  set(checked ${CMAKE_BINARY_DIR}/checked/${name})
  set(folders ${PROJECT_SOURCE_DIR}/${name} ${PROJECT_SOURCE_DIR}/${name}/*)
  list(TRANSFORM folders APPEND /*.cpp OUTPUT_VARIABLE sources)
  list(TRANSFORM folders APPEND /*.h OUTPUT_VARIABLE headers)
  file(GLOB files CONFIGURE_DEPENDS ${sources} ${headers})
  set(script ${PROJECT_SOURCE_DIR}/third_party/check_includes.cmake)
  add_custom_command(OUTPUT ${checked} DEPENDS ${files} ${script}
    COMMAND ${CMAKE_COMMAND} -D STAMP=${checked} -P ${script} ${files} VERBATIM)
  target_sources(${name} PRIVATE ${checked})
endfunction()

# Sets the warnings and sanitizers of every target of the project. All code is position-independent, so that rooms
# may become part of a shared library; calls between rooms stay as direct as in a program.
function(dragoman_compile_options target)
  target_compile_options(${target} PRIVATE -fPIC -fno-semantic-interposition)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wpedantic -fopenmp-simd)
  # Keeps GCC from contracting a * b + c to FMA on ARM, which rounds once where x86 rounds twice. Only kernels
  # choose FMA.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()
  # GCC 12 gives this warning falsely for concatenated strings (its bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  # -Werror is off with sanitizers: in code that they have rewritten, GCC's warnings about uninitialised values
  # are often false.
  # A unity build has no main file, so GCC warns about classes with members from unnamed namespaces; they are
  # fine.
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
  if(DRAGOMAN_WERROR AND NOT DRAGOMAN_SANITIZE)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(DRAGOMAN_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DRAGOMAN_SANITIZE} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DRAGOMAN_SANITIZE})
  endif()
endfunction()

if(NOT DRAGOMAN_WITH_TORCH)
  return()
endif()
# LibTorch's headers take about ten seconds to compile, so all rooms that use them share a precompiled header. It
# has only the headers that most files use: all of <torch/torch.h> would add three seconds to each file.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/torch_headers.cpp CONTENT "")
add_library(torch_headers STATIC ${CMAKE_BINARY_DIR}/torch_headers.cpp)
target_link_libraries(torch_headers PRIVATE libs::log libs::json libs::torch)
target_precompile_headers(torch_headers PRIVATE <torch/autograd.h> <torch/nn/modules/linear.h>
  <torch/nn/modules/normalization.h> <nlohmann/json.hpp> <spdlog/logger.h>)
dragoman_compile_options(torch_headers)
