# cmake -D OUTPUT=FILE.cpp -D COMPILER=TEXT -P build_id.cmake FILE...: writes a source that defines build_id of
# io/build_id.h: a hash of the compiler and of the files.
set(text "${COMPILER}")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE 7 ${last})
  file(SHA256 ${CMAKE_ARGV${index}} hash)
  string(APPEND text "\n${hash}")
endforeach()
string(SHA256 hash "${text}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"io/build_id.h\"

const char dragoman::build_id[] = \"${hash}\";
")
