#include "engine/notation/pgn_position.hpp"

#include "engine/notation/pgn_reader.hpp"

namespace rata {

namespace {

class PositionFinder final : public PgnVisitor {
public:
    explicit PositionFinder(const PgnPlace& place) : place_(place) {}

    void begin_game() override { ++games_; }
    PgnInterest begin_moves(const Position& start) override {
        if (games_ != place_.game) return PgnInterest::Skip;
        if (place_.ply == 0) found_ = start;
        return PgnInterest::Read;
    }
    PgnInterest begin_variation(const Position& /*start*/) override { return PgnInterest::Skip; }
    void move(const Position& before, const PgnMove& move) override {
        if (games_ != place_.game || move.depth > 0) return;
        if (place_.ply == plies_ && !found_) found_ = before;
        ++plies_;
    }
    void problem(const PgnProblem& problem) override {
        if (games_ == place_.game && problem.kind == PgnProblem::Kind::Broken && !is_done())
            failure_ = problem.error;
    }
    void end_moves(const Position& end) override {
        if (games_ != place_.game || is_done()) return;
        if (!place_.ply || *place_.ply == plies_)
            found_ = end;
        else
            failure_ = Error{.code = ErrorCode::NotFound,
                             .message = "game " + std::to_string(games_) + " has " +
                                        std::to_string(plies_) + " plies, there is no ply " +
                                        std::to_string(*place_.ply),
                             .where = {}};
    }

    [[nodiscard]] bool is_done() const { return found_ || failure_; }
    [[nodiscard]] Result<Position> result() const {
        if (found_) return *found_;
        if (failure_) return *failure_;
        return Error{.code = ErrorCode::NotFound,
                     .message = "there is no game " + std::to_string(place_.game) + ", only " +
                                std::to_string(games_),
                     .where = {}};
    }

private:
    PgnPlace place_;
    std::uint64_t games_ = 0;
    int plies_ = 0; ///< of the game that is looked for
    std::optional<Position> found_{};
    std::optional<Error> failure_{};
};

/// Seems to end when the position has been found.
class SourceUntilFound final : public ByteSource {
public:
    SourceUntilFound(ByteSource& source, const PositionFinder& finder)
        : source_(source), finder_(finder) {}

    [[nodiscard]] const std::string& name() const override { return source_.name(); }
    [[nodiscard]] Result<std::size_t> read(std::span<char> buffer) override {
        return finder_.is_done() ? Result<std::size_t>(std::size_t{0}) : source_.read(buffer);
    }

private:
    ByteSource& source_;
    const PositionFinder& finder_;
};

} // namespace

Result<Position> read_pgn_position(ByteSource& source, const PgnPlace& place) {
    PositionFinder finder(place);
    SourceUntilFound shortened(source, finder);
    if (const auto read = read_pgn(shortened, finder); !read) return read.error();
    auto position = finder.result();
    if (position || !position.error().where.source.empty()) return position;
    Error error = position.error();
    error.where.source = source.name();
    return error;
}

} // namespace rata
