// What a log says of itself is not believed where memory depends on it.
#include "logging/gtql/forest.hpp"

#include <catch2/catch.hpp>

namespace {

/// Claims so many nodes, in one chunk, and has none.
class BoastfulSource final : public treelog::TreeSource {
public:
    explicit BoastfulSource(std::uint32_t nodes) {
        trees_[0].nodes = nodes;
        trees_[0].chunk_count = 1;
        trees_[0].is_closed = true;
        chunks_[0].count = nodes;
    }
    [[nodiscard]] const treelog::Schema& schema() const override { return schema_; }
    [[nodiscard]] std::span<const treelog::TreeInfo> trees() const override { return trees_; }
    [[nodiscard]] std::span<const treelog::ChunkInfo> chunks() const override { return chunks_; }
    [[nodiscard]] rata::Result<treelog::ColumnStatistics>
    statistics(std::size_t, treelog::ColumnId) const override {
        return nothing();
    }
    [[nodiscard]] rata::Result<treelog::ColumnView> column(std::size_t, treelog::ColumnId,
                                                           treelog::ColumnBuffer&) const override {
        return nothing();
    }
    [[nodiscard]] rata::Result<treelog::SizesView> sizes(std::size_t,
                                                         treelog::ColumnBuffer&) const override {
        return nothing();
    }

private:
    static rata::Error nothing() {
        return {.code = rata::ErrorCode::Corrupt, .message = "nothing", .where = {}};
    }

    treelog::Schema schema_{};
    std::vector<treelog::TreeInfo> trees_ = std::vector<treelog::TreeInfo>(1);
    std::vector<treelog::ChunkInfo> chunks_ = std::vector<treelog::ChunkInfo>(1);
};

} // namespace

TEST_CASE("no more rows are taken than loops can count behind", "[gtql][forest]") {
    constexpr std::uint32_t kMost = UINT32_MAX - 65'536;
    CHECK(gtql::Forest::open(BoastfulSource(kMost)).ok());
    for (const std::uint32_t nodes : {kMost + 1, UINT32_MAX - 1, UINT32_MAX}) {
        INFO(nodes);
        const auto opened = gtql::Forest::open(BoastfulSource(nodes));
        REQUIRE_FALSE(opened.ok());
        CHECK(opened.error().code == rata::ErrorCode::Range);
        CHECK(opened.error().message ==
              "the log has more than 4294901759 nodes; choose some of its trees");
    }
}
