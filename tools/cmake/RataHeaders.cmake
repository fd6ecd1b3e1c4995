# The target rata_headers compiles every header of the rooms alone, by a generated file that includes
# nothing else: a header that leans on what others include before it does not compile. It is not part
# of `all`; the test "headers" builds it.
get_property(folders GLOBAL PROPERTY RATA_ROOM_FOLDERS)
get_property(targets GLOBAL PROPERTY RATA_ROOM_TARGETS)

set(RATA_HEADER_SOURCES)
foreach(folder IN LISTS folders ITEMS tests/support)
    file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
    foreach(header IN LISTS headers)
        set(source "${PROJECT_BINARY_DIR}/headers/${header}.cpp")
        # Twice, so that a missing include guard is noticed as well.
        file(CONFIGURE OUTPUT "${source}"
             CONTENT "#include \"${header}\"\n#include \"${header}\" // NOLINT\n")
        list(APPEND RATA_HEADER_SOURCES "${source}")
    endforeach()
endforeach()

add_library(rata_headers OBJECT EXCLUDE_FROM_ALL ${RATA_HEADER_SOURCES})
set_target_properties(rata_headers PROPERTIES UNITY_BUILD OFF)
target_link_libraries(rata_headers PRIVATE ${targets})
target_compile_options(rata_headers PRIVATE -O0 -g0) # nobody runs them

add_test(NAME headers COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}"
                              --target rata_headers)
set_tests_properties(headers PROPERTIES LABELS check TIMEOUT 600 RUN_SERIAL TRUE)
