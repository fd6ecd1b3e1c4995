// A game without chess: Nim, searched, logged and asked by the two libraries alone. This program
// links nothing else of the tree.
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace treelog;

namespace {

/// One heap, one to three stones a move, whoever takes the last one wins.
struct NimRecord {
    std::int8_t value;
    std::uint8_t last_move;
    std::uint8_t stones;
};

Schema nim_schema() {
    const auto small = [](const char* name, ElementType type, Role role) {
        return Attribute{.name = name,
                         .type = type,
                         .kind = Kind::Integer,
                         .role = role,
                         .null_value = {},
                         .help = {}};
    };
    return {.attributes = {small("value", ElementType::I8, Role::Value),
                           small("last_move", ElementType::U8, Role::LastMove),
                           small("stones", ElementType::U8, Role::None)},
            .constants = {{.name = "Won", .value = 1, .attribute = "value"}},
            .notes = {}};
}

RecordLayout nim_layout(const Schema& schema) {
    return RecordLayout::of(schema,
                            {offsetof(NimRecord, value), offsetof(NimRecord, last_move),
                             offsetof(NimRecord, stones)},
                            sizeof(NimRecord))
        .value();
}

int solve(LogStream& stream, int stones, int last_move) {
    auto& record = *reinterpret_cast<NimRecord*>(stream.enter({.move = last_move}));
    record.stones = static_cast<std::uint8_t>(stones);
    record.last_move = static_cast<std::uint8_t>(last_move);
    int best = -1;
    for (int move = 1; move <= std::min(3, stones); ++move)
        best = std::max(best, -solve(stream, stones - move, move));
    record.value = static_cast<std::int8_t>(best);
    stream.leave();
    return best;
}

std::int64_t ask(gtql::Forest& forest, std::string_view text) {
    const auto query = gtql::parse_query(text).value();
    std::vector<gtql::Warning> warnings;
    std::vector<gtql::BoundQuery> queries;
    queries.push_back(gtql::bind({query, text, forest.schema(), {}}, warnings).value());
    const auto results = gtql::execute(forest, queries, {}).value();
    return results[0].kind == gtql::ResultKind::Number
               ? results[0].number.whole
               : static_cast<std::int64_t>(results[0].count);
}

} // namespace

TEST_CASE("Nim is logged and asked without any chess", "[gtql][nim]") {
    const rata::test::TemporaryFolder folder;
    const Profile profile = GENERATE(Profile::Fast, Profile::Small);
    RecorderOptions options;
    options.layout = nim_layout(nim_schema());
    auto recorder = Recorder::create(folder / "nim.gtf", nim_schema(),
                                     {.profile = profile, .max_bytes = {}}, std::move(options))
                        .value();
    LogStream& stream = recorder->add_stream();
    stream.begin_tree({.label = "13 stones"});
    CHECK(solve(stream, 13, 0) == 1);
    stream.end_tree();
    REQUIRE(recorder->close().ok());

    const auto log = std::move(LogReader::open(folder / "nim.gtf")).value();
    auto forest = gtql::Forest::open(*log).value();
    // T(n) = 1 + T(n-1) + T(n-2) + T(n-3) nodes: 1, 2, 4, 8, 15, ...
    CHECK(ask(forest, "node: count(*)") == 3736);
    CHECK(ask(forest, "node: value = Won and stones % 4 = 0") == 0);
    CHECK(ask(forest, "node: value != Won and stones % 4 != 0") == 0);
    CHECK(ask(forest, "node: value = Won; child: count(-[]value = Won) = 0") == 0);
    CHECK(ask(forest, "node: stones = 13; subtree: count(stones = 0) > 100") == 1);
}
