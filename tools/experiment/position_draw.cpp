#include "tools/experiment/position_draw.hpp"

#include "engine/base/rng.hpp"
#include "engine/notation/pgn_reader.hpp"

namespace rata {

namespace {

/// Keeps each of the positions heard of so far with equal chance.
class Lot final : public PgnVisitor {
public:
    explicit Lot(const PositionDraw& draw) : draw_(draw), rng_(draw.seed) {}

    void begin_game() override { ply_ = 0; }
    PgnInterest begin_variation(const Position&) override { return PgnInterest::Skip; }
    void move(const Position& before, const PgnMove& move) override {
        if (ply_++ < draw_.first_ply || !move.move.is_some() || before.is_chess960()) return;
        ++heard_;
        if (chosen_.size() < draw_.count) {
            chosen_.push_back(before.setup());
            return;
        }
        const std::uint64_t place = rng_.below(heard_);
        if (place < draw_.count) chosen_[static_cast<std::size_t>(place)] = before.setup();
    }
    [[nodiscard]] const std::vector<Setup>& chosen() const { return chosen_; }

private:
    const PositionDraw& draw_;
    Rng rng_;
    int ply_ = 0;
    std::uint64_t heard_ = 0;
    std::vector<Setup> chosen_{};
};

} // namespace

Result<std::vector<Position>> draw_positions(const PositionDraw& draw) {
    Lot lot(draw);
    for (const std::string& path : draw.files) {
        auto source = FileSource::open(path);
        if (!source) return source.error();
        if (auto read = read_pgn(*source, lot); !read) return read.error();
    }
    std::vector<Position> positions;
    for (const Setup& setup : lot.chosen()) {
        auto position = Position::from_setup(setup);
        if (!position) return position.error();
        positions.push_back(std::move(*position));
    }
    if (positions.size() < draw.count)
        return Error{ErrorCode::Range,
                     "expected games with " + std::to_string(draw.count) + " positions, found " +
                         std::to_string(positions.size()),
                     {}};
    return positions;
}

} // namespace rata
