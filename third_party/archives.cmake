# cpack makes dragoman-VERSION-SYSTEM.tar.gz with the whole installed tree, and a Debian package of each
# component.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME dragoman)
set(CPACK_PACKAGE_VENDOR "The Dragoman authors")
set(DRAGOMAN_MAINTAINER "The Dragoman authors <dragoman@localhost.localdomain>" CACHE STRING
  "Who answers for the Debian packages: NAME <MAIL ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${DRAGOMAN_MAINTAINER}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME dragoman-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)  # one for each core

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
if(DRAGOMAN_WITH_TORCH)
  list(APPEND CPACK_COMPONENTS_ALL torch)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()  # else the architecture that dpkg reports
set(this_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME dragoman)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(shlibs ${PROJECT_BINARY_DIR}/debian/shlibs)
file(CONFIGURE OUTPUT ${shlibs} CONTENT
  "libdragoman ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} dragoman (= ${this_version})\n")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/third_party/debian/triggers ${shlibs})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "dragoman-torch (= ${this_version})")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "neural machine translation: translating, scoring, serving
Dragoman translates text with Transformer models, scores translations as
sacreBLEU does, and serves models over HTTP. This package has the program,
its library and all that runs on CPUs without LibTorch.")

set(CPACK_DEBIAN_TORCH_PACKAGE_NAME dragoman-torch)
set(CPACK_DEBIAN_TORCH_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TORCH_PACKAGE_DEPENDS "dragoman (= ${this_version})")
set(CPACK_DEBIAN_TORCH_DESCRIPTION "neural machine translation: training
Dragoman trains Transformer models on raw sentence pairs. This package has
what training needs: the plugin for LibTorch, and LibTorch's libraries if
Dragoman was built to hold them.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdragoman-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "dragoman (= ${this_version})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "neural machine translation: headers of the C++ library
Dragoman translates text with Transformer models. This package has the
headers of its library, the CMake package and an example program.")

# Debian 12's packages, for systems on which dpkg-shlibdeps cannot find the dependencies.
set(CPACK_DRAGOMAN_STATED_PROGRAM_DEPENDS "libc6 (>= 2.34), libstdc++6 (>= 12), libsentencepiece0, libicu72, libgumbo1, libre2-9, \
libspdlog1.10, libfmt9, zlib1g, libzip4, libyaml-cpp0.7, libssl3, libtcmalloc-minimal4")
set(CPACK_DRAGOMAN_STATED_PROGRAM_RECOMMENDS libcairo2)
set(CPACK_DRAGOMAN_STATED_TORCH_DEPENDS "libc6 (>= 2.34), libstdc++6 (>= 12), libgomp1, libspdlog1.10, libfmt9")

# Input of the two scripts. The first finds dependencies, the second sets permissions and adds the files that
# Debian requires in a package.
set(CPACK_DRAGOMAN_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_DRAGOMAN_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_DRAGOMAN_CROSSCOMPILING "${CMAKE_CROSSCOMPILING}")
set(CPACK_DRAGOMAN_TORCH_LIB "${torch_lib}")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/third_party/debian/depends.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/third_party/debian/files.cmake)
include(CPack)
