# dragoman_kernels(ROOM)
#
# Compiles each of ROOM/kernels_*.cpp for its own set of instructions; which of them run is chosen at run time. They do
# without the precompiled header, which is made for one set, and are optimised in debug builds too: unoptimised they
# would take most of the tests' time. The code says where operations are contracted to FMA, so that tables agree, and
# vectors are as wide as registers: what the compiler would have to split is an error.
function(dragoman_kernels room)
  foreach(instructions portable avx2 avx2_vnni avx512 avx512_vnni avx512_bf16 neon neon_dot neon_i8mm)
    set(file ${PROJECT_SOURCE_DIR}/${room}/kernels_${instructions}.cpp)
    dragoman_kernel_source(${file} ${instructions})
  endforeach()
endfunction()

# Compiles FILE for INSTRUCTIONS, the name of a table, with more OPTION...s; for processors that have none of them, not at
# all. ARM's plainest table is `neon`; `portable` is for others.
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
    # GCC 12 warns of its own AVX-512 intrinsics (its bug 105593).
    list(APPEND options -Werror=vector-operation-performance -Wno-maybe-uninitialized)
    if(instructions MATCHES "neon")
      # GCC 12 moves so many loads ahead of tiles' products that sums lose their registers.
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
