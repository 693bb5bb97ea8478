# What `cmake --install` leaves for others: the command, the library with its headers, and what
# find_package(poise) reads. No path of this machine is written down, so the folder can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(poise_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/poise")
set(poise_brought_along "${CMAKE_INSTALL_LIBDIR}/poise")

get_property(poise_room_targets GLOBAL PROPERTY poise_room_targets)
install(TARGETS poise_library ${poise_room_targets} EXPORT poiseTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT poiseTargets NAMESPACE poise:: DESTINATION "${poise_package_dir}" COMPONENT library)

# Headers about a library that only poise itself talks to stay at home.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/poise/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/poise" COMPONENT library
  FILES_MATCHING PATTERN "*.h"
  REGEX "/table/arrow/arrow_(file|ids|numbers|table)\\.h$" EXCLUDE
  REGEX "/ledger/statement\\.h$" EXCLUDE
  REGEX "/estimate/coinpress/(private_whitening|turned_rows)\\.h$" EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT library)

# The Arrow inside a Python environment goes when that goes, so the library brings it along.
set(poise_arrow_from nowhere)
if("poise_arrow_library" IN_LIST POISE_ARROW)
  set(poise_arrow_from beside)
  foreach(name arrow parquet)
    get_target_property(file poise_${name}_library IMPORTED_LOCATION)
    get_filename_component(poise_${name}_file "${file}" NAME)
    install(PROGRAMS "${file}" DESTINATION "${poise_brought_along}" COMPONENT library)
  endforeach()
  get_filename_component(poise_site_packages "${file}/../.." ABSOLUTE)
  file(GLOB_RECURSE poise_arrow_licence "${poise_site_packages}/pyarrow-*.dist-info/LICENSE.txt")
  install(FILES ${poise_arrow_licence} DESTINATION "${CMAKE_INSTALL_DOCDIR}/arrow" COMPONENT library)
  if(TARGET poise)
    file(RELATIVE_PATH from_bin "/${CMAKE_INSTALL_BINDIR}" "/${poise_brought_along}")
    set_target_properties(poise PROPERTIES INSTALL_RPATH "$ORIGIN/${from_bin}" INSTALL_RPATH_USE_LINK_PATH OFF)
  endif()
elseif(POISE_ARROW)
  set(poise_arrow_from system)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/poiseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/poiseConfig.cmake"
  INSTALL_DESTINATION "${poise_package_dir}" PATH_VARS poise_brought_along)
# Until 1.0 any 0.x may change what is offered.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/poiseConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/package/poiseConfig.cmake" "${PROJECT_BINARY_DIR}/package/poiseConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/link_dependencies.cmake"
  DESTINATION "${poise_package_dir}" COMPONENT library)
