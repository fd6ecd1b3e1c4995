// The ways in which a text of PGN can be read; all of them must tell the same.
#pragma once

#include "engine/notation/pgn_parallel.hpp"
#include "engine/notation/pgn_parser.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "tests/notation/support/transcript.hpp"

#include <algorithm>
#include <functional>

namespace rata::test {

/// All at once.
inline std::string transcript_of(const std::string& text, Transcript::Wishes wishes = {}) {
    Transcript transcript(wishes);
    PgnParser parser(transcript, Where{"text", 1, 1, 0});
    (void)parser.parse(text, PgnInput::Last);
    return transcript.text();
}

/// In pieces, each of the length that `next_length` says; what is left of one comes before the
/// next.
inline std::string transcript_in_pieces(const std::string& text,
                                        const std::function<std::size_t()>& next_length,
                                        Transcript::Wishes wishes = {}) {
    Transcript transcript(wishes);
    PgnParser parser(transcript, Where{"text", 1, 1, 0});
    std::string buffer;
    std::size_t given = 0;
    for (;;) {
        const std::size_t length = std::min(next_length(), text.size() - given);
        buffer.append(text, given, length);
        given += length;
        const bool is_last = given == text.size();
        const std::size_t used = parser.parse(buffer, is_last ? PgnInput::Last : PgnInput::More);
        if (is_last) return transcript.text();
        buffer.erase(0, used);
    }
}

/// With threads, the text cut into blocks of about that size.
inline std::string transcript_in_parallel(const std::string& text, std::size_t block_bytes,
                                          unsigned threads = 2, Transcript::Wishes wishes = {}) {
    std::string whole;
    PgnParallelReader reader(
        PgnParallelOptions{threads, block_bytes},
        [wishes] { return std::make_unique<Transcript>(wishes); },
        [&whole](std::unique_ptr<PgnVisitor> visitor) {
            whole += static_cast<Transcript&>(*visitor).text();
        });
    TextSource source(text, "text");
    if (auto done = reader.read(source); !done) return done.error().to_string();
    return whole;
}

} // namespace rata::test
