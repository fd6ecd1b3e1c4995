#include "tools/train/net_data.hpp"

#include "engine/base/block_checksum.hpp"
#include "engine/base/rng.hpp"
#include "engine/rules/movegen.hpp"
#include "eval/evaluator.hpp"
#include "tools/datagen/position_filter.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <cstdlib>

namespace rata {

namespace {

class NetDataCollector {
public:
    NetDataCollector(NetData& data, const NetDataSource& source) : data_(data), source_(source) {}

    void add(const SelfplayGame& game) {
        list_ = data_.games++ % source_.held_out_of == 0 ? &data_.held_out : &data_.learnt;
        for_white_ = static_cast<int>(game.result); // Black wins, draw, White wins
        for_each_kept(game, PositionFilter{},
                      [&](const Position& position, const SelfplayPly& ply) {
                          if (source_.teacher == NetTeacher::Evaluation)
                              add_judged(position);
                          else if (!surprises(position, ply.score))
                              add(position, ply.score);
                      });
    }
    [[nodiscard]] std::uint64_t positions() const {
        return data_.learnt.size() + data_.held_out.size();
    }
    [[nodiscard]] bool is_full() const {
        return source_.most_positions != 0 && positions() >= source_.most_positions;
    }

private:
    void add(const Position& position, Score score) {
        if (is_full()) return;
        const bool white = position.side_to_move() == Color::White;
        list_->push_back(pack_position(position, (score - Score::draw()).cp(),
                                       white ? for_white_ : 2 - for_white_));
    }
    [[nodiscard]] bool surprises(const Position& position, Score score) {
        return source_.most_surprise != 0 &&
               std::abs((score - by_hand(position)).cp()) > source_.most_surprise;
    }
    [[nodiscard]] Score by_hand(const Position& position) {
        evaluator_.reset(position);
        return evaluator_.evaluate(position);
    }
    void add_judged(const Position& position) {
        add(position, by_hand(position));
        const MoveList moves = legal_moves(position);
        Position next = position;
        for (int i = 0; i < source_.neighbours; ++i) {
            next.make(moves[static_cast<std::size_t>(luck_.below(moves.size()))]);
            if (!next.in_check()) add(next, by_hand(next)); // nor does a search ask for it then
            next.unmake();
        }
    }

    NetData& data_;
    const NetDataSource& source_;
    Evaluator evaluator_{};
    Rng luck_{1};
    std::vector<NetPosition>* list_ = nullptr; ///< of the game in hand, like the next one
    int for_white_ = 1;
};

std::uint32_t checksum_of(const std::vector<NetPosition>& positions) {
    return block_checksum(
        {reinterpret_cast<const char*>(positions.data()), positions.size() * sizeof(NetPosition)});
}

} // namespace

std::uint32_t NetData::checksum() const {
    return checksum_of(learnt) ^ (checksum_of(held_out) << 1U);
}

Result<NetData> read_net_data(const NetDataSource& source,
                              const std::function<bool(std::uint64_t)>& watch) {
    NetData data;
    NetDataCollector collector(data, source);
    const auto lost = read_game_files(
        source.files, [&](const SelfplayGame& game) { collector.add(game); },
        [&] { return !collector.is_full() && watch(collector.positions()); });
    if (!lost) return lost.error();
    data.lost_bytes = *lost;
    return data;
}

} // namespace rata
