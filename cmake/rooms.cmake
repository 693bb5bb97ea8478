# A room of the house is one library target. Naming a room's neighbours here is
# what lets it include them; tests/architecture checks the same for headers.

add_library(poise_warnings INTERFACE)
target_compile_options(poise_warnings INTERFACE -Wall -Wextra -Wconversion)
# Files that are compiled together see each other's names, and types of unnamed namespaces as if in a header.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(poise_warnings INTERFACE -Wshadow=local -Wno-subobject-linkage)
elseif(NOT CMAKE_UNITY_BUILD)
  target_compile_options(poise_warnings INTERFACE -Wshadow)
endif()
# GCC 12 sees overlapping copies in std::string's operator+ where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(poise_warnings INTERFACE -Wno-restrict)
endif()
# To clang a change of sign is a conversion, too; to GCC it is not.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(poise_warnings INTERFACE -Wno-sign-conversion)
endif()
if(POISE_WARNINGS_ARE_ERRORS)
  target_compile_options(poise_warnings INTERFACE -Werror)
endif()

# Libraries of headers alone that no installed header includes: who uses poise need not have them.
set(poise_only_to_compile Eigen3::Eigen nlohmann_json::nlohmann_json)

# Headers that most files include are compiled once, for all libraries. Files still include what
# they use: the build under sanitizers compiles them without, and so does `pip install`.
option(POISE_PRECOMPILE "Precompile the headers that most files of the library include" ON)
set(poise_precompiled <algorithm> <array> <bit> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric>
  <optional> <span> <stdexcept> <string> <string_view> <utility> <variant> <vector> <gmpxx.h>)
# With them GCC 12 sees copies that are too long in std::string's assignments, where there are none.
add_library(poise_precompiled_warnings INTERFACE)
if(POISE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(poise_precompiled_warnings INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
endif()
function(poise_precompile target)
  target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:poise_precompiled_warnings>")
  if(POISE_PRECOMPILE AND target STREQUAL "poise_base")
    target_precompile_headers(poise_base PRIVATE ${poise_precompiled})
  elseif(POISE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM poise_base)
  endif()
endfunction()

# Rooms that do little work themselves: to optimise them under sanitizers takes longer than it saves.
set(POISE_UNOPTIMISED_ROOMS "" CACHE STRING "Rooms that are compiled with -O0")

# poise_room(NAME SOURCES a.cpp b.cpp NEEDS base privacy [LIBRARIES fmt::fmt])
function(poise_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;NEEDS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  foreach(library ${poise_only_to_compile})
    list(TRANSFORM ROOM_LIBRARIES REPLACE "^${library}$" "$<BUILD_INTERFACE:${library}>")
    list(TRANSFORM ROOM_PRIVATE_LIBRARIES REPLACE "^${library}$" "$<BUILD_INTERFACE:${library}>")
  endforeach()
  add_library(poise_${name} STATIC ${ROOM_SOURCES})
  target_compile_features(poise_${name} PUBLIC cxx_std_20)
  target_include_directories(poise_${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>")
  target_link_libraries(poise_${name} PRIVATE "$<BUILD_INTERFACE:poise_warnings>" ${ROOM_PRIVATE_LIBRARIES})
  target_link_libraries(poise_${name} PUBLIC ${ROOM_LIBRARIES})
  foreach(neighbour ${ROOM_NEEDS})
    target_link_libraries(poise_${name} PUBLIC poise_${neighbour})
  endforeach()
  poise_precompile(poise_${name})
  if(name IN_LIST POISE_UNOPTIMISED_ROOMS)
    target_compile_options(poise_${name} PRIVATE -O0)
  endif()
  set_target_properties(poise_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY poise_room_targets poise_${name}) # for cmake/install.cmake
endfunction()
