#include "engine/base/enum_array.hpp"
#include "engine/base/result.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace rata;

namespace {

enum class Season { Spring, Summer, Autumn, Winter };
constexpr std::size_t enum_size(Season) { return 4; }

} // namespace

TEST_CASE("an error shows what is known of its place", "[base][error]") {
    struct Case {
        Where where;
        std::string expected;
    };
    const Case cases[] = {
        {{}, "bad"},
        {{.source = "a.pgn"}, "a.pgn: bad"},
        {{.source = "a.pgn", .line = 3}, "a.pgn:3: bad"},
        {{.source = "a.pgn", .line = 3, .column = 7}, "a.pgn:3:7: bad"},
        {{.line = 3, .column = 7}, "3:7: bad"},
    };
    for (const Case& c : cases) {
        CHECK(Error{.message = "bad", .where = c.where}.to_string() == c.expected);
    }
}

TEST_CASE("a result is a value or an error", "[base][error]") {
    const Result<int> good = 7;
    CHECK(good.ok());
    CHECK(*good == 7);
    const Result<int> bad = Error{.code = ErrorCode::Illegal, .message = "no"};
    CHECK(!bad);
    CHECK(bad.error().code == ErrorCode::Illegal);

    Result<std::unique_ptr<int>> owner = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = std::move(owner).value();
    CHECK(*taken == 3);

    CHECK(Result<void>{}.ok());
    CHECK(Result<void>{Error{.message = "no"}}.error().message == "no");
}

TEST_CASE("an enum array is indexed by its enum", "[base][error]") {
    EnumArray<Season, int> days{{92, 94, 90, 89}};
    days[Season::Autumn] += 1;
    CHECK(days[Season::Autumn] == 91);
    int sum = 0;
    for (const int count : days) sum += count;
    CHECK(sum == 366);
}
