# dragoman_kernels(ROOM)
#
# Compiles each ROOM/kernels_*.cpp for its own set of instructions; the program selects one at run time. These
# files do not use the precompiled header, which is made for one set. They are optimised in debug builds too,
# because otherwise they would take most of the tests' time. The code itself says where to use FMA, so that tables
# agree. Vectors are as wide as registers: one that the compiler would have to split is an error.
function(dragoman_kernels room)
  foreach(instructions portable avx2 avx2_vnni avx512 avx512_vnni avx512_bf16 neon neon_dot neon_i8mm)
    set(file ${PROJECT_SOURCE_DIR}/${room}/kernels_${instructions}.cpp)
    dragoman_kernel_source(${file} ${instructions})
  endforeach()
endfunction()

# Compiles FILE for INSTRUCTIONS, the name of a table, with more OPTION...s. Skips FILE if no processor of the
# target has these instructions. ARM's plainest table is `neon`; `portable` is for other processors.
function(dragoman_kernel_source file instructions)
  set(portable "")
  set(avx2 -mavx2 -mfma)
  set(avx2_vnni ${avx2} -mavxvnni)
  set(avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512)
  set(avx512_vnni ${avx512} -mavx512vnni)
  set(avx512_bf16 ${avx512_vnni} -mavx512bf16)
  set(neon -march=armv8-a)
  set(neon_dot -march=armv8.2-a+dotprod)
  set(neon_i8mm -march=armv8.2-a+dotprod+i8mm)
  set(options -O3 -ffp-contract=off -fno-math-errno -Wno-psabi ${${instructions}})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns about its own AVX-512 intrinsics (its bug 105593).
    list(APPEND options -Werror=vector-operation-performance -Wno-maybe-uninitialized)
    if(instructions MATCHES "neon")
      # GCC 12 would move so many loads ahead of the tiles' products that the sums lose their registers.
      list(APPEND options -fno-schedule-insns)
    endif()
  endif()
  list(APPEND options ${ARGN})
  set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
  set(tables portable)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(tables portable avx2 avx2_vnni avx512 avx512_vnni avx512_bf16)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(tables neon neon_dot neon_i8mm)
  endif()
  if(NOT instructions IN_LIST tables)
    set_source_files_properties(${file} PROPERTIES HEADER_FILE_ONLY ON)
  endif()
endfunction()
