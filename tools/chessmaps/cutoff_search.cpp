#include "tools/chessmaps/cutoff_search.hpp"

#include "engine/rules/movegen.hpp"
#include "engine/search/chessmaps/chessmaps_order.hpp"
#include "engine/search/lazy_smp.hpp"

#include <algorithm>

namespace rata {

namespace {

class CutoffWitness {
public:
    static constexpr bool kSeesSkips = false;

    void watch(const Position& root, std::vector<InfluenceExample>& examples) {
        root_ = &root;
        examples_ = &examples;
    }

    void begin_iteration(Depth, int) {}
    void end_iteration(Depth, int) {}
    void enter(const Node& node) { searched_at(node.ply + 1).clear(); }
    void leave(const Node& node, Technique technique, Score score) {
        searched_at(node.ply).push_back(node.last_move);
        const bool cuts_off = technique == Technique::MoveLoop && score >= node.beta;
        if (cuts_off && !node.flags.has(NodeFlag::Quiescence)) learn(node);
    }
    void skip(const Node&, Move, Technique) {}
    void skip_rest(const Node&, int, Technique) {}

private:
    /// The moves that led to that ply from the node above.
    std::vector<Move>& searched_at(Ply ply) { return searched_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] Position position_at(const Node& node) const {
        std::vector<Move> line;
        for (const Node* at = &node; at->ply > 0; at = at->parent) line.push_back(at->last_move);
        Position position = *root_;
        std::for_each(line.rbegin(), line.rend(), [&](Move move) { position.make(move); });
        return position;
    }
    void learn(const Node& node) {
        const std::vector<Move>& searched = searched_at(node.ply + 1);
        if (searched.size() < 2) return;
        Position position = position_at(node);
        if (position.is_noisy(node.best_move)) return;
        ChessmapsOrder order(position, ChessmapsChoice::Lot);
        const MoveClass its_class = order.class_of(node.best_move);
        InfluenceExample example{control_of(position), influence_of(position, node.best_move), {}};
        MoveList quiet;
        generate<MoveSet::Quiet>(position, quiet);
        bool one_failed = false;
        for (const Move other : quiet) {
            if (other == node.best_move || order.class_of(other) != its_class) continue;
            example.others.push_back(influence_of(position, other));
            one_failed |= std::find(searched.begin(), searched.end(), other) != searched.end();
        }
        if (one_failed) examples_->push_back(std::move(example));
    }

    const Position* root_ = nullptr;
    std::vector<InfluenceExample>* examples_ = nullptr;
    std::array<std::vector<Move>, kMaxPly + 2> searched_{};
};
static_assert(SearchObserver<CutoffWitness>);

SearchOptions options_by_lot() {
    SearchOptions options = SearchOptions::plain();
    options.chessmaps = true;
    options.chessmaps_choice = ChessmapsChoice::Lot;
    return options;
}

} // namespace

struct CutoffSearch::State {
    Limits limits{};
    SearchOptions options = options_by_lot();
    TranspositionTable table{}; ///< without memory
    LazySmp<CutoffWitness> search{table};
};

CutoffSearch::CutoffSearch(Depth depth) : state_(std::make_unique<State>()) {
    state_->limits.depth = depth;
}

CutoffSearch::~CutoffSearch() = default;

void CutoffSearch::run(const Position& position, std::vector<InfluenceExample>& examples) {
    state_->search.new_game();
    state_->search.observer(0).watch(position, examples);
    SearchSignals signals;
    SearchListener deaf;
    signals.reset(Clock::now(), false);
    static_cast<void>(
        state_->search.search({position, state_->limits, state_->options}, signals, deaf));
}

} // namespace rata
