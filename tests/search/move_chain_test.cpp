#include "engine/search/lazy_smp.hpp"
#include "tests/search/support/searcher.hpp"

#include "engine/rules/movegen.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace rata;
using namespace rata::test;

namespace {

constexpr auto kQueensPawn = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8";

/// What was seen of nodes that were reached along a chain.
struct ChainSighting {
    Move move{};
    Ply ply = 0;
    int chain_length = 0;
    Technique technique{};
    Score score{};
    Score full_value{};
};

struct ChainWitness {
    static constexpr bool kSeesSkips = false;

    void begin_iteration(Depth, int) {}
    void end_iteration(Depth, int) {}
    void enter(const Node& node) {
        ++entered;
        if (node.flags.has(NodeFlag::ChainRemoved)) ++removed;
    }
    void leave(const Node& node, Technique technique, Score score) {
        ++left;
        if (node.flags.has(NodeFlag::ChainHit))
            sightings.push_back(
                {node.last_move, node.ply, node.chain_length, technique, score, node.full_value});
    }
    void skip(const Node&, Move, Technique) {}
    void skip_rest(const Node&, int, Technique) {}

    std::vector<ChainSighting> sightings{};
    std::uint64_t entered = 0;
    std::uint64_t left = 0;
    int removed = 0;
};

/// A worker that searches one move of a position to depth 1 and knows one chain.
class Planted {
public:
    Planted(std::string_view fen, std::string_view line, ChainOptions chains = {}) {
        Position position = position_of(fen);
        std::istringstream words{std::string(line)};
        Chain chain;
        RootMoves moves;
        Position after = position;
        for (std::string word; words >> word;) {
            const Move move = move_of(after, word);
            if (chain.empty()) moves.push_back({.move = move});
            chain.add(ChainMove::of(after, move));
            after.make(move);
        }
        SearchOptions options;
        options.chains = chains;
        if (chains.mode == MoveChains::Off) options.chains.mode = MoveChains::Paper;
        shared_.node_budget = SharedSearch::kUnlimited;
        shared_.max_depth = 1;
        worker_.prepare(position, options, moves);
        worker_.chains()->store(chain);
        worker_.iterate();
    }

    [[nodiscard]] Score score() const { return worker_.root_moves().front().score; }
    [[nodiscard]] const std::vector<Move>& line() const {
        return worker_.root_moves().front().line;
    }
    [[nodiscard]] ChainWitness& witness() { return worker_.observer(); }
    [[nodiscard]] const std::vector<ChainSighting>& seen() { return witness().sightings; }

private:
    TranspositionTable table_{};
    SharedSearch shared_{.table = table_};
    Worker<ChainWitness> worker_{shared_, 1};
};

SearchOptions with(MoveChains mode, ChainOptions chains = {}) {
    SearchOptions options;
    options.chains = chains;
    options.chains.mode = mode;
    return options;
}

} // namespace

TEST_CASE("a chain answers for its first move, negated once per ply", "[search][chains]") {
    // The rook goes where the pawn takes it: the second move of the chain is not a good idea to
    // allow, and the answer must say so to White.
    Planted planted("4k2n/8/2p5/8/8/8/8/R3K3 w - - 0 1", "a1a5 e8d7 a5d5 c6d5");
    REQUIRE(planted.seen().size() == 4);
    for (std::size_t i = 0; i + 1 < 4; ++i) {
        const ChainSighting& deeper = planted.seen()[i];
        const ChainSighting& nearer = planted.seen()[i + 1];
        CHECK(deeper.ply == nearer.ply + 1);
        CHECK(deeper.score == -nearer.score);
        CHECK(nearer.technique == Technique::MoveChain);
        CHECK(deeper.chain_length == 0);
    }
    CHECK(planted.seen().back().chain_length == 4);
    CHECK(planted.score() == -planted.seen().back().score);
    CHECK(planted.score() < Score::cp(-50)); // without the chain White is ahead
    CHECK(planted.line().size() == 4);
}

TEST_CASE("games end at the end of a chain", "[search][chains]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* line;
        Technique technique;
        Score score;
    };
    const auto each = GENERATE(values<Case>({
        {"mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", Technique::NoLegalMove,
         Score::mate_in(1)},
        {"mate after three moves", "6k1/r4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "g1f1 a7a6 d1d8",
         Technique::NoLegalMove, Score::mate_in(3)},
        {"mated", "3r2k1/5ppp/8/8/8/8/P4PPP/6K1 w - - 0 1", "a2a3 d8d1", Technique::NoLegalMove,
         Score::mated_in(2)},
        {"stalemate", "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1", "f2f7", Technique::NoLegalMove,
         Score::draw()},
        {"bare kings", "8/8/8/4k3/4P3/8/8/4K3 b - - 0 1", "e5e4", Technique::DrawByRule,
         Score::draw()},
    }));
    INFO(each.name);
    Planted planted(each.fen, each.line);
    REQUIRE_FALSE(planted.seen().empty());
    CHECK(planted.seen().front().technique == each.technique);
    CHECK(planted.score() == each.score);
}

TEST_CASE("nobody stands pat in check at the end of a chain", "[search][chains]") {
    // The check loses the queen; the evaluation alone would call White far ahead.
    Planted lost("6k1/7p/8/8/7Q/8/8/6K1 w - - 0 1", "h4h7");
    CHECK(lost.score() <= Score::cp(50));
    CHECK(lost.seen().front().technique == Technique::MoveLoop);
    // Here it wins a pawn, and the queen stays.
    Planted won("5k2/7p/8/8/7Q/8/8/6K1 w - - 0 1", "h4h7");
    CHECK(won.score() > Score::cp(500));
}

TEST_CASE("a draw on the way ends a chain", "[search][chains]") {
    Planted planted("7k/8/8/8/8/8/r7/1K6 w - - 0 1", "b1a2 h8g8 a2b3");
    REQUIRE(planted.seen().size() == 1); // bare kings after the first move
    CHECK(planted.score() == Score::draw());
}

TEST_CASE("an illegal chain is removed and its move searched", "[search][chains]") {
    const Position position = position_of("4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    // In the position of the search there is no pawn that could take.
    TranspositionTable table;
    SharedSearch shared{.table = table, .node_budget = SharedSearch::kUnlimited, .max_depth = 1};
    Worker<ChainWitness> worker{shared, 1};
    const Position other = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    Chain chain;
    chain.add(ChainMove::of(position, move_of(position, "e2e4")));
    const Position next = after(position, "e2e4");
    chain.add(ChainMove::of(next, move_of(next, "d5e4")));
    worker.prepare(other, with(MoveChains::Paper), {{.move = chain[0].move}});
    worker.chains()->store(chain);
    worker.iterate();
    CHECK(worker.observer().removed == 1);
    CHECK(worker.observer().sightings.empty());
    // The line that was found instead is all that is known now.
    CHECK(worker.chains()->find(chain[0]).length() == 1);
    CHECK(worker.chains()->find(chain[1]).empty());
}

TEST_CASE("the shadow is not counted and changes nothing", "[search][chains]") {
    ChainOptions chains{.mode = MoveChains::Paper};
    const auto searched = [&chains] {
        TranspositionTable table;
        REQUIRE(table.resize(4).ok());
        LazySmp<ChainWitness> search(table);
        SearchSignals signals;
        signals.reset(Clock::now(), false);
        SearchListener deaf;
        Limits limits;
        limits.depth = 5;
        const Position position = position_of(kQueensPawn);
        const SearchOptions options = with(MoveChains::Paper, chains);
        const SearchResult result = search.search({position, limits, options}, signals, deaf);
        return std::pair{result, search.observer(0)};
    };
    const auto [plain, without] = searched();
    chains.shadow = true;
    const auto [shadowed, beside] = searched();
    CHECK(without.entered == beside.entered);
    CHECK(without.entered == without.left);
    CHECK(plain.best == shadowed.best);
    CHECK(plain.line.score == shadowed.line.score);
    REQUIRE(without.sightings.size() == beside.sightings.size());
    REQUIRE_FALSE(beside.sightings.empty());
    for (std::size_t i = 0; i < beside.sightings.size(); ++i) {
        CHECK(beside.sightings[i].score == without.sightings[i].score);
        CHECK_FALSE(without.sightings[i].full_value.is_known());
        CHECK(beside.sightings[i].full_value.is_known() == (beside.sightings[i].chain_length > 0));
    }
}

TEST_CASE("chains are used where their mode says", "[search][chains]") {
    const Position position = position_of(kQueensPawn);
    Searcher searcher;
    const Searched off = searcher.to_depth(position, 7);
    struct Case {
        MoveChains mode;
        bool same_tree;
    };
    for (const auto& [mode, same] : {Case{MoveChains::Off, true}, Case{MoveChains::Paper, false},
                                     Case{MoveChains::Play, false}, Case{MoveChains::Order, false},
                                     Case{MoveChains::Verify, false}}) {
        INFO(static_cast<int>(mode));
        searcher.forget();
        const Searched searched = searcher.to_depth(position, 7, with(mode));
        CHECK((searched.nodes == off.nodes) == same);
        CHECK(position.is_legal(searched.result.best));
        searcher.forget();
        CHECK(searcher.to_depth(position, 7, with(mode)).nodes == searched.nodes);
    }
    // What is asked must be as long as the depth: at most depths that chains reach.
    searcher.forget();
    const auto covering = with(MoveChains::Paper, {.must_cover = true});
    const auto deep_only = with(MoveChains::Paper, {.min_depth = 64});
    CHECK(searcher.to_depth(position, 7, covering).nodes != off.nodes);
    searcher.forget();
    CHECK(searcher.to_depth(position, 7, deep_only).nodes == off.nodes);
}

TEST_CASE("chains live as long as they are told", "[search][chains]") {
    const auto life = GENERATE(ChainLife::Iteration, ChainLife::Search, ChainLife::Game);
    const Position position = position_of(kQueensPawn);
    const auto options = with(MoveChains::Paper, {.life = life});
    TranspositionTable table; // without memory, so that chains alone remember
    SharedSearch shared{.table = table, .node_budget = SharedSearch::kUnlimited, .max_depth = 3};
    Worker<ChainWitness> worker{shared, 1};
    RootMoves moves;
    for (const Move move : legal_moves(position)) moves.push_back({.move = move});
    worker.prepare(position, options, moves);
    CHECK(worker.chains()->size() == 0);
    worker.iterate();
    CHECK(worker.chains()->size() > 0);
    worker.prepare(position, options, moves);
    CHECK((worker.chains()->size() > 0) == (life == ChainLife::Game));
    worker.new_game();
    CHECK(worker.chains() == nullptr);
}

TEST_CASE("every thread has chains of its own", "[search][chains][threads]") {
    const auto mode = GENERATE(MoveChains::Paper, MoveChains::Order, MoveChains::Verify);
    Searcher searcher;
    searcher.set_threads(4);
    const Position position = position_of(kQueensPawn);
    for (int move = 0; move < 3; ++move) {
        const Searched searched = searcher.to_nodes(position, 40'000, with(mode));
        CHECK(position.is_legal(searched.result.best));
    }
    TranspositionTable table;
    SharedSearch shared{.table = table};
    Worker<ChainWitness> one{shared, 1};
    Worker<ChainWitness> two{shared, 2};
    one.prepare(position, with(mode), {});
    two.prepare(position, with(mode), {});
    Chain chain;
    chain.add(ChainMove::of(position, move_of(position, "e1h1")));
    one.chains()->store(chain);
    CHECK(one.chains()->size() == 1);
    CHECK(two.chains()->size() == 0);
}
