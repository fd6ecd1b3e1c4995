// Runs the examples of GRAMMAR.md, so that it cannot say what is not so.
#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "tests/logging/gtql/support/outcome.hpp"
#include "tests/logging/gtql/support/toy_tree.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace gtql;
using namespace gtql::test;

namespace {

struct GrammarExample {
    std::string query{};
    std::string outcome{};
};

struct GrammarDocument {
    std::string tree{};
    std::vector<GrammarExample> examples{};
};

GrammarExample parse_example(const std::string& line) {
    const std::size_t good = line.find(" => ");
    const std::size_t sign = good != std::string::npos ? good : line.find(" !! ");
    INFO(line);
    REQUIRE(sign != std::string::npos);
    const std::string prefix = good != std::string::npos ? "" : "!! ";
    return {std::string(rata::trimmed(line.substr(0, sign))),
            prefix + std::string(rata::trimmed(line.substr(sign + 4)))};
}

GrammarDocument read_grammar() {
    const auto text = rata::read_file(rata::test::test_path("../logging/GRAMMAR.md"));
    REQUIRE(text.ok());
    GrammarDocument document;
    std::istringstream input(*text);
    std::string block;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```"))
            block = block.empty() ? line.substr(3) + " " : "";
        else if (block == "tree ")
            document.tree += line + '\n';
        else if (block == "gtql ")
            document.examples.push_back(parse_example(line));
    }
    return document;
}

} // namespace

TEST_CASE("the examples of GRAMMAR.md hold", "[gtql][grammar]") {
    const GrammarDocument document = read_grammar();
    const ToyForest toy = drawn_forest(document.tree);
    REQUIRE(toy.nodes.size() == 12);
    const auto log = to_log(toy);
    auto forest = Forest::open(*log);
    REQUIRE(forest.ok());
    CHECK(document.examples.size() > 80);
    for (const GrammarExample& example : document.examples) {
        INFO(example.query);
        CHECK(outcome_of(*forest, example.query) == example.outcome);
    }
}
