# cmake -D OUTPUT=FILE.cpp -P embed_page.cmake FILE...: writes a source that defines page_files() of
# serve/page_files.h, with the content of the files as bytes.
function(media_type_of name result)
  if(name MATCHES "\\.html$")
    set(type "text/html; charset=utf-8")
  elseif(name MATCHES "\\.css$")
    set(type "text/css; charset=utf-8")
  elseif(name MATCHES "\\.js$")
    set(type "text/javascript; charset=utf-8")
  elseif(name MATCHES "\\.json$")
    set(type "application/json")
  elseif(name MATCHES "\\.svg$")
    set(type "image/svg+xml")
  elseif(name MATCHES "\\.png$")
    set(type "image/png")
  else()
    message(FATAL_ERROR "${name}: name its media type in third_party/embed_page.cmake")
  endif()
  set(${result} "${type}" PARENT_SCOPE)
endfunction()

set(arrays "")
set(entries "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE 5 ${last})
  set(file ${CMAKE_ARGV${index}})
  get_filename_component(name ${file} NAME)
  media_type_of(${name} type)
  file(READ ${file} digits HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${digits}")
  string(REPEAT "....." 20 twenty)
  string(REGEX REPLACE "(${twenty})" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kFile${index}[] = {\n${bytes}0};\n")
  string(APPEND entries "      {\"${name}\", \"${type}\", text_of(kFile${index})},\n")
endforeach()

file(WRITE ${OUTPUT} "#include \"serve/page_files.h\"

#include <cstddef>

namespace dragoman {
namespace {

${arrays}
// The last byte is there so that no array is empty.
template <std::size_t size>
std::string_view text_of(const unsigned char (&bytes)[size]) {
  return {reinterpret_cast<const char*>(bytes), size - 1};
}

}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
${entries}  };
  return files;
}

}  // namespace dragoman
")
