#include "book/stats/book_tree.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kMostBranches = 200'000;

class TreeGrowth {
public:
    TreeGrowth(const BookView& book, const BookTreePlan& plan) : book_(book), plan_(plan) {}

    /// The branches at a position, which is as before at the end.
    std::vector<BookBranch> grow(Position& position, int depth) {
        std::vector<BookBranch> branches;
        if (depth == 0) return branches;
        std::vector<BookMove> moves = move_table(book_, position, plan_.table);
        moves.resize(std::min(moves.size(), plan_.width));
        for (const BookMove& move : moves) {
            if (++count_ > kMostBranches) return branches;
            position.make(move.move);
            branches.push_back(
                {.move = move, .key = position.key(), .replies = grow(position, depth - 1)});
            position.unmake();
        }
        return branches;
    }
    [[nodiscard]] bool is_too_large() const { return count_ > kMostBranches; }

private:
    const BookView& book_;
    const BookTreePlan& plan_;
    std::size_t count_ = 0;
};

} // namespace

Result<std::vector<BookBranch>> book_tree(const BookView& book, const Position& position,
                                          const BookTreePlan& plan) {
    Position board = position;
    TreeGrowth growth(book, plan);
    auto branches = growth.grow(board, plan.depth);
    if (!growth.is_too_large()) return branches;
    return Error{.code = ErrorCode::Range,
                 .message = "the tree has more than " + std::to_string(kMostBranches) +
                            " moves: expected less depth or width",
                 .where = {}};
}

} // namespace rata
