# Checks one case: cmake -DCOMPILER=c++ -DINCLUDE=src -DCASE=case.cpp -P check_case.cmake
#
# A case is a file that compiles with LEGAL_TWIN defined and does not without it.
# Its line "// EXPECT <regular expression>" names the reason: every error the
# compiler gives must match it, so that a missing header or a typing mistake
# cannot pass for the refusal that is being tested.

cmake_minimum_required(VERSION 3.25)

file(STRINGS "${CASE}" expectations REGEX "^// EXPECT .+")
list(LENGTH expectations count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${CASE}: needs exactly one line '// EXPECT <regular expression>', has ${count}")
endif()
string(REGEX REPLACE "^// EXPECT " "" expected "${expectations}")

set(compile "${COMPILER}" -std=c++20 -fsyntax-only -fdiagnostics-color=never "-I${INCLUDE}")

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${compile} -DLEGAL_TWIN "${CASE}"
  RESULT_VARIABLE status ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${CASE}: the legal twin does not compile\n${output}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${compile} "${CASE}"
  RESULT_VARIABLE status ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${CASE}: compiles, and must not")
endif()

# Lists split at semicolons and merge at brackets; neither may cut a message in two.
string(REPLACE ";" "," lines "${output}")
string(REPLACE "[" "(" lines "${lines}")
string(REPLACE "]" ")" lines "${lines}")
string(REPLACE "\n" ";" lines "${lines}")
list(FILTER lines INCLUDE REGEX "error: ")
if(lines STREQUAL "")
  message(FATAL_ERROR "${CASE}: failed without an error of the compiler\n${output}")
endif()
foreach(line ${lines})
  if(NOT line MATCHES "error: .*(${expected})")
    message(FATAL_ERROR "${CASE}: fails for another reason than ${expected}\n${line}\n\n${output}")
  endif()
endforeach()
