#include "engine/notation/san.hpp"
#include "epd/test_suite.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

Move san(const TestPosition& test, std::string_view text) {
    return parse_san(text, test.position).value();
}

} // namespace

TEST_CASE("bm decides where both are given", "[epd][test_position]") {
    struct Case {
        const char* name;
        const char* line;
        const char* move;
        bool solved;
    };
    const std::vector<Case> cases{
        {"the move", "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+;", "Ra8+", true},
        {"another move", "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+;", "Ra7", false},
        {"the second of two", "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+ Ra7;", "Ra7", true},
        {"in coordinates", "4k3/8/8/8/8/8/8/R3K3 w - - bm a1a8;", "Ra8+", true},
        {"to be avoided", "4k3/8/8/8/8/8/8/R3K3 w - - am Ra8+;", "Ra8+", false},
        {"not to be avoided", "4k3/8/8/8/8/8/8/R3K3 w - - am Ra8+;", "Ra7", true},
        {"both, neither", "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra7; am Ra8+;", "Ra6", false},
        {"both, best", "4k3/8/8/8/8/8/8/R3K3 w - - am Ra8+; bm Ra7;", "Ra7", true},
    };
    for (const Case& each : cases) {
        INFO(each.name);
        const TestPosition test = parse_test_position(each.line).value();
        CHECK(test.is_solved_by(san(test, each.move)) == each.solved);
        CHECK_FALSE(test.is_solved_by(Move::none()));
    }
}

TEST_CASE("points of moves are read in three forms", "[epd][test_position]") {
    const std::string start = "8/P6k/8/8/8/8/8/K7 w - - bm a8=Q; ";
    const std::vector<std::string> forms{
        R"(c0 "a8=Q=10, a8=R=7";)",
        R"(c7 "a8=Q a8=R"; c8 "10 7";)",
        R"(c0 "nothing of this kind"; c8 "10 7"; c9 "a7a8q a7a8r";)",
        R"(c7 "a8=Q a8=R"; c8 "10 7"; c9 "of another length";)",
    };
    for (const std::string& form : forms) {
        INFO(form);
        const TestPosition test = parse_test_position(start + form).value();
        CHECK(test.credits.size() == 2);
        CHECK(test.credit_of(san(test, "a8=Q")) == 10);
        CHECK(test.credit_of(san(test, "a8=R")) == 7);
        CHECK(test.credit_of(san(test, "Kb2")) == 0);
    }
    for (const char* other : {R"(c0 "Chernin - Miles";)", R"(c0 "a8=Q=ten";)", R"(c0 "Kd7=10";)",
                              R"(c7 "a8=Q"; c8 "10 7";)", R"(c0 "";)", ""}) {
        INFO(other);
        CHECK(parse_test_position(start + other).value().credits.empty());
    }
}

TEST_CASE("the theme is in the id", "[epd][test_position]") {
    CHECK(theme_of("STS(v1.0) Undermine.001") == "Undermine");
    CHECK(theme_of("STS(v2.2) Open Files and Diagonals.028") == "Open Files and Diagonals");
    CHECK(theme_of("STS(v9.0) Advancement of a/b/c pawns.100") == "Advancement of a/b/c pawns");
    CHECK(theme_of("LCTII.POS.01") == "POS");
    for (const char* id : {"", ".", "WAC.001", "BK.24", ".5", "Nolot 01", "a.", "1"})
        CHECK(theme_of(id).empty());
}

TEST_CASE("broken lines of a suite tell their place", "[epd][test_suite]") {
    const std::string text = "\xEF\xBB\xBF"
                             "# a comment\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"one\";\r\n"
                             "\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+ Rb8; id \"two\";\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - am Ke3;\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - id \"asks nothing\";\n"
                             "4k3/8/8/8/8/8/8/R3K4 w - - bm Ra8+;\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra7; id \"open\n"
                             "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra7";
    const TestSuite suite = parse_test_suite(text, "file.epd");
    REQUIRE(suite.positions.size() == 2);
    CHECK(suite.positions[0].id == "one");
    CHECK(suite.positions[0].place.line == 2);
    CHECK(suite.positions[1].id == "line 9");
    struct Place {
        std::size_t line, column;
        const char* words;
    };
    const std::vector<Place> places{
        {4, 36, "bm: "}, {5, 31, "am: "}, {6, 46, "bm or am"}, {7, 20, ""}, {8, 39, "quotation"}};
    REQUIRE(suite.broken.size() == places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        INFO(suite.broken[i].to_string());
        CHECK(suite.broken[i].where.source == "file.epd");
        CHECK(suite.broken[i].where.line == places[i].line);
        CHECK(suite.broken[i].where.column == places[i].column);
        CHECK(suite.broken[i].message.find(places[i].words) != std::string::npos);
    }
    CHECK(text.substr(suite.broken[0].where.byte, 3) == "Rb8");
}

TEST_CASE("ids become unique", "[epd][test_suite]") {
    const auto suite_of = [](std::initializer_list<const char*> ids) {
        TestSuite suite;
        for (const char* id : ids) suite.positions.emplace_back().id = id;
        return suite;
    };
    std::vector<TestSuite> suites{suite_of({"a", "a", "a (2)", "b"}), suite_of({"a", "b"})};
    make_ids_unique(suites);
    CHECK(suites[0].positions[0].id == "a");
    CHECK(suites[0].positions[1].id == "a (2)");
    CHECK(suites[0].positions[2].id == "a (2) (2)");
    CHECK(suites[0].positions[3].id == "b");
    CHECK(suites[1].positions[0].id == "a (3)");
    CHECK(suites[1].positions[1].id == "b (2)");
    keep_matching(suites[0], {"B", "(2) ("});
    REQUIRE(suites[0].positions.size() == 2);
    CHECK(suites[0].positions[0].id == "a (2) (2)");
    CHECK(suites[0].positions[1].id == "b");
}
