// Sizes of subtrees that do not fit into the byte that they are kept in.
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "logging/treelog/memory_log.hpp"

#include <catch2/catch.hpp>

using namespace treelog;

namespace {

/// A root whose children have that many nodes below and with them, all of these leaves.
std::unique_ptr<MemoryLog> tree_of_families(std::initializer_list<std::uint32_t> sizes) {
    auto log = std::make_unique<MemoryLog>(Schema{});
    log->begin_tree({});
    for (const std::uint32_t size : sizes) {
        for (std::uint32_t i = 1; i < size; ++i) log->add({.level = 2}, {});
        log->add({.level = 1}, {});
    }
    log->add({.level = 0}, {});
    log->end_tree();
    log->finish();
    return log;
}

std::uint64_t count(const MemoryLog& log, const std::string& query,
                    const gtql::RunOptions& options) {
    auto forest = gtql::Forest::open(log).value();
    const auto parsed = gtql::parse_query(query).value();
    std::vector<gtql::Warning> warnings;
    std::vector<gtql::BoundQuery> queries;
    queries.push_back(gtql::bind({parsed, query, log.schema(), {}}, warnings).value());
    return gtql::execute(forest, queries, options).value()[0].count;
}

} // namespace

TEST_CASE("sizes beyond a byte are told exactly", "[gtql][sizes]") {
    struct Case {
        const char* query;
        std::uint64_t found;
    };
    // In chunks of 65536 nodes the families of 70000 and 1000 lie across their ends.
    const auto log = tree_of_families({254, 255, 256, 257, 70000, 3, 60000, 1000, 255, 2});
    const Case cases[] = {
        {"node: $size = 254; limit: 0", 1},
        {"node: $size = 255; limit: 0", 2},
        {"node: $size = 256; limit: 0", 1},
        {"node: $size >= 255; limit: 0", 8},
        {"node: $size > 255; limit: 0", 6},
        {"node: $size in (3..256); limit: 0", 5},
        {"node: $size in (256..1000, 70000); limit: 0", 4},
        {"node: $size != 255 and $size > 1; limit: 0", 9},
        {"node: not $size < 257 and $level = 1; limit: 0", 4},
        {"node: [<]$logged = 256; limit: 0", 1},
        {"node: [<]$logged = 70000; limit: 0", 1},
        {"child: count([]$logged > [<]$logged) = 5; limit: 0", 1},
        {"subtree: count(*) > 998 and count(*) < 70000; limit: 0", 3},
        {"child: count(*) = 69999; limit: 0", 1},
        {"child: count(*) = 2; limit: 0", 1},
        {"child: count(*) >= 3; limit: 0", 9},
        {"child: count(*) >= 254; limit: 0", 7},
        {"child: count(*) > 253 and count(*) <= 255; limit: 0", 3},
        {"child: count([]$size >= 255) >= 2; limit: 0", 1},
    };
    gtql::RunOptions options;
    for (const Case& each : cases) {
        INFO(each.query);
        for (const auto strategy : {gtql::Strategy::Automatic, gtql::Strategy::Visit,
                                    gtql::Strategy::Bits, gtql::Strategy::Sweep}) {
            options.strategy = strategy;
            options.memory = UINT64_MAX;
            CHECK(count(*log, each.query, options) == each.found);
            options.memory = 0; // window by window
            CHECK(count(*log, each.query, options) == each.found);
        }
    }
}
