# Bytes of a file inside a library.
#
#   rata_embed(TARGET FILE FUNCTION)   adds to TARGET a source that defines, in namespace rata,
#                                      std::string_view FUNCTION(): the bytes of FILE. Its
#                                      declaration is somebody's header.
#
# The same file is the script that writes the source, at build time. The target generated_sources is all
# sources that are written so: who reads the sources without building them (clang-tidy) makes it first.
if(CMAKE_SCRIPT_MODE_FILE)
    file(READ "${INPUT}" hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR count "${digits} / 2")
    # Lines of 32 bytes, for those who look into the build folder.
    string(REPEAT "[0-9a-f]" 64 line)
    string(REGEX REPLACE "(${line})" "\\1\n    " list "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," list "${list}")
    file(WRITE "${OUTPUT}" "// Written by tools/cmake/RataEmbed.cmake.
// NOLINTBEGIN: nobody reads it, and the file may be empty.
#include <string_view>

namespace rata {

[[nodiscard]] std::string_view ${FUNCTION}();

namespace {
// One more byte, so that an empty file makes no empty array.
constexpr unsigned char kBytesOf_${FUNCTION}[] = {
    ${list}0};
} // namespace

std::string_view ${FUNCTION}() {
    return {reinterpret_cast<const char*>(kBytesOf_${FUNCTION}), ${count}};
}

} // namespace rata
// NOLINTEND
")
    return()
endif()

set(RATA_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
add_custom_target(generated_sources)

function(rata_embed target input function)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DOUTPUT=${output}" "-DFUNCTION=${function}"
                -P "${RATA_EMBED_SCRIPT}"
        DEPENDS "${input}" "${RATA_EMBED_SCRIPT}"
        COMMENT "Embedding ${input}"
        VERBATIM)
    target_sources(${target} PRIVATE "${output}")
    add_custom_target(${function}_source DEPENDS "${output}")
    add_dependencies(${target} ${function}_source)
    add_dependencies(generated_sources ${function}_source)
endfunction()
