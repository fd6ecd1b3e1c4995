#include "logging/gtql/binder.hpp"
#include "logging/gtql/lexer.hpp"
#include "logging/gtql/parser.hpp"
#include "tests/logging/gtql/support/toy_tree.hpp"

#include <catch2/catch.hpp>

using namespace gtql;

namespace {

std::vector<std::string> texts_of(std::string_view text) {
    const ParsedFile file = parse_queries(text);
    std::vector<std::string> texts;
    for (const rata::Error& error : file.errors) texts.push_back("!! " + error.to_string());
    for (const Query& query : file.queries) texts.push_back(to_text(query));
    return texts;
}

struct Cut {
    const char* what;
    const char* text;
    std::vector<std::string> queries;
};

std::vector<Warning> warnings_of(const std::string& text, bool strict = false) {
    const auto query = parse_query(text);
    REQUIRE(query.ok());
    std::vector<Warning> warnings;
    const treelog::Schema schema = test::toy_schema();
    BindOptions options;
    options.is_strict = strict;
    const auto bound = bind({*query, text, schema, options}, warnings);
    CHECK(bound.ok() == !strict);
    return warnings;
}

} // namespace

TEST_CASE("a file is cut into queries", "[gtql][parser]") {
    const Cut cuts[] = {
        {"one a line", "node: type = PV\nnode: depth > 3", {"node: type = PV", "node: depth > 3"}},
        {"blank lines and comments", "# about\n\nnode: a = 1 # here\r\n\n#end", {"node: a = 1"}},
        {"the paper's print",
         "node: type = PVNode;\nchild: count([]type = type) >= 5;\nsubtree: count(*) > 1000",
         {"node: type = PVNode; child: count([]type = type) >= 5; subtree: count(*) > 1000"}},
        {"a trailing semicolon ends a query before another node part",
         "node: a = 1;\nnode: b = 2;\n",
         {"node: a = 1", "node: b = 2"}},
        {"parts that cannot follow begin a query",
         "subtree: count(*) > 1;\nchild: count(*) > 1",
         {"subtree: count(*) > 1", "child: count(*) > 1"}},
        {"operators and parentheses hold lines together",
         "node: (a = 1\nor b = 2) and\nc = 3\nand d = 4",
         {"node: (a = 1 or b = 2) and c = 3 and d = 4"}},
        {"names",
         "@first node: a = 1\n@second\nnode: b = 2",
         {"@first node: a = 1", "@second node: b = 2"}},
        {"newer parts",
         "node: a = 1;\n show: a, b;\n order: b desc;\n limit: 3;\n expect: in (1, 3..5)\nnode:",
         {"node: a = 1; show: a, b; order: b desc; limit: 3; expect: in (1, 3..5)", "node:"}},
        {"an empty line ends a query",
         "node: a = 1;\n \nchild: count(*) > 1;\n# about\nsubtree: count(*) > 2\n\nnode: b = 2",
         {"node: a = 1", "child: count(*) > 1; subtree: count(*) > 2", "node: b = 2"}},
        {"an empty line ends what cannot end, too",
         "node: (a = 1\n\nnode: b = 2",
         {"!! 1:13: found the end of the query, expected an operator or ')'", "node: b = 2"}},
        {"a byte order mark", "\xEF\xBB\xBFnode: a = 1", {"node: a = 1"}},
        {"a place behind a byte order mark",
         "\xEF\xBB\xBFnode: a = 1 = 2",
         {"!! 1:13: comparisons cannot be chained; join two of them by 'and'"}},
        {"nothing", " \n# only this\n", {}},
    };
    for (const Cut& cut : cuts) {
        INFO(cut.what);
        CHECK(texts_of(cut.text) == cut.queries);
    }
}

TEST_CASE("queries of the CADIA page parse", "[gtql][parser]") {
    CHECK(texts_of("node:type|BLUE;subtree:count(*)>50") ==
          std::vector<std::string>{"node: type | BLUE; subtree: count(*) > 50"});
    CHECK(texts_of("node:type|RED;child:count([]type|1)>2") ==
          std::vector<std::string>{"node: type | RED; child: count([]type | 1) > 2"});
}

TEST_CASE("the language of the paper refuses everything newer", "[gtql][parser]") {
    for (const char* text : {"node: $size > 3", "node: a + 1 = 2", "node: -a = 2", "node: a in (1)",
                             "node: has(a)", "node: sum(a) > 1", "node: [^]a = 1",
                             "child: count(*  : a = 1) > 1", "ancestor: count(*) > 1",
                             "@x node: a = 1", "node: count(*) by a", "node: a = 1; limit: 3",
                             "node: count([=]) > 1", "child: count(count(child: a = 1) > 1) > 1"}) {
        INFO(text);
        CHECK(parse_query(text).ok());
        const auto refused = parse_query(text, Dialect::Paper);
        REQUIRE(!refused.ok());
        CHECK(refused.error().message.find("paper") != std::string::npos);
    }
    CHECK(parse_query("node: a = -1", Dialect::Paper).ok());
    // Newer words are no words of the paper's language.
    CHECK(parse_query("node: max = min and by != in", Dialect::Paper).ok());
    CHECK(parse_query("node: max = min and by != in").ok());
}

TEST_CASE("errors are shown with their line and a caret", "[gtql][parser]") {
    const std::string text = "# first\nnode: type = PVNode;\n\tchild: count([]typ = ) > 3\n";
    const ParsedFile file = parse_queries(text);
    REQUIRE(file.errors.size() == 1);
    rata::Error error = file.errors[0];
    error.where.source = "q.gtql";
    CHECK(render_error(text, error) ==
          "q.gtql:3:23: error: found ')', expected an attribute, a constant, a number, count(...) "
          "or '('\n    \tchild: count([]typ = ) > 3\n    \t                     ^\n");
}

TEST_CASE("of a long line an error shows the part around its place", "[gtql][parser]") {
    const std::string names(1 << 20, 'a');
    for (const std::string& text :
         {"node: " + names + " = = 1", "node: = " + names, names, "node: " + names + "(" + names,
          "node: a = " + std::string(1 << 20, '9'),
          "node: [<" + std::string(1 << 20, '9') + "]a"}) {
        const ParsedFile file = parse_queries(text);
        REQUIRE(file.errors.size() == 1);
        CHECK(render_error(text, file.errors[0]).size() < 600);
    }
    const std::string text = "node: " + std::string(100, 'a') + "\u00e4" + std::string(100, 'b');
    const ParsedFile file = parse_queries(text);
    REQUIRE(file.errors.size() == 1);
    CHECK(render_error(text, file.errors[0]) ==
          "1:107: error: found '\u00e4'; expected a name, a number or an operator\n    ..." +
              std::string(60, 'a') + "\u00e4" + std::string(98, 'b') + "...\n    " +
              std::string(63, ' ') + "^\n");
}

TEST_CASE("a shell knows when a typed query cannot end yet", "[gtql][parser]") {
    struct Typed {
        const char* text;
        std::size_t last;
        bool goes_on;
    };
    const Typed typed[] = {
        {"", 0, false},
        {"# nothing", 0, false},
        {"node: a = 1", 0, false},
        {"node:", 0, false},
        {"node: a = 1;", 0, true},
        {"node: a = 1 and", 0, true},
        {"child: count(a = 1", 0, true},
        {"@name", 0, true},
        {"node: a = 1;\nchild: count(*) > 1", 0, false},
        {"node: a = 1;\nnode: b = 2", 13, false},
        {"node: a = 1\nquit", 12, false},
        {"node: a = 1;\nquit", 13, false},
        {"node: a ! 1;", 0, false},
    };
    for (const Typed& each : typed) {
        INFO(each.text);
        const TypedText found = look_at_typed(each.text);
        CHECK(found.last == each.last);
        CHECK(found.goes_on == each.goes_on);
    }
}

TEST_CASE("every query of a file tells its own error", "[gtql][parser]") {
    const auto texts = texts_of("node: a =\nnode: b = 1\nnode: c ! 1\n");
    CHECK(texts == std::vector<std::string>{"!! 3:9: found '!'; a negation is written 'not'"});
    CHECK(parse_queries("node: a =\nnode: b = 1\nnode: (c = 1\n").errors.size() == 2);
}

TEST_CASE("deep and long expressions are refused, not followed", "[gtql][parser]") {
    const std::string deep = "node: " + std::string(100000, '(') + "a = 1";
    CHECK(parse_queries(deep).errors.size() == 1);
    std::string nots = "node:";
    for (int i = 0; i < 100000; ++i) nots += " not";
    CHECK(parse_queries(nots + " a = 1").errors.size() == 1);
    for (const std::string function : {"abs(", "has(", "(1) + abs("}) {
        std::string nested = "node: ";
        for (int i = 0; i < 100000; ++i) nested += function;
        CHECK(parse_queries(nested + "a").errors.size() == 1);
    }
    std::string permitted = "a";
    for (int i = 0; i < 150; ++i) permitted = "abs(" + permitted + ")";
    CHECK(parse_queries("node: " + permitted + " = 1").errors.empty());
}

TEST_CASE("chains of any length are no nesting", "[gtql][parser]") {
    for (const std::string op : {" or ", " and "}) {
        std::string chain = "node: a = 0";
        for (int i = 1; i < 5000; ++i) chain += op + "a = " + std::to_string(i);
        const auto query = parse_query(chain);
        REQUIRE(query.ok());
        CHECK(query->condition(PartKind::Node)->height < 64);
        CHECK(to_text(*query) == chain);
    }
    // However they are grouped, the meaning is the same.
    CHECK(texts_of("node: a = 1 or (b = 1 or (c = 1 and (d = 1 and e = 1)))") ==
          std::vector<std::string>{"node: a = 1 or b = 1 or c = 1 and d = 1 and e = 1"});
}

TEST_CASE("what is hardly meant is warned of", "[gtql][binder]") {
    CHECK(warnings_of("node: type = PVNode").empty());
    CHECK(warnings_of("node: flags & QRootNode").empty());
    CHECK(warnings_of("node: depth").size() == 1);
    CHECK(warnings_of("node: type = QRootNode").size() == 1);
    CHECK(warnings_of("child: count(type = PVNode) > 1").size() == 1);
    CHECK(warnings_of("child: count([]type = type) > 1").empty());
    warnings_of("node: depth", true);
}
