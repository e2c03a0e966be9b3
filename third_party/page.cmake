# dragoman_page(ROOM)
#
# Embeds the files of ROOM/page, and ROOM/openapi.json, in the room's library.
function(dragoman_page room)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/page/*)
  list(APPEND files ${PROJECT_SOURCE_DIR}/${room}/openapi.json)
  set(script ${PROJECT_SOURCE_DIR}/third_party/embed_page.cmake)
  set(source ${CMAKE_BINARY_DIR}/page_files.cpp)
  add_custom_command(OUTPUT ${source} DEPENDS ${files} ${script}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${source} -P ${script} ${files} VERBATIM)
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${room} PRIVATE ${source})
endfunction()
