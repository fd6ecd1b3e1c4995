// The worked example of FORMAT.md is a log.
#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "logging/treelog/log_reader.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <charconv>
#include <sstream>

using namespace treelog;

namespace {

/// The bytes of the block marked as hex.
std::vector<std::byte> example_of(const std::string& document) {
    const std::size_t start = document.find("```hex\n") + 7;
    std::istringstream lines(document.substr(start, document.find("```", start) - start));
    std::vector<std::byte> bytes;
    for (std::string line; std::getline(lines, line);) {
        rata::WordReader words(line);
        static_cast<void>(words.next()); // the offset
        while (const auto word = words.next()) {
            unsigned byte = 0;
            std::from_chars(word->data(), word->data() + word->size(), byte, 16);
            bytes.push_back(static_cast<std::byte>(byte));
        }
    }
    return bytes;
}

} // namespace

TEST_CASE("the worked example of the format is as it says", "[treelog][document]") {
    const auto path = rata::test::test_path("../logging/FORMAT.md");
    const auto bytes = example_of(rata::read_file(path).value());
    const auto opened = LogReader::open(bytes, "FORMAT.md");
    REQUIRE(opened.ok());
    const LogReader& log = **opened;
    CHECK(log.verify() == LogReader::Damage{});
    CHECK(log.schema().attributes[0].help == "worth");
    CHECK(log.schema().note("game") == "nim");
    REQUIRE(log.trees().size() == 1);
    CHECK(log.trees()[0].mark.label == "3 stones");
    CHECK(log.trees()[0].mark.iteration == 2);
    ColumnBuffer buffer;
    const auto values = log.column(0, attribute_column(0), buffer).value();
    REQUIRE(values.count == 3);
    CHECK(values.at(0) == 1);
    CHECK(values.at(1) == -1);
    CHECK(values.at(2) == 1);
    CHECK(log.column(0, ColumnId::Size, buffer).value().at(2) == 3);
}
