// The positions of an EPD file, and the lines of it that cannot be used. Text in, values out.
#pragma once

#include "epd/test_position.hpp"

namespace rata {

struct TestSuite {
    std::string file{}; ///< as it was asked for
    std::vector<TestPosition> positions{};
    std::vector<Error> broken{}; ///< with file, line and column
};

/// All lines but empty ones and those that begin with '#'. A position without an id gets the number
/// of its line for one.
[[nodiscard]] TestSuite parse_test_suite(std::string_view text, const std::string& file);

/// Makes the ids of all suites together differ from one another: the second "WAC.001" becomes
/// "WAC.001 (2)". Runs are compared by ids.
void make_ids_unique(std::vector<TestSuite>& suites);

/// Leaves only the positions whose id contains one of the texts; the case of letters does not
/// matter.
void keep_matching(TestSuite& suite, const std::vector<std::string>& texts);

} // namespace rata
