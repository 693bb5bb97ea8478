# A room of the house is one library target. Naming a room's neighbours here is
# what lets it include them; tests/architecture checks the same for headers.

add_library(poise_warnings INTERFACE)
target_compile_options(poise_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow)
# GCC 12 sees overlapping copies in std::string's operator+ where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(poise_warnings INTERFACE -Wno-restrict)
endif()
if(POISE_WARNINGS_ARE_ERRORS)
  target_compile_options(poise_warnings INTERFACE -Werror)
endif()

# poise_room(NAME SOURCES a.cpp b.cpp NEEDS base privacy [LIBRARIES fmt::fmt])
function(poise_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;NEEDS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  add_library(poise_${name} STATIC ${ROOM_SOURCES})
  target_include_directories(poise_${name} PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(poise_${name} PRIVATE poise_warnings ${ROOM_PRIVATE_LIBRARIES})
  target_link_libraries(poise_${name} PUBLIC ${ROOM_LIBRARIES})
  foreach(neighbour ${ROOM_NEEDS})
    target_link_libraries(poise_${name} PUBLIC poise_${neighbour})
  endforeach()
endfunction()
