# Installs a build and moves the result: cmake -DBUILD=… -DCONFIG=Release -DAWAY=… -P install_and_move.cmake
cmake_minimum_required(VERSION 3.25)

set(first "${AWAY}.installed_here")
file(REMOVE_RECURSE "${first}" "${AWAY}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${first}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${first}" "${AWAY}")
