# The words in which rooms are declared.
#
#   rata_enter(FOLDER)                        add the room in FOLDER, if it has a CMakeLists.txt
#   rata_library(TARGET [LINKS TARGET...])    in the room: all its *.cpp make one library
#   rata_program(TARGET [LINKS TARGET...] [OPTIONAL TARGET...])
#                                             in the room: main.cpp makes the program TARGET, all
#                                             other *.cpp the library TARGET_parts, for the tests;
#                                             of the optional rooms it links those that were entered
#   rata_leave_unoptimised(TARGET)            in the room: it never runs for long
#
# New source files are noticed by themselves. A room may link only rooms that were entered before. A
# program that contains another one links its TARGET_parts.

# Folder and target of every room, in parallel lists, for tests/ and the header check.
define_property(GLOBAL PROPERTY RATA_ROOM_FOLDERS BRIEF_DOCS "folders of the rooms")
define_property(GLOBAL PROPERTY RATA_ROOM_TARGETS BRIEF_DOCS "libraries of the rooms")

function(rata_enter folder)
    if(EXISTS "${RATA_ROOT}/${folder}/CMakeLists.txt")
        add_subdirectory("${RATA_ROOT}/${folder}" "${PROJECT_BINARY_DIR}/${folder}")
    endif()
endfunction()

function(rata_check_links target)
    foreach(link IN LISTS ARGN)
        if(link MATCHES "^(rata_|treelog$|gtql$|.+_parts$)" AND NOT TARGET "${link}")
            message(FATAL_ERROR "${target} links ${link}, which is no room entered before it")
        endif()
    endforeach()
endfunction()

function(rata_note_room target)
    file(RELATIVE_PATH folder "${RATA_ROOT}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set_property(GLOBAL APPEND PROPERTY RATA_ROOM_FOLDERS "${folder}")
    set_property(GLOBAL APPEND PROPERTY RATA_ROOM_TARGETS "${target}")
endfunction()

# One library of the given sources; without sources it is a library of headers only.
function(rata_make_library target links)
    if(ARGN)
        add_library(${target} STATIC ${ARGN})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(${target} ${scope} "${RATA_ROOT}")
    target_link_libraries(${target} ${scope} ${links})
endfunction()

function(rata_library target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "LINKS")
    rata_check_links(${target} ${ARG_LINKS})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "*.cpp")
    rata_make_library(${target} "${ARG_LINKS}" ${sources})
    rata_note_room(${target})
endfunction()

# For a room whose code never runs for long: where there are sanitizers, optimising it would take
# longer than everything that could be won.
function(rata_leave_unoptimised target)
    if(RATA_SANITIZE)
        target_compile_options(${target} PRIVATE -O0)
    endif()
endfunction()

function(rata_program target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "LINKS;OPTIONAL")
    foreach(room IN LISTS ARG_OPTIONAL)
        if(TARGET "${room}")
            list(APPEND ARG_LINKS "${room}")
        endif()
    endforeach()
    rata_check_links(${target} ${ARG_LINKS})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "*.cpp")
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/main.cpp")
    rata_make_library(${target}_parts "${ARG_LINKS}" ${sources})
    add_executable(${target} main.cpp)
    target_link_libraries(${target} PRIVATE ${target}_parts)
    rata_note_room(${target}_parts)
endfunction()
