#include "tools/chessmaps/influence_data.hpp"

#include "engine/notation/pgn_reader.hpp"
#include "engine/rules/movegen.hpp"
#include "tools/chessmaps/cutoff_search.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <memory>

namespace rata {

namespace {

std::vector<InfluenceExample>& part_of(InfluenceData& data) {
    constexpr std::uint64_t kTestedOf = 20;
    return data.games % kTestedOf == 0 ? data.held_out : data.learnt;
}

void add_move_played(InfluenceData& data, const Position& position, Move move) {
    if (!move.is_some() || position.is_noisy(move)) return;
    InfluenceExample example{control_of(position), influence_of(position, move), {}};
    MoveList quiet;
    generate<MoveSet::Quiet>(position, quiet);
    for (const Move other : quiet)
        if (other != move) example.others.push_back(influence_of(position, other));
    if (example.others.empty()) return; // nothing to choose
    part_of(data).push_back(std::move(example));
}

/// Takes from positions of games what the lesson asks for.
class Pupil {
public:
    Pupil(InfluenceData& data, const InfluenceLesson& lesson) : data_(data), lesson_(lesson) {
        if (lesson.cutoff_depth) search_ = std::make_unique<CutoffSearch>(*lesson.cutoff_depth);
    }
    void begin_game() { ++data_.games; }
    void look_at(const Position& position, Move move) {
        if (search_ == nullptr)
            add_move_played(data_, position, move);
        else if (positions_++ % lesson_.every == 0)
            search_->run(position, part_of(data_));
    }

private:
    InfluenceData& data_;
    const InfluenceLesson& lesson_;
    std::unique_ptr<CutoffSearch> search_{}; ///< nullptr: the moves of the games are learnt
    std::uint64_t positions_ = 0;
};

class MasterGames final : public PgnVisitor {
public:
    explicit MasterGames(Pupil& pupil) : pupil_(pupil) {}

    void begin_game() override { pupil_.begin_game(); }
    PgnInterest begin_variation(const Position&) override { return PgnInterest::Skip; }
    void move(const Position& before, const PgnMove& move) override {
        if (!before.is_chess960()) pupil_.look_at(before, move.move);
    }

private:
    Pupil& pupil_;
};

Result<void> read_masters(const std::string& path, Pupil& pupil) {
    auto source = FileSource::open(path);
    if (!source) return source.error();
    MasterGames games(pupil);
    return read_pgn(*source, games);
}

Result<void> read_selfplay(const std::string& path, Pupil& pupil) {
    auto file = SelfplayFile::open(path);
    if (!file) return file.error();
    while (const auto block = file->reader().next()) {
        const auto done = read_games(*block, [&pupil](const SelfplayGame& game) {
            pupil.begin_game();
            Position position = game.start;
            for (const SelfplayPly& ply : game.plies) {
                pupil.look_at(position, ply.move);
                position.make(ply.move);
            }
        });
        if (!done) return done.error();
    }
    return {};
}

} // namespace

Result<InfluenceData> read_influence_data(const std::vector<std::string>& files,
                                          const InfluenceLesson& lesson) {
    InfluenceData data;
    Pupil pupil(data, lesson);
    for (const std::string& path : files) {
        const auto done =
            path.ends_with(".pgn") ? read_masters(path, pupil) : read_selfplay(path, pupil);
        if (!done) return done.error();
    }
    if (data.learnt.empty() || data.held_out.empty())
        return Error{ErrorCode::Range, "there are too few games to learn from", {}};
    return data;
}

} // namespace rata
