#include "tests/support/test_data.hpp"

#include <cstdlib>
#include <iostream>

namespace rata::test {

namespace {

std::filesystem::path folder_from(const char* variable, const char* fallback) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? value : fallback;
}

// The test program is single-threaded where it skips, and a counter is all there is to share.
int& skip_counter() {
    static int counter = 0;
    return counter;
}

} // namespace

std::optional<std::filesystem::path> data_path(std::string_view relative) {
    const auto path = folder_from("RATATOSK_DATA", RATA_DEFAULT_DATA) / relative;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
    return path;
}

std::filesystem::path test_path(std::string_view relative) {
    return std::filesystem::path(RATA_TEST_FOLDER) / relative;
}

std::filesystem::path program_path(std::string_view name) {
    return folder_from("RATATOSK_PROGRAMS", RATA_PROGRAM_FOLDER) / name;
}

void skip_case(std::string_view reason) {
    ++skip_counter();
    std::cout << "SKIPPED: " << reason << std::endl;
}

int skipped_cases() { return skip_counter(); }

} // namespace rata::test
