#include "tools/match/play/polyglot_book.hpp"

#include "engine/notation/coordinate.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

namespace rata {

namespace {

constexpr std::size_t kEntrySize = 16;
constexpr unsigned kMostPromotion = 4; // knight, bishop, rook, queen: 1 to 4

/// The highest byte first, unlike in our own files.
std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t number = 0;
    for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

/// Three bits each: file and rank of the target, then of the origin; the promotion above them.
Move book_move(std::uint16_t bits, const Position& position) {
    const unsigned promotion = bits >> 12 & 7U;
    if (promotion > kMostPromotion) return Move::none();
    std::optional<PieceType> piece;
    if (promotion > 0) piece = static_cast<PieceType>(promotion);
    return move_between(position, square_at(bits >> 6 & 63U), square_at(bits & 63U), piece);
}

/// A position on the way through the book, by the move that led to it.
struct BookNode {
    std::size_t parent = 0;
    Move move = Move::none();
    int ply = 0;
};

std::vector<Move> way_to(const std::vector<BookNode>& nodes, std::size_t node) {
    std::vector<Move> way;
    for (; nodes[node].ply > 0; node = nodes[node].parent) way.push_back(nodes[node].move);
    std::reverse(way.begin(), way.end());
    return way;
}

} // namespace

static_assert(static_cast<unsigned>(PieceType::Knight) == 1 &&
              static_cast<unsigned>(PieceType::Queen) == kMostPromotion);

Result<PolyglotBook> PolyglotBook::parse(std::string_view bytes) {
    if (bytes.size() % kEntrySize != 0)
        return Error{.code = ErrorCode::Corrupt,
                     .message = "no Polyglot book: expected entries of 16 bytes, found " +
                                std::to_string(bytes.size()) + " bytes",
                     .where = {}};
    PolyglotBook book;
    book.entries_.reserve(bytes.size() / kEntrySize);
    for (; !bytes.empty(); bytes.remove_prefix(kEntrySize))
        book.entries_.push_back(
            {.key = big_endian(bytes.substr(0, 8)),
             .move = static_cast<std::uint16_t>(big_endian(bytes.substr(8, 2))),
             .weight = static_cast<std::uint16_t>(big_endian(bytes.substr(10, 2)))});
    std::stable_sort(book.entries_.begin(), book.entries_.end(),
                     [](const Entry& a, const Entry& b) {
                         return a.key != b.key ? a.key < b.key : a.weight > b.weight;
                     });
    return book;
}

std::vector<Move> PolyglotBook::moves(const Position& position) const {
    const Key key = position.polyglot_key();
    auto entry = std::lower_bound(entries_.begin(), entries_.end(), key,
                                  [](const Entry& each, Key wanted) { return each.key < wanted; });
    std::vector<Move> moves;
    for (; entry != entries_.end() && entry->key == key; ++entry) {
        if (entry->weight == 0) continue;
        // Two positions may share a key, and a file may hold anything.
        const Move move = book_move(entry->move, position);
        if (position.is_legal(move) && std::find(moves.begin(), moves.end(), move) == moves.end())
            moves.push_back(move);
    }
    return moves;
}

std::vector<std::vector<Move>> PolyglotBook::lines(int plies) const {
    const int most = plies == 0 ? std::numeric_limits<int>::max() : plies;
    std::vector<BookNode> nodes(1);
    // Each position is gone through once, so that not even a book with a circle in it is endless.
    std::unordered_set<Key> reached{Position::start().polyglot_key()};
    std::vector<std::vector<Move>> lines;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::vector<Move> way = way_to(nodes, i);
        Position position = Position::start();
        for (const Move move : way) position.make(move);
        const std::vector<Move> next = nodes[i].ply < most ? moves(position) : std::vector<Move>{};
        if (next.empty() && !way.empty()) lines.push_back(way);
        for (const Move move : next) {
            position.make(move);
            if (reached.insert(position.polyglot_key()).second)
                nodes.push_back({.parent = i, .move = move, .ply = nodes[i].ply + 1});
            position.unmake();
        }
    }
    return lines;
}

} // namespace rata
