#include "tablebase/own/table_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;

TEST_CASE("endings have one name, whoever writes it", "[tablebase][own]") {
    struct Case {
        const char* text;
        const char* name;
    };
    for (const Case& each : {Case{"KQKR", "KQKR"}, Case{"krkq", "KQKR"}, Case{"KRvKQ", "KQKR"},
                             Case{"KKP", "KPK"}, Case{"KNBK", "KBNK"}, Case{"KPKRB", "KRBKP"}}) {
        INFO(each.text);
        const auto ending = EndingClass::parse(each.text);
        REQUIRE(ending);
        CHECK(ending->name() == each.name);
        CHECK(*EndingClass::parse(ending->name()) == *ending);
    }
    for (const char* text :
         {"", "K", "KK", "KvK", "QKR", "KQKRK", "KQRBNK", "KXK", "KQvvKR", "KvQK"})
        CHECK_FALSE(EndingClass::parse(text));
}

TEST_CASE("all endings of so many men, each behind those it leads to", "[tablebase][own]") {
    CHECK(EndingClass::all_of(3).size() == 5);
    CHECK(EndingClass::all_of(4).size() == 30);
    CHECK(EndingClass::all_of(5).size() == 110);
    const auto needed = with_successors({*EndingClass::parse("KPKP")});
    std::vector<std::string> names;
    for (const EndingClass& ending : needed) names.push_back(ending.name());
    const auto place = [&](const char* name) {
        const auto found = std::find(names.begin(), names.end(), name);
        REQUIRE(found != names.end());
        return found - names.begin();
    };
    CHECK(names.back() == "KPKP");
    CHECK(place("KQK") < place("KPK"));
    CHECK(place("KQKR") < place("KQKP"));
    CHECK(place("KNKN") < place("KNKP"));
}
