// Reading with threads must tell what reading without them does, whatever the text tries.
#include "engine/base/rng.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/pgn_cutter.hpp"
#include "tests/notation/support/reading.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using namespace rata::test;

namespace {

/// What looks like a game, in all the places where it is none.
const std::string kFakes[] = {
    "{ \n\n[Event \"x\"]\n\n1. e4 * \n} ",
    "{ } { \n\n[Event \"x\"]\n",
    "}\n\n",
    "; \n\n[Event \"x\"]\n",
    "\n% \n\n[Event \"x\"]\n\n",
    "(1. c4 \n\n[Event \"x\"]\n",
    "\n\n[Event \"x\"]\n\n[Event \"y\"]\n",
    "\n\n[Event \"x\"]\n\n[Site \"y\"]\n\n",
    "\n\n[Event \"x\n\n[Event \"x\"]\n",
    "\n\n[Event \n\n",
    "\n\n[%clk 1]\n\n",
    "1. e4 e5 *\n\n",
    "1. e4 e5\n\n",
    "1. Ke4 e5 (",
    "1. e4 (1. e4 (1. d4 {\n\n[Event \"z\"]\n})",
    "$1 ! ) 1-0 ",
    "\r\n\r\n[Event \"x\"]\r\n\r\n1. d4 d5 1/2-1/2\r\n",
    "\n \t\n[Event \"x\"]\n",
};

std::string random_text(Rng& rng) {
    std::string text;
    const std::uint64_t parts = 1 + rng.below(12);
    for (std::uint64_t i = 0; i < parts; ++i) text += kFakes[rng.below(std::size(kFakes))];
    return text;
}

/// Fails when so many bytes have been read.
class FailingSource final : public ByteSource {
public:
    FailingSource(std::string_view text, std::size_t good) : text_(text), left_(good) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override {
        if (left_ == 0) return Error{ErrorCode::InputOutput, "the cable was pulled", {}};
        auto size = text_.read(buffer.first(std::min(buffer.size(), left_)));
        left_ -= *size;
        return size;
    }

private:
    std::string name_ = "failing";
    TextSource text_;
    std::size_t left_;
};

} // namespace

TEST_CASE("PGN in parallel: the same as one after the other", "[notation][pgn]") {
    Rng rng(11);
    for (int i = 0; i < 1500; ++i) {
        const std::string text = random_text(rng);
        const std::string whole = transcript_of(text);
        for (const std::size_t block : {std::size_t{1}, std::size_t{20}, std::size_t{60}}) {
            CAPTURE(text, block);
            REQUIRE(transcript_in_parallel(text, block) == whole);
        }
        CAPTURE(text);
        REQUIRE(transcript_in_pieces(text, [&rng] { return rng.below(30); }) == whole);
    }
}

TEST_CASE("PGN in parallel: bytes at random", "[notation][pgn]") {
    constexpr std::string_view kBytes = "[]{}();%\"\\*!?$.-/10 \n\n\n\r\tEventNf3e4O=+#x";
    Rng rng(12);
    for (int i = 0; i < 1500; ++i) {
        std::string text;
        const std::uint64_t length = rng.below(200);
        for (std::uint64_t k = 0; k < length; ++k) text += kBytes[rng.below(kBytes.size())];
        CAPTURE(text);
        const std::string whole = transcript_of(text);
        REQUIRE(transcript_in_parallel(text, 1 + rng.below(40)) == whole);
        REQUIRE(transcript_in_pieces(text, [&rng] { return rng.below(10); }) == whole);
    }
}

TEST_CASE("PGN in parallel: one reader for several sources", "[notation][pgn]") {
    std::string told;
    PgnParallelReader reader(
        PgnParallelOptions{3, 16}, [] { return std::make_unique<Transcript>(); },
        [&told](std::unique_ptr<PgnVisitor> visitor) {
            told += static_cast<Transcript&>(*visitor).text();
        });
    std::string expected;
    for (const std::string& text : kFakes) {
        TextSource source(text, "text");
        REQUIRE(reader.read(source).ok());
        expected += transcript_of(text);
    }
    CHECK(told == expected);
}

TEST_CASE("PGN in parallel: games are numbered through", "[notation][pgn]") {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "[Round \"1\"]\n\n1. Ke4 *\n\n";
    TextSource source(text, "text");
    const auto totals = check_pgn(source, PgnCheckOptions{2, PgnInterest::Read},
                                  [game = std::uint64_t{0}](const PgnProblem& problem) mutable {
                                      CHECK(problem.game == ++game);
                                      CHECK(problem.error.where.line == 4 * game - 1);
                                  });
    CHECK(totals->games == 200);
    CHECK(totals->broken == 200);
}

TEST_CASE("PGN in parallel: a source that fails is told, after what it gave", "[notation][pgn]") {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "[Round \"1\"]\n\n1. e4 e5 *\n\n";
    for (const unsigned threads : {1U, 2U}) {
        FailingSource source(text, text.size() / 2);
        const auto totals =
            check_pgn(source, PgnCheckOptions{threads, PgnInterest::Read}, [](const auto&) {});
        REQUIRE_FALSE(totals.ok());
        CHECK(totals.error().message == "the cable was pulled");
    }
}

TEST_CASE("The cutter loses nothing and counts lines", "[notation][pgn]") {
    Rng rng(13);
    for (int i = 0; i < 300; ++i) {
        const std::string text = random_text(rng);
        TextSource source(text, "text");
        PgnCutter cutter(source, 1 + rng.below(50));
        std::string whole;
        PgnBlock block;
        bool begins_game = true;
        do {
            REQUIRE(cutter.next(block).ok());
            CHECK(block.start.byte == whole.size());
            CHECK(block.start.line ==
                  1 + static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n')));
            CHECK(block.begins_game == begins_game);
            begins_game = block.next_begins_game;
            whole += block.text;
        } while (!block.is_last);
        CHECK(whole == text);
    }
}
