# Libraries poise stands on. CONTRIBUTING.md says why each is there;
# tools/setup installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(TBB REQUIRED)
find_package(Eigen3 3.4 REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(mpfr REQUIRED IMPORTED_TARGET mpfr)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(hwy_contrib REQUIRED IMPORTED_TARGET libhwy-contrib)

# GMP's C++ interface and MPFI ship no package description.
foreach(name gmpxx mpfi)
  find_library(POISE_LIB_${name} ${name} REQUIRED)
endforeach()
add_library(poise_exact_numbers INTERFACE)
target_link_libraries(poise_exact_numbers INTERFACE "${POISE_LIB_mpfi}" PkgConfig::mpfr "${POISE_LIB_gmpxx}" gmp)

include("${CMAKE_CURRENT_LIST_DIR}/find_arrow.cmake")
