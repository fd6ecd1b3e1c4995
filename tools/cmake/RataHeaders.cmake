# The target rata_headers compiles the headers of the rooms alone, by generated files that include
# nothing else: a header that leans on what others include before it does not compile. It is not part
# of `all`; the test "headers" builds it. Two thirds of the headers need no such file: their own
# source includes them first, and the release build compiles that alone.
get_property(folders GLOBAL PROPERTY RATA_ROOM_FOLDERS)
get_property(targets GLOBAL PROPERTY RATA_ROOM_TARGETS)

# Whether the header's own source, beside it and of the same name, includes it before anything else.
# Asked when the build is configured, not again whenever a source changes.
function(rata_own_source_includes header result)
    set(${result} FALSE PARENT_SCOPE)
    string(REGEX REPLACE "hpp$" "cpp" source "${PROJECT_SOURCE_DIR}/${header}")
    if(EXISTS "${source}")
        file(STRINGS "${source}" first REGEX "^#include " LIMIT_COUNT 1)
        file(STRINGS "${PROJECT_SOURCE_DIR}/${header}" guard REGEX "^#pragma once$" LIMIT_COUNT 1)
        if(guard AND first STREQUAL "#include \"${header}\"")
            set(${result} TRUE PARENT_SCOPE)
        endif()
    endif()
endfunction()

set(RATA_HEADER_SOURCES)
foreach(folder IN LISTS folders ITEMS tests/support)
    file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
    foreach(header IN LISTS headers)
        rata_own_source_includes("${header}" has_source)
        if(has_source AND NOT folder STREQUAL "tests/support") # tests are always compiled together
            continue()
        endif()
        set(source "${PROJECT_BINARY_DIR}/headers/${header}.cpp")
        # Twice, so that a missing include guard is noticed as well.
        file(CONFIGURE OUTPUT "${source}"
             CONTENT "#include \"${header}\"\n#include \"${header}\" // NOLINT\n")
        list(APPEND RATA_HEADER_SOURCES "${source}")
    endforeach()
endforeach()

# Nor does any build but the one for tuning compile what RATA_TUNABLE brings.
set(source "${PROJECT_BINARY_DIR}/headers/tunable_build.cpp")
file(CONFIGURE OUTPUT "${source}"
     CONTENT "#ifndef RATA_TUNABLE\n#define RATA_TUNABLE\n#endif\n#include \"engine/search/silent_runner.cpp\"\n#include \"engine/session/options.cpp\"\n")
list(APPEND RATA_HEADER_SOURCES "${source}")

add_library(rata_headers OBJECT EXCLUDE_FROM_ALL ${RATA_HEADER_SOURCES})
set_target_properties(rata_headers PROPERTIES UNITY_BUILD OFF)
target_link_libraries(rata_headers PRIVATE ${targets})
target_compile_options(rata_headers PRIVATE -O0 -g0) # nobody runs them

add_test(NAME headers COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}"
                              --target rata_headers)
set_tests_properties(headers PROPERTIES LABELS headers TIMEOUT 900 RUN_SERIAL TRUE)
