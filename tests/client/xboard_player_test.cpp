#include "engine/client/player.hpp"
#include "engine/client/xboard_dialect.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;

namespace {

constexpr milliseconds kAge{30'000};

/// An engine of shell that answers "go" and, unless in force mode, every move by the given line.
EngineSpec xboard_script(const std::string& features, const std::string& on_turn) {
    const std::string script = "force=1\nwhile read -r line; do case \"$line\" in\n"
                               "protover*) echo '" +
                               features +
                               "';;\n"
                               "ping*) echo \"pong ${line#ping }\";;\n"
                               "force) force=1;;\n"
                               "go) force=0; " +
                               on_turn +
                               ";;\n"
                               "usermove*) if [ $force = 0 ]; then " +
                               on_turn +
                               "; fi;;\n"
                               "quit) exit 0;;\nesac; done\n";
    return {.name = "Scripted",
            .protocol = EngineProtocol::XBoard,
            .command = "sh",
            .arguments = {"-c", script}};
}

constexpr const char* kUsualFeatures =
    "feature ping=1 usermove=1 setboard=1 memory=1 myname=\"A B 1.0\" option=\"Style -spin 1 0 9\" "
    "unheard=2 done=1";

Reply ask_xboard(Player& player, const GameLine& game, const Limits& limits,
                 Patience patience = {.until_stop = kAge}) {
    return player.think({.game = game, .limits = limits, .patience = patience});
}

bool was_told(const Player& player, std::string_view line) {
    const auto said = player.last_dialogue();
    return std::find(said.begin(), said.end(), "> " + std::string(line)) != said.end();
}

/// Whether these lines were told, one right behind the other.
bool was_told_in_a_row(const Player& player, std::vector<std::string> lines) {
    for (std::string& line : lines) line.insert(0, "> ");
    const auto said = player.last_dialogue();
    return std::search(said.begin(), said.end(), lines.begin(), lines.end()) != said.end();
}

GameLine after(std::initializer_list<const char*> moves) {
    GameLine game(Position::start());
    for (const char* move : moves) game.play(parse_coordinate(move, game.position()).value());
    return game;
}

} // namespace

TEST_CASE("an XBoard engine plays, and is told what it needs to know", "[client][xboard]") {
    EngineSpec spec = xboard_script(kUsualFeatures, "echo '7 25 12 900 e5 Nf3'; echo 'move e7e5'");
    spec.options = {{"Hash", "8"}, {"Style", "3"}, {"Nothing", "1"}};
    const auto player = make_player(spec);
    REQUIRE(player);
    CHECK((*player)->own_name() == "A B 1.0");
    CHECK((*player)->complaints() == std::vector<std::string>{"has no option 'Nothing'"});
    CHECK(was_told(**player, "memory 8"));
    CHECK(was_told(**player, "option Style=3"));
    CHECK(was_told(**player, "rejected unheard"));
    REQUIRE(!(*player)->new_game(Position::start()));

    Limits limits;
    limits.clock[Color::White].remaining = milliseconds(61'500);
    limits.clock[Color::Black].remaining = milliseconds(90'250);
    limits.clock[Color::Black].increment = milliseconds(500);
    const Reply reply = ask_xboard(**player, after({"e2e4"}), limits);
    REQUIRE(std::holds_alternative<Thought>(reply));
    const auto& thought = std::get<Thought>(reply);
    CHECK(to_coordinate(thought.move, CastlingText::KingMove) == "e7e5");
    CHECK(thought.score == SpelledScore(Cp{25}));
    CHECK(thought.depth == 7);
    CHECK(thought.nodes == 900);
    CHECK(was_told_in_a_row(**player,
                            {"usermove e2e4", "level 0 1:30 0.5", "time 9025", "otim 6150", "go"}));
    // From now on the move is what makes it think; the same answer is no move any more.
    const Reply again = ask_xboard(**player, after({"e2e4", "e7e5", "g1f3"}), limits);
    CHECK(std::holds_alternative<Fault>(again));
    CHECK(was_told_in_a_row(**player, {"time 9025", "otim 6150", "usermove g1f3"}));
}

TEST_CASE("our own XBoard engine is sent options that it does not list", "[client][xboard]") {
    EngineSpec spec = xboard_script("feature ping=1 myname=\"Ratatosk 1.0\" done=1", "true");
    spec.options = {{"NullMove", "false"}, {"Nothing", "1"}};
    const auto player = make_player(spec);
    REQUIRE(player);
    CHECK((*player)->complaints() == std::vector<std::string>{"has no option 'Nothing'"});
    CHECK(was_told(**player, "option NullMove=false"));
}

TEST_CASE("what an XBoard engine does wrong gets its name", "[client][xboard]") {
    struct Case {
        std::string on_turn{};
        Fault::Kind kind{};
    };
    const Case cases[] = {
        {"exit 2", Fault::Kind::Crash},
        {"echo move e7e4", Fault::Kind::IllegalMove},
        {"echo move rubbish", Fault::Kind::BadReply},
        {"echo resign", Fault::Kind::Resignation},
        {"echo '1-0 {White mates}'", Fault::Kind::Claim},
        {"echo 'Illegal move: e2e4'", Fault::Kind::BadReply},
        {"echo 'Illegal move: sd 3'; exit 2", Fault::Kind::Crash},
    };
    for (const Case& each : cases) {
        INFO(each.on_turn);
        const auto player = make_player(xboard_script(kUsualFeatures, each.on_turn));
        REQUIRE(player);
        REQUIRE(!(*player)->new_game(Position::start()));
        const Reply reply = ask_xboard(**player, after({"e2e4"}), {.depth = 3});
        REQUIRE(std::holds_alternative<Fault>(reply));
        CHECK(std::get<Fault>(reply).kind == each.kind);
    }
    const auto hanging = make_player(xboard_script(kUsualFeatures, "sleep 100"));
    REQUIRE(hanging);
    REQUIRE(!(*hanging)->new_game(Position::start()));
    const Reply reply =
        ask_xboard(**hanging, after({"e2e4"}), {.depth = 3},
                   {.until_stop = milliseconds(20), .after_stop = milliseconds(20)});
    CHECK(std::get<Fault>(reply).kind == Fault::Kind::Hang);
}

TEST_CASE("what an XBoard engine cannot do is refused", "[client][xboard]") {
    const auto player = make_player(xboard_script("feature ping=1 done=1", "echo move e7e5"));
    REQUIRE(player);
    const auto refused = (*player)->new_game(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value());
    REQUIRE(refused);
    CHECK(refused->text == "cannot set up a position");
    REQUIRE(!(*player)->new_game(Position::start()));
    const Reply reply = ask_xboard(**player, after({"e2e4"}), {.nodes = 100});
    CHECK(std::holds_alternative<Fault>(reply));
}

TEST_CASE("lines of XBoard engines are read", "[client][xboard]") {
    CHECK(move_in_line("move e2e4") == "e2e4");
    CHECK(move_in_line("12. ... Nf6") == "Nf6");
    CHECK(move_in_line("12 25 3 4 Nf6").empty());
    CHECK(move_in_line("").empty());
    const auto thinking = read_thinking(" 9& -100004 10 77 Kf1 Kg3");
    REQUIRE(thinking);
    CHECK(thinking->depth == 9);
    CHECK(thinking->score == SpelledScore(Mate{-4}));
    CHECK(thinking->nodes == 77);
    CHECK(thinking->play == "Kf1 Kg3");
    CHECK(!read_thinking("tellall hello"));
    CHECK(!read_thinking("1 2 3"));
    CHECK(!read_thinking("12. Nf3 Nf6 13. O-O"));
    const auto features = read_features("feature a=1 b=\"two words\" c");
    REQUIRE(features.size() == 3);
    CHECK(features[1].value == "two words");
    const auto quoted = read_features(R"(feature myname="A = B"  ping=1 icon="never closed)");
    REQUIRE(quoted.size() == 3);
    CHECK(quoted[0].value == "A = B");
    CHECK(quoted[2].value == "never closed");
    CHECK(read_features("feature").empty());
    CHECK(read_features("features done=1").empty());
    CHECK(is_resignation("resign"));
    CHECK(is_result_claim("1/2-1/2 {Draw}"));
    CHECK(!is_result_claim("10-0"));
    CHECK(refuses("Illegal move: e2e4", {"d2d4", "e2e4"}));
    CHECK(refuses("Error (not your turn): e2e4", {"e2e4"}));
    CHECK(refuses("tellusererror Illegal position", {}));
    CHECK(!refuses("Illegal move: sd 5", {"e2e4"})); // Phalanx XXV does not know "sd"
    CHECK(!refuses("Error (unknown command): otim", {}));
    CHECK(!refuses("e2e4", {"e2e4"}));
}

TEST_CASE("lines of play are read in all the shapes that engines print", "[client][xboard]") {
    struct Case {
        const char* play;
        const char* move; ///< "0000": none is read
    };
    const Case white[] = {
        {"e2e4 e7e5", "e2e4"},
        {"e4 e5 Nf3", "e2e4"},
        {"1. e4 e5 2. Nf3", "e2e4"},
        {"1.e4 e5 2.Nf3 Nc6", "e2e4"},
        {"1 e4 e5", "e2e4"},
        {"23 1200 0\te4 e5", "e2e4"},
        {"\t e4 e5", "e2e4"},
        {"(e4) e5", "e2e4"},
        {"[e4, e5]", "e2e4"},
        {"{1. e4} e5", "e2e4"},
        {"e4! e5", "e2e4"},
        {"1. e4!!", "e2e4"},
        {"1. e4 <HT>", "e2e4"},
        {"<HT> e4", "e2e4"},
        {"e4+", "e2e4"}, // marks of check are often wrong
        {"e4?", "0000"},
        {"1. e4??", "0000"},
        {"1. e4 e5?", "0000"}, // the mark may stand behind the whole line
        {"e5 e4", "0000"},
        {"book move", "0000"},
        {"", "0000"},
        {"1.", "0000"},
        {"...", "0000"},
        {"<HT>", "0000"},
        {"?", "0000"},
    };
    const auto move_of = [](const char* play, const Position& position) {
        return to_coordinate(first_move_of(play, position).value_or(Move::none()), position);
    };
    for (const Case& each : white) {
        INFO(each.play);
        CHECK(move_of(each.play, Position::start()) == each.move);
    }
    const Case black[] = {
        {"1... e5 2. Nf3", "e7e5"}, {"1. ... e5 2. Nf3", "e7e5"},
        {"1...e5", "e7e5"},         {"... e5", "e7e5"},
        {"...e5", "e7e5"},          {"e7e5 g1f3", "e7e5"},
    };
    for (const Case& each : black) {
        INFO(each.play);
        CHECK(move_of(each.play, after({"e2e4"}).position()) == each.move);
    }
}
