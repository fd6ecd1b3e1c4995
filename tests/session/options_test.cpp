#include "engine/session/options.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace rata;

namespace {

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) result += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return result;
}

} // namespace

TEST_CASE("the table declares every option once and completely", "[session][options]") {
    std::set<std::string> names;
    for (const OptionRow& row : option_table()) {
        INFO("option " << row.name);
        CHECK(names.insert(lower(row.name)).second);
        CHECK(!row.help.empty());
        CHECK((row.kind == OptionKind::Spin) == (row.min != row.max));
        CHECK((row.kind == OptionKind::Combo) == !row.choices.empty());
        CHECK((row.kind == OptionKind::Button) ==
              std::holds_alternative<std::monostate>(row.place));
        if (row.kind == OptionKind::Spin) {
            const int value = std::stoi(default_text(row));
            CHECK(value >= row.min);
            CHECK(value <= row.max);
        }
        CHECK(find_option(row.name) == &row);
    }
}

TEST_CASE("every technique that can be switched is a hidden option", "[session][options]") {
    for (const TechniqueRow& technique : kTechniques) {
        INFO("technique " << technique.name);
        const OptionRow* row = find_option(technique.name);
        CHECK((row != nullptr) == technique.toggle);
        if (row == nullptr) continue;
        CHECK(row->hidden);
        Options options;
        REQUIRE(assign(options, *row, technique.enabled ? "false" : "true").ok());
        CHECK(options.for_search().has(technique.id) != technique.enabled);
    }
}

TEST_CASE("option names match in any case and with any blanks", "[session][options]") {
    const OptionRow* row = find_option("Debug Log File");
    REQUIRE(row != nullptr);
    CHECK(find_option("debug log file") == row);
    CHECK(find_option("DEBUG  LOG\tFILE") == row);
    CHECK(find_option("DebugLogFile") == nullptr);
    CHECK(find_option("Debug Log") == nullptr);
    CHECK(find_option("") == nullptr);
}

TEST_CASE("values are read strictly, but numbers are brought into range", "[session][options]") {
    struct Case {
        const char* name;
        const char* text;
        const char* value; ///< afterwards; nullptr: refused
        bool notice = false;
    };
    const std::vector<Case> cases{
        {"Hash", "64", "64"},
        {"Hash", "-1", "1", true},
        {"Hash", "0", "1", true},
        {"Hash", "99999999999999999999999", "33554432", true},
        {"Hash", "-99999999999999999999999", "1", true},
        {"Hash", "abc", nullptr},
        {"Hash", "", nullptr},
        {"Hash", "16.5", nullptr},
        {"Threads", "257", "256", true},
        {"UCI_Elo", "100", "800", true},
        {"Contempt", "-500", "-200", true},
        {"Contempt", "-20", "-20"},
        {"Ponder", "true", "true"},
        {"Ponder", "TRUE", "true"},
        {"Ponder", "1", nullptr},
        {"Debug Log File", "/a b/c  d.log", "/a b/c  d.log"},
        {"Debug Log File", "<empty>", "<empty>"},
        {"Debug Log File", "", "<empty>"},
        {"UCI_Opponent", "GM 2800 human Gary Kasparov", "GM 2800 human Gary Kasparov"},
        {"Clear Hash", "whatever", ""},
    };
    for (const Case& c : cases) {
        INFO(c.name << " = '" << c.text << "'");
        Options options;
        const OptionRow* row = find_option(c.name);
        REQUIRE(row != nullptr);
        const auto change = assign(options, *row, c.text);
        REQUIRE(change.ok() == (c.value != nullptr));
        if (!change) {
            CHECK(options == Options{});
            CHECK(change.error().message.find(c.name) != std::string::npos);
            continue;
        }
        CHECK(change->row == row);
        CHECK(value_text(options, *row) == c.value);
        CHECK(!change->notice.empty() == c.notice);
        if (c.notice) CHECK(change->notice.find(c.value) != std::string::npos);
    }
}

TEST_CASE("a combo takes one of its choices", "[session][options]") {
    OptionRow row;
    row.name = "Style";
    row.kind = OptionKind::Combo;
    row.place = &Options::opponent;
    row.choices = {"Calm", "Wild"};
    Options options;
    CHECK(assign(options, row, "wild").ok());
    CHECK(options.opponent == "Wild");
    const auto refused = assign(options, row, "mad");
    REQUIRE(!refused.ok());
    CHECK(refused.error().message == "option Style: expected one of Calm, Wild, found 'mad'");
    CHECK(options.opponent == "Wild");
}

TEST_CASE("the search gets what concerns it", "[session][options]") {
    Options options;
    options.multi_pv = 3;
    options.move_overhead = 70;
    options.contempt = -5;
    options.ponder = options.analyse_mode = true;
    const SearchOptions search = options.for_search();
    CHECK(search.multi_pv == 3);
    CHECK(search.move_overhead == std::chrono::milliseconds(70));
    CHECK(search.contempt == -5);
    CHECK(search.ponder_expected);
    CHECK(search.analysing);
    CHECK(!search.elo);
    options.limit_strength = true;
    options.elo = 1234;
    CHECK(options.for_search().elo == 1234);
}
