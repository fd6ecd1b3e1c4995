# Decides RATA_USE_PEXT: whether rata_rules indexes its attack tables by PEXT or by magics.
# AUTO means: only in a build for this very machine, and only if its PEXT is a fast instruction.
set(RATA_USE_PEXT OFF)
if(RATA_PEXT STREQUAL "ON")
    set(RATA_USE_PEXT ON)
elseif(RATA_PEXT STREQUAL "AUTO" AND RATA_ARCH STREQUAL "native")
    if(NOT DEFINED RATA_PEXT_PROBE_EXIT)
        try_run(RATA_PEXT_PROBE_EXIT RATA_PEXT_PROBE_BUILT
                "${PROJECT_BINARY_DIR}/pext_probe"
                "${PROJECT_SOURCE_DIR}/tools/cmake/pext_probe.cpp")
        if(NOT RATA_PEXT_PROBE_BUILT)
            set(RATA_PEXT_PROBE_EXIT 1 CACHE INTERNAL "exit code of pext_probe.cpp")
        endif()
    endif()
    if(RATA_PEXT_PROBE_EXIT EQUAL 0)
        set(RATA_USE_PEXT ON)
    endif()
endif()
message(STATUS "Sliding attacks by PEXT: ${RATA_USE_PEXT}")
