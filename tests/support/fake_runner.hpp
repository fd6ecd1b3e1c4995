// A search that does what a test tells it to, and keeps what it was told. The test owns the
// FakeSearch; the runner that a session makes from it only points to it.
#pragma once

#include "engine/rules/movegen.hpp"
#include "engine/search/search_runner.hpp"

#include <atomic>
#include <functional>

namespace rata::test {

struct FakeSearch {
    using Play = std::function<SearchResult(const SearchRequest&, SearchSignals&, SearchListener&)>;

    /// What a search does; answers at once with the first legal move unless the test says
    /// otherwise.
    Play play = [](const SearchRequest& request, SearchSignals&, SearchListener& listener) {
        SearchResult result = first_move(request.position);
        listener.on_line(result.line);
        return result;
    };
    /// What forgetting does besides being counted.
    std::function<void()> on_new_game = [] {};
    std::atomic<int> searches{0};
    std::atomic<int> new_games{0};
    std::atomic<int> threads{0};

    [[nodiscard]] static SearchResult first_move(const Position& position) {
        SearchResult result;
        result.line.depth = 1;
        result.line.nodes = 20;
        if (const MoveList moves = legal_moves(position); !moves.empty()) {
            result.best = moves[0];
            result.line.moves = {result.best};
        }
        return result;
    }

    /// Searches until it is told to stop, like a real one without limits.
    [[nodiscard]] static Play until_stopped() {
        return [](const SearchRequest& request, SearchSignals& signals, SearchListener&) {
            signals.wait_for_stop();
            return first_move(request.position);
        };
    }

    /// For sessions; the FakeSearch must outlive what it makes.
    [[nodiscard]] std::unique_ptr<SearchRunner> operator()(TranspositionTable&) {
        return std::make_unique<Runner>(*this);
    }

private:
    class Runner final : public SearchRunner {
    public:
        explicit Runner(FakeSearch& fake) : fake_(fake) {}
        SearchResult search(const SearchRequest& request, SearchSignals& signals,
                            SearchListener& listener) override {
            ++fake_.searches;
            return fake_.play(request, signals, listener);
        }
        void new_game() override {
            ++fake_.new_games;
            fake_.on_new_game();
        }
        void set_threads(int count) override { fake_.threads = count; }
        [[nodiscard]] std::uint64_t nodes() const override { return 20; }

    private:
        FakeSearch& fake_;
    };
};

} // namespace rata::test
