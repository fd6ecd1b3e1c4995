# Every switch of the build. The presets set them; a person may set them by -D.
include(GNUInstallDirs)

set(RATA_ARCH "native" CACHE STRING "Value of -march: native, x86-64-v2, ..., or empty for none")
set(RATA_PEXT "AUTO" CACHE STRING "Sliding attacks by PEXT: AUTO (where it is fast), ON or OFF")
set_property(CACHE RATA_PEXT PROPERTY STRINGS AUTO ON OFF)
set(RATA_SANITIZE "" CACHE STRING "Value of -fsanitize for all code, for example address,undefined")
set(RATA_PROFILE "" CACHE STRING "Count where time goes (generate), or use what was counted (use)")
set_property(CACHE RATA_PROFILE PROPERTY STRINGS "" generate use)

option(RATA_BUILD_TESTS "Build the tests" ON)
option(RATA_CHECKED "Check the invariants stated by RATA_ASSERT" OFF)
option(RATA_FUZZ "Build the fuzz targets (clang only)" OFF)
option(RATA_LTO "Optimise across files at link time" OFF)
option(RATA_TUNABLE "Make the numbers of the search options, for ratatosk spsa" OFF)
option(RATA_STATIC_RUNTIME "Carry the C++ runtime inside the binary" OFF)
option(RATA_SYZYGY "Read Syzygy tables, by libfathom" ON)

# The tests look for their large data here, unless the environment variable RATATOSK_DATA says
# otherwise at run time. Tests whose data is missing are reported as skipped.
set(RATATOSK_DATA "${PROJECT_SOURCE_DIR}/../shared/data" CACHE PATH "Folder of the large test data")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
