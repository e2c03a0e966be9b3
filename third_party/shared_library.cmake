# libdragoman.so, dragoman::dragoman: the room translate with all that it uses, behind translate/translator.h.
add_library(dragoman_library SHARED $<TARGET_OBJECTS:search> $<TARGET_OBJECTS:translate>
  ${PROJECT_SOURCE_DIR}/third_party/mkl_processor.cpp)
add_library(dragoman::dragoman ALIAS dragoman_library)
target_link_libraries(dragoman_library PRIVATE translate)
target_include_directories(dragoman_library INTERFACE $<INSTALL_INTERFACE:include>)
target_compile_features(dragoman_library INTERFACE cxx_std_20)
dragoman_compile_options(dragoman_library)

# Before version 1.0 a minor version may change the interface.
set_target_properties(dragoman_library PROPERTIES OUTPUT_NAME dragoman EXPORT_NAME dragoman
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(exports ${PROJECT_SOURCE_DIR}/third_party/libdragoman.map)
target_link_options(dragoman_library PRIVATE LINKER:--version-script=${exports})
set_property(TARGET dragoman_library APPEND PROPERTY LINK_DEPENDS ${exports})
if(NOT DRAGOMAN_SANITIZE)  # the sanitizers' functions come from the program
  target_link_options(dragoman_library PRIVATE LINKER:--no-undefined)
endif()
