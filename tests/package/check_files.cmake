# Reads what was installed in a folder: cmake -DFOLDER=… -DPATHS=/a,/b -DREADELF=readelf -P check_files.cmake
# No CMake file may name one of the paths, or hand our warnings on to others; no program may look for its
# libraries there.
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE files "${FOLDER}/*.cmake")
if(NOT files)
  message(FATAL_ERROR "${FOLDER}: has no CMake files")
endif()
string(REPLACE "," ";" paths "${PATHS}")
file(GLOB programs "${FOLDER}/bin/*")
foreach(file ${files} ${programs})
  if(file IN_LIST programs)
    execute_process(COMMAND "${READELF}" -d "${file}" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  else()
    file(READ "${file}" text)
  endif()
  foreach(path ${paths})
    string(FIND "${text}" "${path}" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "${file}: names a path of the machine it was built on, ${path}")
    endif()
  endforeach()
  if(text MATCHES "-W[a-z]+")
    message(SEND_ERROR "${file}: hands on the warning flag ${CMAKE_MATCH_0}")
  endif()
endforeach()

# Tests and what they need stay at home.
file(GLOB_RECURSE strangers "${FOLDER}/*gtest*" "${FOLDER}/*gmock*" "${FOLDER}/*_test*" "${FOLDER}/test_*" "${FOLDER}/*.cpp")
if(strangers)
  message(SEND_ERROR "${FOLDER}: has files that are for working on poise: ${strangers}")
endif()
