#include "tablebase/own/own_tables.hpp"

#include "tablebase/best_move.hpp"
#include "tablebase/own/three_men.hpp"

#include <algorithm>

namespace rata {

namespace {

/// 64 MiB of blocks.
constexpr std::size_t kCachedBlocks = 16384;

MenSquares squares_of(const Position& position, const EndingClass& ending, bool exchanged) {
    MenSquares squares{};
    Bitboard left = position.pieces();
    for (std::size_t i = 0; i < ending.size(); ++i) {
        const Color side = exchanged ? ~ending[i].side : ending[i].side;
        const Square square = (position.pieces(side, ending[i].type) & left).first();
        left ^= square;
        squares[i] = exchanged ? flip_ranks(square) : square;
    }
    return squares;
}

Material with_colors_exchanged(const EndingClass& ending) {
    Material material;
    for (const Man& man : ending.men()) material.add(make_piece(~man.side, man.type));
    return material;
}

} // namespace

OwnTables::OwnTables(const std::optional<std::filesystem::path>& folder) {
    if (!folder) return;
    cache_ = std::make_unique<BlockCache>(kCachedBlocks);
    for (std::size_t men = 3; men <= kMostTableMen; ++men)
        for (const EndingClass& ending : EndingClass::all_of(men)) {
            const auto path = *folder / TableFile::name_of(ending);
            std::error_code absent;
            if (!std::filesystem::exists(path, absent)) continue;
            auto file = TableFile::open(path);
            Found& found = found_.emplace_back(Found{ending, {}, {}});
            if (!file) {
                found.damage = file.error();
            } else if (file->ending() != ending) {
                found.damage = Error{.code = ErrorCode::Corrupt,
                                     .message = "it holds " + file->ending().name(),
                                     .where = {.source = path.string()}};
            } else {
                found.file = std::make_shared<const TableFile>(std::move(*file));
                add(Source{.file = found.file, .solved = {}});
            }
        }
}

std::size_t OwnTables::usable() const {
    return static_cast<std::size_t>(
        std::count_if(found_.begin(), found_.end(), [](const Found& each) { return each.file; }));
}

void OwnTables::prepare_three_men() {
    for (const EndingClass& ending : EndingClass::all_of(3))
        if (!has(ending)) add(three_men_table(ending));
}

void OwnTables::remove_added() {
    std::erase_if(sources_, [](const auto& entry) { return entry.second.solved != nullptr; });
    most_men_ = 0;
    for (const auto& [material, source] : sources_)
        most_men_ = std::max(most_men_, static_cast<int>(source.ending().size()));
}

void OwnTables::add(Source source) {
    const EndingClass& ending = source.ending();
    most_men_ = std::max(most_men_, static_cast<int>(ending.size()));
    source.exchanged = true;
    sources_[with_colors_exchanged(ending).bits()] = source;
    source.exchanged = false;
    sources_[ending.material().bits()] = std::move(source);
}

std::optional<TableFacts> OwnTables::probe(const Position& position, TableQuestion question) const {
    if (!position.castling().empty() || position.pieces().count() > most_men_) return std::nullopt;
    if (position.en_passant() != Square::None)
        return facts_from_moves(position, *this); // tables know nothing of this right
    return probe_without_en_passant(position, question);
}

std::optional<TableFacts> OwnTables::probe_without_en_passant(const Position& position,
                                                              TableQuestion question) const {
    if (position.material().none_but_kings()) return facts_of(kDrawCode, kDrawCode);
    const auto found = sources_.find(position.material().bits());
    if (found == sources_.end()) return std::nullopt;
    const Source& source = found->second;
    const Color turn = source.exchanged ? ~position.side_to_move() : position.side_to_move();
    const TablePlace place =
        source.positions().place_of(squares_of(position, source.ending(), source.exchanged), turn);
    const auto to_mate = code_of(source, TableGoal::Mate, place);
    if (!to_mate) return std::nullopt;
    // A mate for which there is time needs no zeroing to be a win.
    const bool in_time = *to_mate == kDrawCode ||
                         plies_of(*to_mate) <= kPliesOfFiftyMoves - position.halfmove_clock();
    if (question != TableQuestion::Everything && in_time)
        return facts_of(*to_mate, kImpossibleCode);
    const auto to_zeroing = code_of(source, TableGoal::Zeroing, place);
    return facts_of(*to_mate, to_zeroing.value_or(kImpossibleCode));
}

std::optional<TableCode> OwnTables::code_of(const Source& source, TableGoal goal,
                                            const TablePlace& place) const {
    if (source.file) {
        if (!source.file->knows(goal)) return std::nullopt;
        return cache_->code_at(*source.file, goal, place);
    }
    return goal == TableGoal::Mate ? source.solved->mate_code(place)
                                   : source.solved->zeroing_code(place);
}

} // namespace rata
