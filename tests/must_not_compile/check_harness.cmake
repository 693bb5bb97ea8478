# Checks check_case.cmake itself: it must refuse every file in harness/, each for its own reason.

cmake_minimum_required(VERSION 3.25)

function(must_be_refused name reason)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${COMPILER}" "-DINCLUDE=${INCLUDE}"
    "-DCASE=${CMAKE_CURRENT_LIST_DIR}/harness/${name}.cpp" -P "${CMAKE_CURRENT_LIST_DIR}/check_case.cmake"
    RESULT_VARIABLE status ERROR_VARIABLE output)
  if(status EQUAL 0)
    message(FATAL_ERROR "harness/${name}.cpp was accepted; it should be refused: ${reason}")
  endif()
  # Long messages are wrapped.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(NOT output MATCHES "${reason}")
    message(FATAL_ERROR "harness/${name}.cpp was refused, but not because: ${reason}\n${output}")
  endif()
endfunction()

must_be_refused(it_compiles "compiles, and must not")
must_be_refused(it_fails_for_another_reason "fails for another reason")
must_be_refused(it_also_fails_for_another_reason "fails for another reason")
must_be_refused(its_twin_does_not_compile "the legal twin does not compile")
must_be_refused(it_expects_nothing "needs exactly one line")
