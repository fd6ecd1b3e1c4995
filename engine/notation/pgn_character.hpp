// What each byte can begin in the text of a game, as a table.
#pragma once

#include "engine/notation/pgn.hpp"

#include <array>

namespace rata {

enum class PgnKind : std::uint8_t {
    Word, ///< anything without a meaning of its own
    End,  ///< NUL: the end of the buffer, or a stray byte
    Blank,
    Newline,
    Move, ///< piece letters, files, and the O of castling
    Digit,
    Dot,
    OpenBrace,
    Semicolon,
    Percent,
    Dollar,
    Mark, ///< ! and ?
    Open,
    Close,
    Star,
    Bracket,
};

inline constexpr std::array<PgnKind, 256> kPgnKinds = [] {
    std::array<PgnKind, 256> kinds{}; // Word
    const auto enter = [&kinds](std::string_view bytes, PgnKind kind) {
        for (const char c : bytes) kinds[static_cast<unsigned char>(c)] = kind;
    };
    kinds[0] = PgnKind::End;
    enter(" \t\r\v\f", PgnKind::Blank);
    enter("\n", PgnKind::Newline);
    enter("KQRBNPabcdefghOo", PgnKind::Move);
    enter("0123456789", PgnKind::Digit);
    enter(".", PgnKind::Dot);
    enter("{", PgnKind::OpenBrace);
    enter(";", PgnKind::Semicolon);
    enter("%", PgnKind::Percent);
    enter("$", PgnKind::Dollar);
    enter("!?", PgnKind::Mark);
    enter("(", PgnKind::Open);
    enter(")", PgnKind::Close);
    enter("*", PgnKind::Star);
    enter("[", PgnKind::Bracket);
    return kinds;
}();

[[nodiscard]] inline PgnKind pgn_kind(char c) { return kPgnKinds[static_cast<unsigned char>(c)]; }

/// Whether the byte belongs to the word before it, and makes another word of it.
[[nodiscard]] inline bool continues_pgn_word(char c) {
    const PgnKind kind = pgn_kind(c);
    return kind == PgnKind::Word || kind == PgnKind::Move || kind == PgnKind::Digit ||
           kind == PgnKind::Percent;
}

/// No word of PGN is longer; of a longer one only the front is looked at.
inline constexpr std::size_t kMaxPgnWord = 255;

[[nodiscard]] inline const char* pgn_word_end(const char* word) {
    const char* at = word;
    while (continues_pgn_word(*at) && at - word < static_cast<std::ptrdiff_t>(kMaxPgnWord)) ++at;
    return at;
}

} // namespace rata
