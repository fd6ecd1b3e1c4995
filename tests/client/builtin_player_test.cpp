#include "engine/client/player.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

constexpr Patience kLongPatience{.until_stop = milliseconds(60'000)};

EngineSpec builtin_spec() {
    return {.name = "self", .protocol = EngineProtocol::Builtin, .options = {{"Hash", "1"}}};
}

} // namespace

TEST_CASE("the built-in engine plays without a process", "[client]") {
    const auto player = make_player(builtin_spec());
    REQUIRE(player);
    CHECK((*player)->process_id() == 0);
    CHECK((*player)->own_name().starts_with("Ratatosk"));
    const Position mate_in_one = parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").value();
    REQUIRE(!(*player)->new_game(mate_in_one));
    const GameLine game(mate_in_one);
    const Limits limits{.nodes = 2000};
    const Reply reply =
        (*player)->think({.game = game, .limits = limits, .patience = kLongPatience});
    REQUIRE(std::holds_alternative<Thought>(reply));
    const auto& thought = std::get<Thought>(reply);
    CHECK(to_coordinate(thought.move, CastlingText::KingMove) == "a1a8");
    CHECK(thought.score == SpelledScore(Mate{1}));
    CHECK(thought.nodes > 0);
}

TEST_CASE("the built-in engine refuses options it has not", "[client]") {
    EngineSpec spec = builtin_spec();
    spec.options.emplace_back("Hush", "3");
    const auto player = make_player(spec);
    REQUIRE(!player);
    CHECK(player.error().message == "there is no option 'Hush'");
}

TEST_CASE("the built-in engine refuses a table that cannot be had", "[client]") {
    EngineSpec spec = builtin_spec();
    spec.options = {{"Hash", "33554432"}}; // more than the address space of a process
    const auto player = make_player(spec);
    if (player) return; // a machine of the future
    CHECK_THAT(player.error().message, Catch::StartsWith("Hash: cannot allocate"));
}

TEST_CASE("the built-in engine can be stopped, and ponders", "[client]") {
    const auto player = make_player(builtin_spec());
    REQUIRE(player);
    GameLine game(Position::start());
    Limits forever;
    forever.infinite = true;
    std::stop_source stop;
    stop.request_stop();
    const Reply given_up = (*player)->think(
        {.game = game, .limits = forever, .patience = kLongPatience, .stop = stop.get_token()});
    REQUIRE(std::holds_alternative<Fault>(given_up));
    CHECK(std::get<Fault>(given_up).kind == Fault::Kind::Stopped);

    const Limits limits{.nodes = 500};
    for (const bool hit : {true, false}) {
        GameLine expected = game;
        expected.play(parse_coordinate("e2e4", expected.position()).value());
        GameLine played = game;
        played.play(parse_coordinate(hit ? "e2e4" : "d2d4", played.position()).value());
        (*player)->ponder(expected, limits);
        const Reply reply =
            (*player)->think({.game = played, .limits = limits, .patience = kLongPatience});
        REQUIRE(std::holds_alternative<Thought>(reply));
        CHECK(played.position().is_legal(std::get<Thought>(reply).move));
    }
    (*player)->ponder(game, limits);
    (*player)->end_game(game, PgnResult::Draw);
}

TEST_CASE("the words of a game for UCI", "[client]") {
    GameLine game(Position::start());
    CHECK(game.uci_position() == "position startpos");
    game.play(parse_coordinate("e2e4", game.position()).value());
    game.play(parse_coordinate("e7e5", game.position()).value());
    CHECK(game.uci_position() == "position startpos moves e2e4 e7e5");
    CHECK(game.moves().size() == 2);
    CHECK(game.starts_usually());
    const GameLine other(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value());
    CHECK(other.uci_position() == "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}
