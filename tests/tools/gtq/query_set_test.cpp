// Queries that are asked again and again, of a log that breaks off meanwhile.
#include "tests/tools/gtq/support/gtq_run.hpp"
#include "tools/gtq/query_set.hpp"

#include <catch2/catch.hpp>

namespace {

using treelog::ColumnBuffer;

/// The log, readable so many times; after that it is damaged.
class FailingSource final : public treelog::TreeSource {
public:
    FailingSource(const treelog::TreeSource& source, std::size_t reads)
        : source_(source), left_(reads) {}

    [[nodiscard]] std::size_t left() const { return left_; }
    [[nodiscard]] const treelog::Schema& schema() const override { return source_.schema(); }
    [[nodiscard]] std::span<const treelog::TreeInfo> trees() const override {
        return source_.trees();
    }
    [[nodiscard]] std::span<const treelog::ChunkInfo> chunks() const override {
        return source_.chunks();
    }
    [[nodiscard]] rata::Result<treelog::ColumnStatistics>
    statistics(std::size_t chunk, treelog::ColumnId column) const override {
        return source_.statistics(chunk, column);
    }
    [[nodiscard]] rata::Result<treelog::ColumnView>
    column(std::size_t chunk, treelog::ColumnId column, ColumnBuffer& buffer) const override {
        if (left_ == 0) return damage();
        --left_;
        return source_.column(chunk, column, buffer);
    }
    [[nodiscard]] rata::Result<treelog::SizesView> sizes(std::size_t chunk,
                                                         ColumnBuffer& buffer) const override {
        if (left_ == 0) return damage();
        --left_;
        return source_.sizes(chunk, buffer);
    }

private:
    [[nodiscard]] static rata::Error damage() {
        return {rata::ErrorCode::Corrupt, "the chunk was whole a moment ago (a test)", {}};
    }

    const treelog::TreeSource& source_;
    mutable std::size_t left_;
};

/// Window by window, so that each repetition reads the log anew.
rata::Result<gtq::Answers> asked(const treelog::TreeSource& source, unsigned times) {
    gtq::Arguments arguments;
    arguments.command = gtq::CommandId::Explain;
    arguments.repeat = times;
    arguments.memory_mb = 0;
    gtq::Output output;
    const auto queries =
        gtq::QuerySet::parse("node: type = CUTNode; limit: 0\n", "a test", arguments, output);
    REQUIRE(queries.has_value());
    auto forest = gtql::Forest::open(source).value();
    return queries->ask(forest, output);
}

} // namespace

TEST_CASE("a repetition that fails is no answer", "[gtq]") {
    constexpr std::size_t kMany = 1000;
    const auto log = rata::test::chess_log(5);
    const FailingSource once(*log, kMany);
    const auto answers = asked(once, 1);
    REQUIRE(answers.ok());
    CHECK(answers->results.front().count == 2);
    const std::size_t reads = kMany - once.left();
    REQUIRE(reads > 0);
    CHECK(asked(FailingSource(*log, 3 * reads), 3).ok());
    CHECK_FALSE(asked(FailingSource(*log, 2 * reads), 3).ok());
}
