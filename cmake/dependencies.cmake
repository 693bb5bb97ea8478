# Libraries poise stands on. CONTRIBUTING.md says why each is there;
# tools/setup installs them.
include("${CMAKE_CURRENT_LIST_DIR}/link_dependencies.cmake")
if(poise_missing)
  message(FATAL_ERROR "poise: needs ${poise_missing}, which cannot be found\nInstall it, or all it needs by: tools/setup build")
endif()

# Headers alone, of which nothing is left to link.
find_package(nlohmann_json REQUIRED)
find_package(Eigen3 3.4 REQUIRED)
if(POISE_BUILD_COMMAND)
  find_package(CLI11 REQUIRED)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/find_arrow.cmake")
