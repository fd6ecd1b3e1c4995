#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/memory_log.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/logging/treelog/support/scarce_memory.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <numeric>
#include <thread>

using namespace treelog;
using namespace treelog::test;

namespace {

constexpr std::size_t kNodes = 3000;

/// One tree of a made-up search under that filter.
struct Logged {
    MemoryLog log{made_up_schema()};
    std::vector<MadeUpNode> nodes{};
    std::size_t entered = 0;

    explicit Logged(const LogFilter& filter, Filling filling = Filling::WhileOpen) {
        RecorderOptions options;
        options.filter = filter;
        Recorder recorder(made_up_schema(), log, options);
        LogStream& stream = recorder.add_stream();
        MadeUpSearch search(recorder.schema(), recorder.layout(), 8, filling);
        stream.begin_tree({.iteration = 5}, filling);
        search.search(stream, kNodes);
        stream.end_tree();
        REQUIRE(recorder.close().ok());
        nodes = search.logged();
        entered = search.entered();
    }
};

std::uint64_t sum_of(const TreeSource& source, ColumnId id) {
    ColumnBuffer buffer;
    std::uint64_t sum = 0;
    for (std::size_t chunk = 0; chunk < source.chunks().size(); ++chunk) {
        const auto view = source.column(chunk, id, buffer).value();
        for (std::size_t i = 0; i < view.count; ++i) sum += static_cast<std::uint64_t>(view.at(i));
    }
    return sum;
}

/// A sink that is as slow as it is told to be.
class SlowSink final : public TreeSink {
public:
    explicit SlowSink(TreeSink& target) : target_(target) {}

    void let_go() { is_held_ = false; }
    /// Until the writer has come to a tree, and is slow.
    void wait_for_tree() const {
        while (!has_tree_) std::this_thread::yield();
    }

    Result<std::size_t> open_tree(TreeMark mark, std::uint32_t stream) override {
        has_tree_ = true;
        while (is_held_) std::this_thread::yield();
        return target_.open_tree(std::move(mark), stream);
    }
    Result<void> add_chunk(std::size_t tree, const ChunkColumns& columns) override {
        return target_.add_chunk(tree, columns);
    }
    Result<void> close_tree(std::size_t tree, std::uint64_t skipped, bool is_aborted) override {
        return target_.close_tree(tree, skipped, is_aborted);
    }
    Result<void> conclude() override { return target_.conclude(); }

private:
    TreeSink& target_;
    std::atomic<bool> is_held_{true};
    std::atomic<bool> has_tree_{false};
};

/// A sink on a full disk.
class FullDisk final : public TreeSink {
public:
    Result<std::size_t> open_tree(TreeMark, std::uint32_t) override { return std::size_t{0}; }
    Result<void> add_chunk(std::size_t, const ChunkColumns&) override {
        return Error{.code = ErrorCode::InputOutput, .message = "no space left", .where = {}};
    }
    Result<void> close_tree(std::size_t, std::uint64_t, bool) override { return {}; }
    Result<void> conclude() override {
        FAIL("nothing more is written");
        return {};
    }
};

/// However the test ends: a recorder waits for its writer.
struct LetGoAtEnd {
    SlowSink& sink;
    ~LetGoAtEnd() { sink.let_go(); }
};

/// A sink that finds no memory for what it is given.
class CrampedSink final : public TreeSink {
public:
    Result<std::size_t> open_tree(TreeMark, std::uint32_t) override { return std::size_t{0}; }
    Result<void> add_chunk(std::size_t, const ChunkColumns&) override { throw std::bad_alloc(); }
    Result<void> close_tree(std::size_t, std::uint64_t, bool) override { return {}; }
    Result<void> conclude() override { throw std::bad_alloc(); }
};

/// Nodes without children, one after the other.
void log_leaves(LogStream& stream, std::size_t count, Filling filling) {
    for (std::size_t i = 0; i < count; ++i) {
        if (filling == Filling::WhileOpen) {
            static_cast<void>(stream.enter({}));
            stream.leave();
        } else {
            static_cast<void>(stream.open({}));
            static_cast<void>(stream.close(LogStream::Ending::Regular)); // nobody will look there
        }
    }
}

} // namespace

TEST_CASE("filters leave out whole subtrees and count them", "[treelog][filter]") {
    struct Case {
        const char* name;
        LogFilter filter;
        bool (*keeps)(const MadeUpNode&);
    };
    const Case cases[] = {
        {"all", {}, [](const MadeUpNode&) { return true; }},
        {"depth", {.min_depth = 1}, [](const MadeUpNode& node) { return node.values[5] >= 1; }},
        {"level", {.max_level = 3}, [](const MadeUpNode& node) { return node.level <= 3; }},
        {"path",
         {.path = {7}},
         [](const MadeUpNode& node) { return node.level != 1 || node.values[0] == 7; }},
        {"sample", {.sample_one_in = 4, .sample_level = 2}, [](const MadeUpNode&) { return true; }},
        {"key", {.key = 40}, [](const MadeUpNode&) { return true; }},
    };
    const Filling filling = GENERATE(Filling::WhileOpen, Filling::OnLeaving);
    for (const Case& each : cases) {
        INFO(each.name);
        const Logged logged(each.filter, filling);
        REQUIRE(logged.log.trees().size() == 1);
        const auto nodes = read_tree(logged.log, 0);
        CHECK(*nodes == logged.nodes);
        CHECK(std::all_of(nodes->begin(), nodes->end(), each.keeps));
        const TreeInfo& tree = logged.log.trees()[0];
        CHECK(tree.nodes + tree.skipped == logged.entered);
        const std::uint64_t below = sum_of(logged.log, ColumnId::Skipped);
        if (!each.filter.key) CHECK(below == tree.skipped);
        CHECK(below <= tree.skipped);
        CHECK(tree.nodes > 0);
    }
}

TEST_CASE("iterations outside the filter leave no tree", "[treelog][filter]") {
    LogFilter filter;
    filter.first_iteration = 6;
    CHECK(Logged(filter).log.trees().empty());
    filter.first_iteration = 5;
    CHECK(Logged(filter).log.trees().size() == 1);
    filter.from = std::chrono::hours(1);
    CHECK(Logged(filter).log.trees().empty());
}

TEST_CASE("a sample is one in so many", "[treelog][filter]") {
    LogFilter filter;
    filter.sample_one_in = 5;
    filter.sample_level = 3;
    const Logged all{LogFilter{}};
    const Logged some(filter);
    CHECK(some.nodes.size() < all.nodes.size() / 2);
    CHECK(Logged(filter).nodes == some.nodes);
}

TEST_CASE("an abort closes what is open", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    Recorder recorder(made_up_schema(), log);
    LogStream& stream = recorder.add_stream();
    stream.begin_tree({});
    for (int i = 0; i < 3; ++i) CHECK(stream.enter({}) != nullptr);
    CHECK(stream.link() == TreeLink{0, 0, 2});
    stream.leave();
    CHECK(stream.link() == TreeLink{0, 0, 1});
    stream.abort_tree();
    stream.leave(); // of calls that a longjmp did not skip: nothing happens
    CHECK(stream.enter({}) == nullptr);
    stream.leave();
    stream.begin_tree({});
    CHECK(stream.enter({}) != nullptr);
    REQUIRE(recorder.close().ok());
    REQUIRE(log.trees().size() == 2);
    CHECK(log.trees()[0].is_aborted);
    CHECK(log.trees()[0].nodes == 3);
    CHECK(log.trees()[1].is_aborted); // it was never ended
    ColumnBuffer buffer;
    const auto aborted = log.column(0, ColumnId::Aborted, buffer).value();
    CHECK(aborted.at(0) == 0);
    CHECK(aborted.at(1) == 1);
    CHECK(aborted.at(2) == 1);
}

TEST_CASE("records that wait for the end are null if it never comes", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    Recorder recorder(made_up_schema(), log);
    LogStream& stream = recorder.add_stream();
    const std::size_t value = made_up_schema().find_role(Role::Value).value();
    const std::int16_t known = 7;
    stream.begin_tree({}, Filling::OnLeaving);
    for (int i = 0; i < 3; ++i) CHECK(stream.open({}));
    std::byte* record = stream.close(LogStream::Ending::Regular);
    REQUIRE(record != nullptr);
    std::memcpy(record + recorder.layout().offset(value), &known, sizeof known);
    stream.abort_tree();
    CHECK(stream.close(LogStream::Ending::Regular) == nullptr);
    REQUIRE(recorder.close().ok());
    REQUIRE(log.trees().size() == 1);
    ColumnBuffer buffer;
    const auto values = log.column(0, attribute_column(value), buffer).value();
    REQUIRE(values.count == 3);
    CHECK(values.at(0) == known);
    CHECK_FALSE(values.is_valid(1));
    CHECK_FALSE(values.is_valid(2));
}

TEST_CASE("a slow writer loses subtrees, not the count of them", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    SlowSink slow(log);
    RecorderOptions options;
    options.overflow = GENERATE(Overflow::DropSubtree, Overflow::Stop);
    options.blocks = 1;
    const Filling filling = GENERATE(Filling::WhileOpen, Filling::OnLeaving);
    Recorder recorder(made_up_schema(), slow, options);
    LogStream& stream = recorder.add_stream();
    MadeUpSearch search(recorder.schema(), recorder.layout(), 4, filling);
    stream.begin_tree({}, filling);
    search.search(stream, 5 * kChunkNodes);
    stream.end_tree();
    slow.let_go();
    REQUIRE(recorder.close().ok());
    REQUIRE(log.trees().size() == 1);
    const TreeInfo& tree = log.trees()[0];
    CHECK(tree.nodes <= 3 * kChunkNodes);
    CHECK(tree.nodes >= 2 * kChunkNodes);
    CHECK(tree.nodes + tree.skipped == search.entered());
    CHECK(*read_tree(log, 0) == search.logged());
}

TEST_CASE("no more nodes are open than there are rows for", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    SlowSink slow(log);
    RecorderOptions options;
    options.overflow = Overflow::DropSubtree;
    options.blocks = 1;
    Recorder recorder(made_up_schema(), slow, options);
    LogStream& stream = recorder.add_stream();
    constexpr std::size_t kDeep = 3 * kBlockRows;
    stream.begin_tree({});
    std::size_t logged = 0;
    for (std::size_t i = 0; i < kDeep; ++i) logged += stream.enter({}) != nullptr ? 1 : 0;
    for (std::size_t i = 0; i < kDeep; ++i) stream.leave();
    stream.end_tree();
    slow.let_go();
    REQUIRE(recorder.close().ok());
    CHECK(logged == 2 * kBlockRows);
    CHECK(log.trees()[0].nodes == logged);
    CHECK(log.trees()[0].skipped == kDeep - logged);
}

TEST_CASE("a full disk ends the log, not the search", "[treelog][stream]") {
    FullDisk disk;
    Recorder recorder(made_up_schema(), disk);
    LogStream& stream = recorder.add_stream();
    MadeUpSearch search(recorder.schema(), recorder.layout(), 4);
    stream.begin_tree({});
    search.search(stream, 20 * kChunkNodes);
    stream.end_tree();
    recorder.drain();
    CHECK(recorder.has_failed());
    CHECK(recorder.failure()->message == "no space left");
    CHECK_FALSE(recorder.close().ok());
}

TEST_CASE("memory that runs out ends the tree in the log, not the search", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    SlowSink slow(log); // gives no block back to be used again
    Recorder recorder(made_up_schema(), slow);
    const LetGoAtEnd let_go{slow};
    LogStream& stream = recorder.add_stream();
    const Filling filling = GENERATE(Filling::WhileOpen, Filling::OnLeaving);
    const auto is_entered = [&stream, filling] {
        return filling == Filling::WhileOpen ? stream.enter({}) != nullptr : stream.open({});
    };
    stream.begin_tree({}, filling);
    for (int i = 0; i < 3; ++i) CHECK(is_entered());
    slow.wait_for_tree(); // a log that has failed is not slow any more
    {
        const ScarceMemory scarce;
        log_leaves(stream, 2 * kBlockRows, filling);
        CHECK(recorder.has_failed());
        CHECK_FALSE(is_entered());
        CHECK(stream.close(LogStream::Ending::Regular) == nullptr);
        CHECK(stream.open_nodes() == 3);
        CHECK(stream.close(LogStream::Ending::Regular) == nullptr);
        CHECK(stream.open_nodes() == 2);
        stream.end_tree();
        CHECK(stream.open_nodes() == 0);
        stream.begin_tree({}, filling);
        CHECK_FALSE(is_entered());
        stream.end_tree();
    }
    REQUIRE(recorder.failure().has_value());
    CHECK(recorder.failure()->message == "out of memory");
    slow.let_go();

    // A log that begins anew has all that comes then.
    recorder.drain();
    log.clear();
    recorder.forget_failure();
    MadeUpSearch search(recorder.schema(), recorder.layout(), 4, filling);
    stream.begin_tree({}, filling);
    search.search(stream, kNodes);
    stream.end_tree();
    REQUIRE(recorder.close().ok());
    REQUIRE(log.trees().size() == 1);
    CHECK(*read_tree(log, 0) == search.logged());
}

TEST_CASE("a writer without memory ends the log, not the program", "[treelog][stream]") {
    CrampedSink cramped;
    Recorder recorder(made_up_schema(), cramped);
    LogStream& stream = recorder.add_stream();
    const std::size_t count = GENERATE(0U, 10U); // no memory for the end of the log, or for a chunk
    stream.begin_tree({});
    log_leaves(stream, count, Filling::WhileOpen);
    stream.end_tree();
    const auto closed = recorder.close();
    REQUIRE_FALSE(closed.ok());
    CHECK(closed.error().message == "out of memory");
}

TEST_CASE("a log ends in good order before it grows too large", "[treelog][stream]") {
    const rata::test::TemporaryFolder folder;
    auto recorder =
        Recorder::create(folder / "log.gtf", made_up_schema(), {.max_bytes = 3'000'000}).value();
    LogStream& stream = recorder->add_stream();
    MadeUpSearch search(recorder->schema(), recorder->layout(), 4);
    stream.begin_tree({});
    search.search(stream, 6 * kChunkNodes);
    stream.end_tree();
    CHECK(recorder->close().error().code == ErrorCode::Range);
    const auto reader = std::move(LogReader::open(folder / "log.gtf")).value();
    CHECK_FALSE(reader->damage().index_rebuilt);
    REQUIRE(reader->trees().size() == 1);
    CHECK_FALSE(reader->trees()[0].is_closed);
    CHECK(reader->trees()[0].nodes > 0);
    CHECK(reader->file_size() < 3'100'000);
}

TEST_CASE("threads log side by side", "[treelog][stream]") {
    MemoryLog log(made_up_schema());
    Recorder recorder(made_up_schema(), log);
    std::vector<std::vector<MadeUpNode>> logged(3);
    {
        std::vector<std::jthread> threads;
        for (auto& nodes : logged) {
            threads.emplace_back([&recorder, &nodes, stream = &recorder.add_stream()] {
                MadeUpSearch search(recorder.schema(), recorder.layout(), stream->number());
                stream->begin_tree({});
                search.search(*stream, 100'000);
                stream->end_tree();
                nodes = search.logged();
            });
        }
    }
    REQUIRE(recorder.close().ok());
    REQUIRE(log.trees().size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(log.trees()[i].stream == i);
        CHECK(*read_tree(log, i) == logged[i]);
    }
}

TEST_CASE("records lie where the program has them", "[treelog][layout]") {
    const Schema schema{.attributes = {{.name = "a", .type = ElementType::U8},
                                       {.name = "b", .type = ElementType::I32}}};
    CHECK(RecordLayout(schema).offset(1) == 0);
    CHECK(RecordLayout(schema).offset(0) == 4);
    CHECK(RecordLayout::of(schema, {0, 4}, 8).ok());
    CHECK_FALSE(RecordLayout::of(schema, {0, 2}, 8).ok());
    CHECK_FALSE(RecordLayout::of(schema, {5, 4}, 8).ok());
    CHECK_FALSE(RecordLayout::of(schema, {0, 8}, 8).ok());
    CHECK_FALSE(RecordLayout::of(schema, {0}, 8).ok());
}
