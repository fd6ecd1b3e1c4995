#include "book/store/polyglot_book.hpp"

#include "book/store/book_move_bits.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace rata {

namespace {

/// The highest byte first, unlike in our own files.
std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t number = 0;
    for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

void append_big_endian(std::string& bytes, std::uint64_t number, unsigned size) {
    for (unsigned shift = 8 * size; shift > 0; shift -= 8)
        bytes += static_cast<char>(static_cast<unsigned char>(number >> (shift - 8)));
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

Result<PolyglotBook> PolyglotBook::parse(std::string_view bytes) {
    if (bytes.size() % kPolyglotEntryBytes != 0)
        return Error{.code = ErrorCode::Corrupt,
                     .message = "no Polyglot book: expected entries of 16 bytes, found " +
                                std::to_string(bytes.size()) + " bytes",
                     .where = {}};
    PolyglotBook book;
    book.entries_.reserve(bytes.size() / kPolyglotEntryBytes);
    for (; !bytes.empty(); bytes.remove_prefix(kPolyglotEntryBytes))
        book.entries_.push_back(
            {.key = big_endian(bytes.substr(0, 8)),
             .move = static_cast<std::uint16_t>(big_endian(bytes.substr(8, 2))),
             .weight = static_cast<std::uint16_t>(big_endian(bytes.substr(10, 2))),
             .learn = static_cast<std::uint32_t>(big_endian(bytes.substr(12, 4)))});
    std::stable_sort(book.entries_.begin(), book.entries_.end(),
                     [](const PolyglotEntry& a, const PolyglotEntry& b) {
                         return a.key != b.key ? a.key < b.key : a.weight > b.weight;
                     });
    return book;
}

std::span<const PolyglotEntry> PolyglotBook::find(Key key) const {
    const auto begin =
        std::partition_point(entries_.begin(), entries_.end(),
                             [key](const PolyglotEntry& entry) { return entry.key < key; });
    const auto end = std::find_if(begin, entries_.end(),
                                  [key](const PolyglotEntry& entry) { return entry.key != key; });
    return {begin, end};
}

std::vector<Move> PolyglotBook::moves(const Position& position) const {
    std::vector<Move> moves;
    for (const PolyglotEntry& entry : find(position.polyglot_key())) {
        if (entry.weight == 0) continue;
        const Move move = move_from_book_bits(entry.move, position);
        if (move.is_some() && std::find(moves.begin(), moves.end(), move) == moves.end())
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

std::string polyglot_bytes(std::span<const PolyglotEntry> entries) {
    std::string bytes;
    bytes.reserve(entries.size() * kPolyglotEntryBytes);
    for (const PolyglotEntry& entry : entries) {
        append_big_endian(bytes, entry.key, 8);
        append_big_endian(bytes, entry.move, 2);
        append_big_endian(bytes, entry.weight, 2);
        append_big_endian(bytes, entry.learn, 4);
    }
    return bytes;
}

} // namespace rata
