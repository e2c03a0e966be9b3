# Imported targets libs::*, one for each thing Dragoman needs and does not write itself. All come from Debian,
# except LibTorch, which comes from any folder that the user names or from the wheel in .venv.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_path(SENTENCEPIECE_INCLUDE_DIR sentencepiece_processor.h REQUIRED)
find_library(SENTENCEPIECE_LIBRARY sentencepiece REQUIRED)
find_library(SENTENCEPIECE_TRAIN_LIBRARY sentencepiece_train REQUIRED)
find_path(CAIRO_INCLUDE_DIR cairo.h PATH_SUFFIXES cairo REQUIRED)
find_library(CAIRO_LIBRARY cairo REQUIRED)

# LibTorch ships a newer fmt than the one spdlog was built with. This folder comes first on the include path.
set(fmt_first ${CMAKE_BINARY_DIR}/include/fmt_first)
file(MAKE_DIRECTORY ${fmt_first})
if(TARGET fmt::fmt)
  get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  file(CREATE_LINK ${fmt_include}/fmt ${fmt_first}/fmt SYMBOLIC)
endif()

function(dragoman_imported name)
  cmake_parse_arguments(LIB "" "" "INCLUDES;LINKS" ${ARGN})
  add_library(libs_${name} INTERFACE)
  add_library(libs::${name} ALIAS libs_${name})
  target_include_directories(libs_${name} SYSTEM INTERFACE ${LIB_INCLUDES})
  target_link_libraries(libs_${name} INTERFACE ${LIB_LINKS})
endfunction()

dragoman_imported(json LINKS nlohmann_json::nlohmann_json)
dragoman_imported(flags LINKS CLI11::CLI11)
dragoman_imported(gzip LINKS ZLIB::ZLIB)
dragoman_imported(unicode LINKS ICU::uc ICU::i18n)
dragoman_imported(log INCLUDES ${fmt_first} LINKS spdlog::spdlog)
dragoman_imported(sentencepiece INCLUDES ${SENTENCEPIECE_INCLUDE_DIR}
  LINKS ${SENTENCEPIECE_LIBRARY} ${SENTENCEPIECE_TRAIN_LIBRARY})
dragoman_imported(drawing INCLUDES ${CAIRO_INCLUDE_DIR} LINKS ${CAIRO_LIBRARY})

include(${CMAKE_CURRENT_LIST_DIR}/torch.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ccache.cmake)
