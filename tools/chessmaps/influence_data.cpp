#include "tools/chessmaps/influence_data.hpp"

#include "engine/notation/pgn_reader.hpp"
#include "engine/rules/movegen.hpp"
#include "tools/datagen/selfplay_file.hpp"

namespace rata {

namespace {

constexpr std::uint64_t kTestedOf = 20;

void add_example(InfluenceData& data, const Position& position, Move move) {
    if (!move.is_some() || position.is_noisy(move)) return;
    InfluenceExample example{control_of(position), influence_of(position, move), {}};
    MoveList quiet;
    generate<MoveSet::Quiet>(position, quiet);
    for (const Move other : quiet)
        if (other != move) example.others.push_back(influence_of(position, other));
    if (example.others.empty()) return; // nothing to choose
    auto& part = data.games % kTestedOf == 0 ? data.held_out : data.learnt;
    part.push_back(std::move(example));
}

class MasterGames final : public PgnVisitor {
public:
    explicit MasterGames(InfluenceData& data) : data_(data) {}

    void begin_game() override { ++data_.games; }
    PgnInterest begin_variation(const Position&) override { return PgnInterest::Skip; }
    void move(const Position& before, const PgnMove& move) override {
        if (!before.is_chess960()) add_example(data_, before, move.move);
    }

private:
    InfluenceData& data_;
};

Result<void> read_masters(const std::string& path, InfluenceData& data) {
    auto source = FileSource::open(path);
    if (!source) return source.error();
    MasterGames games(data);
    return read_pgn(*source, games);
}

Result<void> read_selfplay(const std::string& path, InfluenceData& data) {
    auto file = SelfplayFile::open(path);
    if (!file) return file.error();
    while (const auto block = file->reader().next()) {
        const auto done = read_games(*block, [&data](const SelfplayGame& game) {
            ++data.games;
            Position position = game.start;
            for (const SelfplayPly& ply : game.plies) {
                add_example(data, position, ply.move);
                position.make(ply.move);
            }
        });
        if (!done) return done.error();
    }
    return {};
}

} // namespace

Result<InfluenceData> read_influence_data(const std::vector<std::string>& files) {
    InfluenceData data;
    for (const std::string& path : files) {
        const auto done =
            path.ends_with(".pgn") ? read_masters(path, data) : read_selfplay(path, data);
        if (!done) return done.error();
    }
    if (data.learnt.empty() || data.held_out.empty())
        return Error{ErrorCode::Range, "there are too few games to learn from", {}};
    return data;
}

} // namespace rata
