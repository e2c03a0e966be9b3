# c10d with Gloo, for training in several processes. If LibTorch has them, all users of libs::torch are compiled
# with DRAGOMAN_WITH_C10D; else training runs in one process.
set(c10d_header ${torch_root}/include/torch/csrc/distributed/c10d/ProcessGroupGloo.hpp)
if(NOT torch_root STREQUAL "${DRAGOMAN_C10D_TRIED_WITH}")
  set(DRAGOMAN_C10D_TRIED_WITH ${torch_root} CACHE INTERNAL "LibTorch that was last looked at for c10d")
  unset(DRAGOMAN_WITH_C10D CACHE)
endif()
if(EXISTS ${c10d_header} AND NOT DEFINED DRAGOMAN_WITH_C10D)
  file(WRITE ${CMAKE_BINARY_DIR}/has_c10d.cpp
    "namespace c10d { bool getDefaultGlooLazyInit(); }\nint main() { return c10d::getDefaultGlooLazyInit(); }\n")
  # A CUDA build of LibTorch needs libraries that the building machine may lack.
  try_compile(DRAGOMAN_WITH_C10D ${CMAKE_BINARY_DIR}/has_c10d ${CMAKE_BINARY_DIR}/has_c10d.cpp
    LINK_OPTIONS LINKER:--allow-shlib-undefined LINK_LIBRARIES ${torch_links})
endif()
if(NOT DRAGOMAN_WITH_C10D)
  message(STATUS "LibTorch: without c10d and Gloo, so that training takes one process")
  return()
endif()

target_compile_definitions(libs_torch INTERFACE DRAGOMAN_WITH_C10D USE_C10D_GLOO)
if(NOT EXISTS ${torch_root}/include/gloo/context.h)
  set(gloo_names ${CMAKE_BINARY_DIR}/include/gloo_names)
  foreach(header IN ITEMS algorithm.h context.h common/error.h rendezvous/store.h transport/device.h)
    get_filename_component(folder ${gloo_names}/gloo/${header} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${CMAKE_CURRENT_LIST_DIR}/gloo_names.h ${gloo_names}/gloo/${header} SYMBOLIC)
  endforeach()
  target_include_directories(libs_torch SYSTEM INTERFACE ${gloo_names})
endif()

# NCCL, for processes that each have a GPU. c10d's header needs those of NCCL and CUDA. PyTorch's CUDA build brings most
# of them, in folders beside torch; PyPI's cuda-toolkit[crt,cccl], or a CUDA toolkit, has the rest. If all are there,
# train/nccl_group.cpp is compiled with DRAGOMAN_WITH_NCCL; else GPUs exchange by way of the processors.
if(NOT EXISTS ${torch_root}/lib/libtorch_cuda.so)
  return()
endif()
file(GLOB nvidia_headers ${torch_root}/../nvidia/*/include $ENV{CUDA_HOME}/include /usr/local/cuda/include)
if(NOT torch_root STREQUAL "${DRAGOMAN_NCCL_TRIED_WITH}")
  set(DRAGOMAN_NCCL_TRIED_WITH ${torch_root} CACHE INTERNAL "LibTorch that was last looked at for NCCL")
  unset(DRAGOMAN_WITH_NCCL CACHE)
endif()
if(NOT DRAGOMAN_WITH_NCCL)  # missing headers may have been installed since
  file(WRITE ${CMAKE_BINARY_DIR}/has_nccl.cpp "#define USE_C10D_NCCL\n"
    "#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>\n"
    "int main() { return c10d::ProcessGroupNCCL::Options::create()->is_high_priority_stream; }\n")
  try_compile(DRAGOMAN_WITH_NCCL ${CMAKE_BINARY_DIR}/has_nccl ${CMAKE_BINARY_DIR}/has_nccl.cpp
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${torch_root}/include;${torch_root}/include/torch/csrc/api/include;${nvidia_headers}"
    LINK_OPTIONS LINKER:--allow-shlib-undefined LINK_LIBRARIES ${torch_links}
    CXX_STANDARD 20)
endif()
if(DRAGOMAN_WITH_NCCL)
  message(STATUS "LibTorch: with NCCL")
  target_compile_definitions(libs_torch INTERFACE DRAGOMAN_WITH_NCCL USE_C10D_NCCL)
  target_include_directories(libs_torch SYSTEM INTERFACE ${nvidia_headers})
else()
  message(STATUS "LibTorch: without all headers of NCCL and CUDA, so that GPUs exchange by way of the processors; "
    "pip install cuda-toolkit[crt,cccl] beside torch for NCCL")
endif()
