#include "engine/session/session.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/fake_runner.hpp"

#include <catch2/catch.hpp>

#include <thread>

using namespace rata;
using rata::test::FakeSearch;

namespace {

/// Keeps what it hears, in order.
class Recorder final : public SessionListener {
public:
    void on_start(const SearchStart& start) override { add("start " + to_fen(start.root)); }
    void on_line(const LineReport&) override { add("line"); }
    void on_text(const std::string& text) override { add("text " + text); }
    void on_result(const SearchResult& result) override {
        add("result " + to_coordinate(result.best, CastlingText::KingMove));
    }

    [[nodiscard]] std::vector<std::string> heard() const {
        const std::scoped_lock lock(mutex_);
        return heard_;
    }
    [[nodiscard]] std::size_t results() const {
        std::size_t count = 0;
        for (const std::string& each : heard()) count += each.starts_with("result") ? 1 : 0;
        return count;
    }

private:
    void add(std::string text) {
        const std::scoped_lock lock(mutex_);
        heard_.push_back(std::move(text));
    }

    mutable std::mutex mutex_{};
    std::vector<std::string> heard_{};
};

struct Stage {
    FakeSearch fake{};
    Recorder recorder{};
    Session session{std::ref(fake), recorder};

    void go(Limits limits = {}) { session.go(std::move(limits), Clock::now()); }
};

Limits infinite() {
    Limits limits;
    limits.infinite = true;
    return limits;
}

Limits ponder() {
    Limits limits;
    limits.ponder = true;
    return limits;
}

/// Long enough for a thread to do what it should not do.
void linger() { std::this_thread::sleep_for(milliseconds(20)); }

} // namespace

TEST_CASE("a go has one result, after its lines", "[session]") {
    Stage stage;
    CHECK(!stage.session.is_searching());
    stage.go();
    stage.session.wait();
    CHECK(stage.recorder.heard() ==
          std::vector<std::string>{"start " + std::string(kStartFen), "line", "result a2a3"});
}

TEST_CASE("infinite and ponder hold back the result, even of a hasty search", "[session]") {
    Stage stage;
    stage.go(infinite());
    linger();
    CHECK(stage.recorder.results() == 0);
    CHECK(stage.session.waits_to_be_stopped());
    stage.session.ponder_hit(Clock::now()); // means nothing here
    linger();
    CHECK(stage.recorder.results() == 0);
    stage.session.stop();
    stage.session.wait();
    CHECK(stage.recorder.results() == 1);

    stage.go(ponder());
    linger();
    CHECK(stage.recorder.results() == 1);
    CHECK(stage.session.waits_to_be_stopped());
    stage.session.ponder_hit(Clock::now());
    stage.session.wait();
    CHECK(stage.recorder.results() == 2);
    CHECK(!stage.session.waits_to_be_stopped());

    stage.go(ponder());
    stage.session.stop();
    stage.session.stop();
    stage.session.wait();
    CHECK(stage.recorder.results() == 3);
}

TEST_CASE("a guess is right or wrong when the next move is to be answered", "[session]") {
    Stage stage;
    const auto counts = [&stage] {
        const auto count = stage.session.ponder_count();
        return std::pair(count.hits, count.misses);
    };
    const auto go_after = [&stage](std::initializer_list<Move> moves, Limits limits = {}) {
        Position position = Position::start();
        for (const Move move : moves) position.make(move);
        stage.session.set_position(std::move(position));
        stage.go(std::move(limits));
        stage.session.stop();
        stage.session.wait();
    };
    const Move e4 = Move::normal(Square::E2, Square::E4);
    const Move d4 = Move::normal(Square::D2, Square::D4);
    const Move e5 = Move::normal(Square::E7, Square::E5);
    go_after({e4}, ponder());
    CHECK(counts() == std::pair(0, 0));
    go_after({d4}); // another move
    CHECK(counts() == std::pair(0, 1));
    go_after({e4}, ponder());
    go_after({e4}, ponder()); // once more, and then the expected one
    go_after({e4});
    CHECK(counts() == std::pair(1, 1));
    for (const auto& elsewhere : {std::initializer_list<Move>{}, {e4, e5}}) {
        go_after({e4}, ponder());
        go_after(elsewhere);
    }
    go_after({e4}, ponder());
    go_after({d4}, infinite()); // somebody analyses
    go_after({}, ponder());     // no move was guessed
    go_after({e4});
    CHECK(counts() == std::pair(1, 1));
    stage.session.new_game();
    CHECK(counts() == std::pair(0, 0));
}

TEST_CASE("stop while idle does nothing, not even to the next search", "[session]") {
    Stage stage;
    std::atomic<bool> was_stopped{true};
    stage.fake.play = [&](const SearchRequest& request, SearchSignals& signals, SearchListener&) {
        was_stopped = signals.is_stopped();
        return FakeSearch::first_move(request.position);
    };
    stage.session.stop();
    stage.session.ponder_hit(Clock::now());
    stage.go();
    stage.session.wait();
    CHECK(!was_stopped);
}

TEST_CASE("go during a search ends it first", "[session]") {
    Stage stage;
    stage.fake.play = FakeSearch::until_stopped();
    stage.go();
    Position moved = Position::start();
    moved.make(Move::normal(Square::E2, Square::E4));
    stage.session.set_position(moved); // does not disturb
    CHECK(stage.session.is_searching());
    stage.go();
    stage.session.stop();
    stage.session.wait();
    CHECK(stage.recorder.heard() ==
          std::vector<std::string>{"start " + std::string(kStartFen), "result a2a3",
                                   "start " + to_fen(moved), "result a7a6"});
}

TEST_CASE("a new game during a search ends it, and is forgotten nothing of", "[session]") {
    Stage stage;
    stage.fake.play = FakeSearch::until_stopped();
    stage.go();
    stage.session.new_game();
    CHECK(!stage.session.is_searching());
    CHECK(stage.recorder.results() == 1);
    CHECK(stage.fake.new_games == 0); // it will be, before the next search
    stage.session.settle();
    CHECK(stage.fake.new_games == 1);
    stage.go();
    stage.session.stop();
    stage.session.wait();
    CHECK(stage.fake.new_games == 1);
}

TEST_CASE("options of the house apply before the next search", "[session]") {
    Stage stage;
    stage.fake.play = FakeSearch::until_stopped();
    stage.go(infinite());
    CHECK(stage.fake.threads == 1);
    REQUIRE(stage.session.set_option("Threads", "3").ok());
    REQUIRE(stage.session.set_option("Hash", "4").ok());
    REQUIRE(stage.session.set_option("Clear Hash", "").ok());
    stage.session.settle(); // not now
    CHECK(stage.fake.threads == 1);
    CHECK(stage.fake.new_games == 0);
    stage.go();
    CHECK(stage.fake.threads == 3);
    CHECK(stage.fake.new_games == 1);
    CHECK(stage.session.options().hash == 4);
}

TEST_CASE("what is said right after the move finds the session at rest", "[session]") {
    struct SlowTeller final : SessionListener {
        void on_start(const SearchStart&) override {}
        void on_line(const LineReport&) override {}
        void on_text(const std::string&) override {}
        void on_result(const SearchResult&) override {
            told = true;
            linger();
        }
        std::atomic<bool> told{false};
    };
    FakeSearch fake;
    SlowTeller teller;
    Session session(std::ref(fake), teller);
    session.go({}, Clock::now());
    while (!teller.told) std::this_thread::yield();
    REQUIRE(session.set_option("Threads", "3").ok());
    session.settle();
    CHECK(fake.threads == 3);
    CHECK_FALSE(session.is_searching());
}

TEST_CASE("memory that cannot be had leaves the table as it was", "[session]") {
    Stage stage;
    stage.session.settle();
    // More than the address space of a process has.
    const auto change = stage.session.set_option("Hash", "33554432");
    REQUIRE(change.ok());
    stage.session.settle();
    if (stage.session.options().hash == 33554432) return; // a machine of the future
    CHECK(stage.session.options().hash == 16);
    REQUIRE(stage.recorder.heard().size() == 1);
    CHECK(stage.recorder.heard().front().starts_with("text Hash: cannot allocate"));
    stage.go();
    stage.session.wait();
    CHECK(stage.recorder.results() == 1);
}

TEST_CASE("a first table that cannot be had is replaced by the default", "[session]") {
    Stage stage;
    REQUIRE(stage.session.set_option("Hash", "33554432").ok());
    stage.session.settle();
    if (stage.session.options().hash == 33554432) return; // a machine of the future
    CHECK(stage.session.options().hash == 16);
    REQUIRE(stage.recorder.heard().size() == 1);
    CHECK_THAT(stage.recorder.heard().front(), Catch::StartsWith("text Hash: cannot allocate"));
    CHECK_THAT(stage.recorder.heard().front(), Catch::EndsWith("; using 16 MiB"));
    stage.session.settle(); // said once
    CHECK(stage.recorder.heard().size() == 1);
}

TEST_CASE("an option that does not exist is an error", "[session]") {
    Stage stage;
    const auto change = stage.session.set_option("NalimovPath", "/a");
    REQUIRE(!change.ok());
    CHECK(change.error().code == ErrorCode::NotFound);
}

TEST_CASE("the end of a session ends its search, with its result", "[session]") {
    FakeSearch fake;
    fake.play = FakeSearch::until_stopped();
    Recorder recorder;
    {
        Session session(std::ref(fake), recorder);
        session.go(infinite(), Clock::now());
    }
    CHECK(recorder.results() == 1);
}

TEST_CASE("the last score is remembered within a game only", "[session]") {
    Stage stage;
    std::optional<Score> seen;
    stage.fake.play = [&](const SearchRequest& request, SearchSignals&, SearchListener&) {
        seen = request.previous_score;
        SearchResult result = FakeSearch::first_move(request.position);
        result.line.score = Score::cp(33);
        return result;
    };
    const auto think = [&] {
        stage.go();
        stage.session.wait();
        return seen;
    };
    CHECK(think() == std::nullopt);
    Position later = Position::start();
    later.make(Move::normal(Square::A2, Square::A3));
    later.make(Move::normal(Square::E7, Square::E5));
    stage.session.set_position(later);
    CHECK(think() == Score::cp(33));
    stage.session.set_position(later); // the same again: not two plies on
    CHECK(think() == std::nullopt);
    later.make(Move::normal(Square::A3, Square::A4));
    later.make(Move::normal(Square::E5, Square::E4));
    stage.session.new_game();
    stage.session.set_position(later);
    CHECK(think() == std::nullopt);
}

TEST_CASE("stop from another thread races with the natural end", "[session]") {
    Stage stage;
    for (std::size_t i = 1; i <= 200; ++i) {
        stage.go();
        std::jthread stopper([&stage] { stage.session.stop(); });
        stage.session.wait();
        CHECK(stage.recorder.results() == i);
    }
}
