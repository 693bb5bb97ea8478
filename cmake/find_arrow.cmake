# Arrow C++ with Parquet, for the readers of .parquet and .arrow files: the system's own, or
# else the one inside the pyarrow package of a Python. Optional: leaves POISE_ARROW, the
# targets to link, empty when there is neither.
set(POISE_ARROW)
option(POISE_WITH_ARROW "Read .parquet and .arrow files, where Arrow can be found" ON)
if(NOT POISE_WITH_ARROW)
  message(STATUS "poise: without Arrow, as asked, so this build reads no .parquet and .arrow files")
  return()
endif()
set(POISE_PYTHON "" CACHE FILEPATH "A Python that has pyarrow (default: the one in build/venv)")

# Its interfaces change now and then; 26 is the oldest that was tried.
find_package(Arrow QUIET CONFIG)
find_package(Parquet QUIET CONFIG)
if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared AND NOT ARROW_VERSION VERSION_LESS 26)
  set(POISE_ARROW Arrow::arrow_shared Parquet::parquet_shared)
  message(STATUS "poise: Arrow ${ARROW_VERSION} of the system")
  return()
endif()

set(poise_python "${POISE_PYTHON}")
if(NOT poise_python AND EXISTS "${PROJECT_SOURCE_DIR}/build/venv/bin/python")
  set(poise_python "${PROJECT_SOURCE_DIR}/build/venv/bin/python")
endif()
if(poise_python)
  # Its directory alone: importing pyarrow would load all of it.
  execute_process(
    COMMAND "${poise_python}" -c
      "import importlib.util as u, pathlib as p; print(p.Path(u.find_spec('pyarrow').origin).parent)"
    OUTPUT_VARIABLE poise_pyarrow OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE poise_pyarrow_failed)
  if(NOT poise_pyarrow_failed)
    file(GLOB poise_libarrow "${poise_pyarrow}/libarrow.so.*")
    file(GLOB poise_libparquet "${poise_pyarrow}/libparquet.so.*")
  endif()
endif()
if(poise_libarrow AND poise_libparquet)
  list(GET poise_libarrow 0 poise_libarrow)
  list(GET poise_libparquet 0 poise_libparquet)
  foreach(name arrow parquet)
    add_library(poise_${name}_library SHARED IMPORTED)
    set_target_properties(poise_${name}_library PROPERTIES
      IMPORTED_LOCATION "${poise_lib${name}}"
      INTERFACE_INCLUDE_DIRECTORIES "${poise_pyarrow}/include")
  endforeach()
  set(POISE_ARROW poise_parquet_library poise_arrow_library)
  # An installed command has to find them where they are, too.
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
  message(STATUS "poise: Arrow of pyarrow in ${poise_pyarrow}")
else()
  message(STATUS "poise: no Arrow, so this build reads no .parquet and .arrow files")
endif()
