# What the libraries of poise are linked with. Found here for this build, and again from the installed
# package for whoever links them: so the two cannot differ. What is not there is named in poise_missing.
set(poise_missing)

foreach(package fmt TBB SQLite3 PkgConfig)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    list(APPEND poise_missing ${package})
  endif()
endforeach()

# PkgConfig::sodium, PkgConfig::mpfr, PkgConfig::hwy, PkgConfig::hwy_contrib
foreach(package libsodium mpfr libhwy libhwy-contrib)
  string(REGEX REPLACE "^lib" "" name "${package}")
  string(REPLACE "-" "_" name "${name}")
  if(PkgConfig_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET "${package}")
  endif()
  if(NOT ${name}_FOUND)
    list(APPEND poise_missing "${package}")
  endif()
endforeach()

# GMP's C++ interface and MPFI ship no package description.
foreach(name gmpxx mpfi)
  find_library(POISE_LIB_${name} ${name})
  mark_as_advanced(POISE_LIB_${name})
  if(NOT POISE_LIB_${name})
    list(APPEND poise_missing ${name})
  endif()
endforeach()
if(NOT poise_missing AND NOT TARGET poise_exact_numbers)
  add_library(poise_exact_numbers INTERFACE IMPORTED)
  target_link_libraries(poise_exact_numbers INTERFACE "${POISE_LIB_mpfi}" PkgConfig::mpfr "${POISE_LIB_gmpxx}" gmp)
endif()

list(JOIN poise_missing ", " poise_missing)
