# Language level, warnings, optimisation and sanitizers, for g++ 12 and clang 14 alike.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_package(Threads REQUIRED)

find_program(RATA_CCACHE ccache)
if(RATA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${RATA_CCACHE}")
endif()

# -Wconversion is left out: shifts and small enums make it fire on nearly every line of bitboard
# code, and the casts that silence it hide more than they show. The sanitizers watch instead.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wcast-qual
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wimplicit-fallthrough)

# The builds for checking compile several files of a room at once (CMAKE_UNITY_BUILD), which takes a
# third of the time; names in their anonymous namespaces are therefore unique within the room. What
# is local to a file is then no longer in the main file, and g++ would warn of that.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-subobject-linkage)
endif()

# g++ 12 sees overlapping copies where strings are joined by + (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-restrict)
    add_link_options(-Wno-restrict -Wno-stringop-overflow)
endif()

# Paths in assertion messages start at the root of the source tree on every machine.
add_compile_options("-fmacro-prefix-map=${RATA_ROOT}/=")

set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
# Line tables are enough for a stack trace, and build much faster than full debug information.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")

if(RATA_ARCH)
    add_compile_options("-march=${RATA_ARCH}")
endif()

if(RATA_CHECKED)
    add_compile_definitions(RATA_CHECKED=1 _GLIBCXX_ASSERTIONS=1)
endif()

if(RATA_SANITIZE)
    add_compile_options("-fsanitize=${RATA_SANITIZE}" -fno-sanitize-recover=all)
    add_link_options("-fsanitize=${RATA_SANITIZE}")
endif()
if(RATA_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "RATA_FUZZ needs clang: libFuzzer is part of it")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(RATA_STATIC_RUNTIME)
    add_link_options(-static-libstdc++ -static-libgcc)
endif()

if(RATA_LTO)
    include(CheckIPOSupported)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # The default linker does not read the intermediate files of clang.
        add_link_options(-fuse-ld=lld)
        set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=lld)
    endif()
    check_ipo_supported(RESULT RATA_LTO_WORKS OUTPUT RATA_LTO_REASON LANGUAGES CXX)
    if(RATA_LTO_WORKS)
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    else()
        message(STATUS "Link time optimisation is off: ${RATA_LTO_REASON}")
    endif()
endif()

# Optimisation by profile, driven by tools/scripts/build_pgo. The counts lie beside the objects.
if(RATA_PROFILE)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        message(FATAL_ERROR "RATA_PROFILE needs g++")
    endif()
    if(RATA_PROFILE STREQUAL "generate")
        add_compile_options(-fprofile-generate -fprofile-update=prefer-atomic)
        add_link_options(-fprofile-generate)
    else()
        # What bench never runs was never counted.
        add_compile_options(-fprofile-use -fprofile-correction -Wno-missing-profile)
        add_link_options(-fprofile-use -fprofile-correction -Wno-missing-profile)
    endif()
endif()
