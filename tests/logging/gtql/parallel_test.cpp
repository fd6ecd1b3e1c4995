#include "logging/gtql/parallel.hpp"

#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "logging/treelog/memory_log.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace gtql;
using treelog::MemoryLog;

namespace {

/// A tree of several chunks, whose values are missing at every seventh node.
std::unique_ptr<MemoryLog> large_log() {
    treelog::Schema schema;
    schema.attributes.push_back({.name = "worth",
                                 .type = treelog::ElementType::I16,
                                 .kind = treelog::Kind::Integer,
                                 .role = treelog::Role::None,
                                 .null_value = -1,
                                 .help = {}});
    auto log = std::make_unique<MemoryLog>(std::move(schema));
    log->begin_tree({});
    std::int64_t number = 0;
    const auto add = [&](std::uint16_t level) {
        const bool is_missing = ++number % 7 == 0;
        const std::optional<std::int64_t> values[] = {
            is_missing ? std::nullopt : std::optional(number * 7919 % 30011)};
        log->add({.level = level}, values);
    };
    for (std::size_t family = 0; family < 20'000; ++family) {
        for (std::size_t child = 0; child < 7 + family % 11; ++child) add(2);
        add(1);
    }
    add(0);
    log->end_tree();
    log->finish();
    return log;
}

QueryResult answer(const MemoryLog& log, const std::string& query, rata::ThreadCrew* crew) {
    auto forest = Forest::open(log).value();
    const auto parsed = parse_query(query).value();
    std::vector<Warning> warnings;
    std::vector<BoundQuery> queries;
    queries.push_back(bind({parsed, query, log.schema(), {}}, warnings).value());
    RunOptions options;
    options.crew = crew;
    options.use_statistics = false;
    auto results = execute(forest, queries, options).value();
    CHECK(forest.crew() == nullptr); // it may be gone before the forest is
    return std::move(results.front());
}

} // namespace

TEST_CASE("several threads answer what one does", "[gtql][parallel]") {
    const auto log = large_log();
    rata::ThreadCrew crew(3);
    for (const std::string query : {
             "node: worth > 20000; limit: 0",
             "node: sum(worth)",
             "node: min(worth : worth > 77)",
             "node: max(worth : $level = 2)",
             "node: avg(worth : worth < 1000)",
             "node: count(worth = [<]worth + 7919)",
             "child: count([]worth > 15000) >= 5; limit: 0",
             "subtree: count(worth > 15000) > 4; limit: 0",
             "node: $arity > 9 and $height = 1; limit: 0",
             "node: $index = 3 and [^]worth > 10000; limit: 0",
         }) {
        INFO(query);
        const QueryResult alone = answer(*log, query, nullptr);
        const QueryResult shared = answer(*log, query, &crew);
        CHECK(alone.count > 0);
        CHECK(shared.count == alone.count);
        CHECK(shared.number.whole == alone.number.whole);
        CHECK(shared.number.real == alone.number.real);
    }
}

TEST_CASE("each piece is worked on once, by a worker of its thread", "[gtql][parallel]") {
    rata::ThreadCrew crew(4);
    for (rata::ThreadCrew* helpers : {static_cast<rata::ThreadCrew*>(nullptr), &crew}) {
        for (const std::size_t pieces : {0U, 1U, 3U, 1000U}) {
            std::vector<int> done(pieces);
            std::atomic<std::size_t> workers{0};
            run_pieces(helpers, pieces, [&] {
                ++workers;
                return [&done](std::size_t piece) { ++done[piece]; };
            });
            CHECK(done == std::vector<int>(pieces, 1));
            CHECK(workers <= std::min<std::size_t>(pieces, 4));
        }
    }
    std::vector<int> words(2 * kPieceWords + 5);
    run_words(&crew, words.size(), [&] {
        return [&words](std::size_t word, std::size_t end) {
            for (; word < end; ++word) ++words[word];
        };
    });
    CHECK(words == std::vector<int>(words.size(), 1));
}
