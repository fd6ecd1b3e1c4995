// Runs the examples of NOTATION.md, so that it cannot say what is not so.
#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/perft_suite.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/san.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

using namespace rata;

namespace {

struct Example {
    std::string language; ///< the word after the fence
    std::string argument; ///< the rest of that line
    std::vector<std::string> lines{};
};

std::vector<Example> examples() {
    const auto text = read_file(test::test_path("../engine/notation/NOTATION.md"));
    REQUIRE(text.ok());
    std::vector<Example> found;
    std::istringstream input(*text);
    bool inside = false;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```")) {
            inside = !inside;
            const std::size_t blank = std::min(line.find(' '), line.size());
            if (inside) found.push_back(Example{line.substr(3, blank - 3), line.substr(blank), {}});
        } else if (inside) {
            found.back().lines.push_back(line);
        }
    }
    return found;
}

/// "text => outcome" or "text !! outcome".
struct Statement {
    std::string text;
    std::string outcome; ///< with "!! " before it if it is an error
};

Statement parse_statement(const std::string& line) {
    const std::size_t good = line.find("=>");
    const std::size_t sign = good != std::string::npos ? good : line.find("!!");
    REQUIRE(sign != std::string::npos);
    Statement statement{std::string(trimmed(line.substr(0, sign))),
                        std::string(trimmed(line.substr(sign + 2)))};
    if (good == std::string::npos) statement.outcome = "!! " + statement.outcome;
    return statement;
}

std::string outcome_of(const Error& error) { return "!! " + error.to_string(); }

template <typename T, typename Write>
std::string outcome_of(const Result<T>& result, Write write) {
    return result ? write(*result) : outcome_of(result.error());
}

std::string run(const Example& example, const std::string& text) {
    if (example.language == "fen")
        return outcome_of(parse_fen(text), [](const Position& p) { return to_fen(p); });
    if (example.language == "epd")
        return outcome_of(parse_epd(text), [](const EpdRecord& r) { return to_epd(r); });
    if (example.language == "perft")
        return outcome_of(parse_perft_case(text), [](const PerftCase& c) {
            return std::to_string(c.counts.size()) + " counts";
        });
    const auto position = parse_fen(example.argument);
    REQUIRE(position.ok());
    if (example.language == "coordinate")
        return outcome_of(parse_coordinate(text, *position),
                          [&](Move move) { return to_coordinate(move, *position); });
    REQUIRE(example.language == "san");
    return outcome_of(parse_san(text, *position),
                      [&](Move move) { return to_san(move, *position); });
}

std::string number_of(std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + (count == 1 ? one : many);
}

/// The text down to "--" is read; the rest is what should come of it.
void run_pgn(const Example& example) {
    const auto border = std::find(example.lines.begin(), example.lines.end(), "--");
    REQUIRE(border != example.lines.end());
    std::string text;
    for (auto line = example.lines.begin(); line != border; ++line) text += *line + '\n';
    const std::vector<std::string> expected(border + 1, example.lines.end());

    std::vector<std::string> told{""};
    TextSource source(text, "");
    const auto totals = check_pgn(source, {}, [&told](const PgnProblem& problem) {
        constexpr const char* kKinds[] = {"broken ", "variation ", "remark "};
        told.push_back(kKinds[static_cast<int>(problem.kind)] + std::to_string(problem.game) + '/' +
                       std::to_string(problem.ply) + ' ' + problem.error.to_string());
    });
    REQUIRE(totals.ok());
    told.front() = number_of(totals->games, " game, ", " games, ") +
                   number_of(totals->plies, " ply", " plies");
    CHECK(told == expected);
}

} // namespace

TEST_CASE("NOTATION.md: its examples are true", "[notation]") {
    int statements = 0;
    for (const Example& example : examples()) {
        CAPTURE(example.language, example.argument);
        if (example.language == "pgn") {
            run_pgn(example);
            ++statements;
            continue;
        }
        for (const std::string& line : example.lines) {
            const Statement statement = parse_statement(line);
            CAPTURE(statement.text);
            CHECK(run(example, statement.text) == statement.outcome);
            ++statements;
        }
    }
    CHECK(statements > 35);
}
