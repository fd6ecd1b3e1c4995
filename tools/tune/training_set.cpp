#include "tools/tune/training_set.hpp"

#include "tools/datagen/position_filter.hpp"
#include "tools/datagen/selfplay_file.hpp"

namespace rata {

void TrainingSet::add(const PositionFeatures& features, float result, float score) {
    const auto& white = features.danger[Color::White];
    const auto& black = features.danger[Color::Black];
    examples_.push_back({.first = features_.size(),
                         .balance = static_cast<std::uint16_t>(features.balance.size()),
                         .white = static_cast<std::uint16_t>(white.size()),
                         .black = static_cast<std::uint16_t>(black.size()),
                         .middlegame = features.middlegame,
                         .kept = features.kept,
                         .result = result,
                         .score = score});
    features_.insert(features_.end(), features.balance.begin(), features.balance.end());
    features_.insert(features_.end(), white.begin(), white.end());
    features_.insert(features_.end(), black.begin(), black.end());
}

namespace {

constexpr std::uint64_t kHeldOutOf = 10;

float result_for_white(SelfplayResult result) {
    switch (result) {
    case SelfplayResult::BlackWins: return 0.0F;
    case SelfplayResult::Draw: return 0.5F;
    case SelfplayResult::WhiteWins: return 1.0F;
    }
    RATA_ASSERT(false);
    return 0.5F;
}

class GameCollector {
public:
    GameCollector(TrainingData& data, const TrainingSource& source)
        : data_(data), source_(source) {}

    void add(const SelfplayGame& game) {
        TrainingSet& set = data_.games % kHeldOutOf == 0 ? data_.held_out : data_.learnt;
        ++data_.games;
        const float result = result_for_white(game.result);
        int number = 0;
        for_each_kept(game, PositionFilter{},
                      [&](const Position& position, const SelfplayPly& ply) {
                          if (number++ % source_.every != 0 || is_full()) return;
                          const auto features = features_of(position);
                          if (!features) return;
                          const int score = (ply.score - Score::draw()).cp();
                          const bool white = position.side_to_move() == Color::White;
                          set.add(*features, result, static_cast<float>(white ? score : -score));
                      });
    }
    [[nodiscard]] std::uint64_t positions() const {
        return data_.learnt.examples().size() + data_.held_out.examples().size();
    }
    [[nodiscard]] bool is_full() const {
        return source_.most_positions != 0 && positions() >= source_.most_positions;
    }

private:
    TrainingData& data_;
    const TrainingSource& source_;
};

} // namespace

Result<TrainingData> read_training_data(const TrainingSource& source,
                                        const std::function<bool(std::uint64_t)>& watch) {
    TrainingData data;
    GameCollector collector(data, source);
    const auto lost = read_game_files(
        source.files, [&](const SelfplayGame& game) { collector.add(game); },
        [&] { return !collector.is_full() && watch(collector.positions()); });
    if (!lost) return lost.error();
    data.lost_bytes = *lost;
    return data;
}

} // namespace rata
