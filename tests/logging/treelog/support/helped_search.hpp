// A random search of which helpers search parts in trees of their own, and the same search by one
// thread, node for node: what linked trees have to look like.
#pragma once

#include "engine/base/rng.hpp"
#include "logging/treelog/recorder.hpp"
#include "logging/treelog/row_block.hpp"

#include <catch2/catch.hpp>

namespace helped {

using namespace treelog;

enum class Helpers : std::uint8_t {
    OwnTrees, ///< linked to the node that they help
    None,     ///< all by the first stream
};

class HelpedSearch {
public:
    HelpedSearch(Recorder& recorder, Helpers helpers, std::uint64_t seed)
        : recorder_(recorder), helpers_(helpers), rng_(seed) {
        add_stream(0);
    }

    void search(std::uint32_t iteration, std::size_t nodes) {
        mark_ = {.search = 1, .iteration = iteration, .label = "root"};
        left_ = nodes;
        streams_[0]->begin_tree(mark_);
        while (left_ > 0) visit(0, 0, 0);
        streams_[0]->end_tree();
    }

private:
    void add_stream(std::size_t number) {
        while (streams_.size() <= number) streams_.push_back(&recorder_.add_stream());
    }

    void visit(std::size_t stream, std::uint32_t who, int level) {
        LogStream& log = *streams_[stream];
        std::byte* record = log.enter({});
        left_ -= left_ > 0 ? 1 : 0;
        const auto put = [&](std::size_t attribute, std::int64_t value) {
            std::memcpy(record + recorder_.layout().offset(attribute), &value,
                        width(recorder_.schema().attributes[attribute].type));
        };
        const std::uint64_t any = rng_.next();
        if (any % 3 != 0) put(0, static_cast<std::int64_t>(any >> 8 & 0xFFFF) - 0x8000);
        put(1, ++number_);
        put(2, who);
        const std::uint64_t children = level > 40 ? 0 : level == 0 ? 5 : rng_.next() % 4;
        for (std::uint64_t i = 0; i < children && left_ > 0; ++i) visit(stream, who, level + 1);
        const std::uint64_t trees = who < 4 && rng_.next() % 16 == 0 ? 1 + rng_.next() % 2 : 0;
        for (std::uint64_t i = 0; i < trees && left_ > 0; ++i) help(stream, who + 1, level + 1);
        log.leave();
    }

    /// Of helpers there is one stream for each step away from the first.
    void help(std::size_t stream, std::uint32_t who, int level) {
        const std::uint64_t roots = 1 + rng_.next() % 2;
        if (helpers_ == Helpers::None) {
            for (std::uint64_t i = 0; i < roots; ++i) visit(stream, who, level);
            return;
        }
        add_stream(who);
        TreeMark mark = mark_;
        mark.link = streams_[stream]->link();
        streams_[who]->begin_tree(mark);
        for (std::uint64_t i = 0; i < roots; ++i) visit(who, who, level);
        streams_[who]->end_tree();
    }

    Recorder& recorder_;
    Helpers helpers_;
    rata::Rng rng_;
    std::vector<LogStream*> streams_{};
    TreeMark mark_{};
    std::size_t left_ = 0;
    std::int64_t number_ = 0;
};

/// "value", which some nodes do not have, "number", and "who": the stream that has the node.
[[nodiscard]] inline Schema helped_schema() {
    return {.attributes = {{.name = "value", .type = ElementType::I32, .null_value = -1'000'000},
                           {.name = "number", .type = ElementType::U32},
                           {.name = "who", .type = ElementType::U8}},
            .constants = {},
            .notes = {}};
}

/// Logs three trees of the first stream with at least so many nodes each, and those of helpers of
/// helpers; their nodes are the same for the same seed.
inline void log_helped_search(Recorder& recorder, Helpers helpers, std::uint64_t seed,
                              std::size_t nodes) {
    HelpedSearch search(recorder, helpers, seed);
    for (const std::uint32_t iteration : {1U, 2U, 3U}) search.search(iteration, nodes);
}

/// A line for each node of a tree: level, size, values; whatever sources tell of it.
[[nodiscard]] inline std::vector<std::string> described(const TreeSource& source,
                                                        std::size_t tree) {
    std::vector<std::string> lines;
    const TreeInfo& info = source.trees()[tree];
    for (std::size_t i = 0; i < info.chunk_count; ++i) {
        const std::size_t chunk = info.first_chunk + i;
        CHECK(source.chunks()[chunk].first_position == lines.size());
        std::vector<ColumnBuffer> buffers(8);
        std::vector<ColumnView> views;
        for (std::size_t place = 0; place < column_count(source.schema()); ++place) {
            const ColumnId id = column_at(source.schema(), place);
            views.push_back(source.column(chunk, id, buffers[place]).value());
            std::uint64_t nulls = 0;
            for (std::size_t row = 0; row < views.back().count; ++row)
                nulls += views.back().is_valid(row) ? 0 : 1;
            CHECK(source.statistics(chunk, id).value().null_count == nulls);
        }
        const auto sizes = source.sizes(chunk, buffers[7]).value();
        for (std::size_t row = 0; row < source.chunks()[chunk].count; ++row) {
            std::string line;
            for (const ColumnView& view : views)
                line += view.is_valid(row) ? std::to_string(view.at(row)) + ' ' : "- ";
            line +=
                std::to_string(sizes.cut_off.at(row)) + " by " + std::to_string(views[2].at(row));
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace helped
