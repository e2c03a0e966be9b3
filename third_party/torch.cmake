# libs::torch: LibTorch from the first folder that has it: -D DRAGOMAN_TORCH=DIR, else CMAKE_PREFIX_PATH, else the
# link .libtorch made by scripts/setup. DIR holds include/ and lib/, like the folder torch of a wheel. LibTorch's
# own CMake package is not used, because in a CUDA build it requires a CUDA toolkit, which running does not need.
set(DRAGOMAN_TORCH "" CACHE PATH "Folder of LibTorch, the one that holds include/ and lib/")
if(DRAGOMAN_TORCH)
  set(torch_candidates ${DRAGOMAN_TORCH})
else()
  file(TO_CMAKE_PATH "$ENV{CMAKE_PREFIX_PATH}" torch_environment)
  set(torch_candidates ${CMAKE_PREFIX_PATH} ${torch_environment} ${PROJECT_SOURCE_DIR}/.libtorch)
endif()

set(torch_root "")
foreach(candidate IN LISTS torch_candidates)
  # torch.utils.cmake_prefix_path names the folder torch/share/cmake.
  foreach(folder IN ITEMS "${candidate}" "${candidate}/../..")
    if(NOT torch_root AND EXISTS "${folder}/include/torch/csrc/api/include/torch/torch.h")
      file(REAL_PATH "${folder}" torch_root)
    endif()
  endforeach()
endforeach()
if(NOT torch_root)
  list(JOIN torch_candidates ", " torch_looked_in)
  message(FATAL_ERROR "LibTorch was not found in: ${torch_looked_in}. "
    "Run scripts/setup, or name its folder with -D DRAGOMAN_TORCH=DIR.")
endif()
set(torch_version_file "${torch_root}/include/torch/headeronly/version.h")
if(NOT EXISTS "${torch_version_file}")
  set(torch_version_file "${torch_root}/include/torch/csrc/api/include/torch/version.h")
endif()
file(STRINGS "${torch_version_file}" torch_version_lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
string(REGEX MATCHALL "[0-9]+" torch_version "${torch_version_lines}")
list(JOIN torch_version "." torch_version)
message(STATUS "LibTorch: ${torch_root}, version ${torch_version}")

set(torch_links "")
foreach(library IN ITEMS torch torch_cpu c10 torch_cuda c10_cuda)
  if(EXISTS "${torch_root}/lib/lib${library}.so")
    list(APPEND torch_links "${torch_root}/lib/lib${library}.so")
  endif()
endforeach()
# Wheels of LibTorch export parts of the libstdc++ that they were built with, such as std::filesystem. The system's comes
# first, so that programs which link LibTorch take theirs from there.
set(torch_after "")
if("stdc++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  set(torch_after stdc++)
endif()
dragoman_imported(torch
  INCLUDES ${fmt_first} "${torch_root}/include" "${torch_root}/include/torch/csrc/api/include"
  LINKS ${torch_after} ${torch_links} Threads::Threads)
# LibTorch's parallel loops use OpenMP.
target_compile_options(libs_torch INTERFACE -fopenmp)
target_link_options(libs_torch INTERFACE -fopenmp)
# The CUDA libraries register themselves when loaded. No symbol refers to them, so --as-needed would drop them.
target_link_options(libs_torch INTERFACE LINKER:--no-as-needed)
include(${CMAKE_CURRENT_LIST_DIR}/c10d.cmake)
