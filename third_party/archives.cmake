# cpack: dragoman-VERSION-SYSTEM.tar.gz and .deb of the installed tree.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME dragoman)
set(CPACK_PACKAGE_VENDOR "The Dragoman authors")
set(CPACK_PACKAGE_CONTACT "The Dragoman authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Trains neural translators and translates with them")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME dragoman-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
find_program(SHLIBDEPS dpkg-shlibdeps)
find_program(FILE_TYPE file)
mark_as_advanced(SHLIBDEPS FILE_TYPE)
if(SHLIBDEPS AND FILE_TYPE)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR} ${torch_lib})
else()  # Debian 12's packages
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.34), libstdc++6 (>= 12), libgomp1, libsentencepiece0, libicu72, "
    "libspdlog1.10, libfmt9, zlib1g, libzip4, libyaml-cpp0.7, libcairo2, libcpp-httplib0.11, libtcmalloc-minimal4")
  list(JOIN CPACK_DEBIAN_PACKAGE_DEPENDS "" CPACK_DEBIAN_PACKAGE_DEPENDS)
endif()
include(CPack)
