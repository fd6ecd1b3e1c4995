#include "book/stats/opening_names.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/san.hpp"

#include <unordered_map>

namespace rata {

namespace {

constexpr OpeningName kOpeningNames[] = {
    {"A00", "Polish Opening", "b4"},
    {"A00", "Grob's Attack", "g4"},
    {"A00", "King's Fianchetto Opening", "g3"},
    {"A01", "Nimzo-Larsen Attack", "b3"},
    {"A02", "Bird's Opening", "f4"},
    {"A04", "Reti Opening", "Nf3"},
    {"A10", "English Opening", "c4"},
    {"A15", "English Opening, Anglo-Indian", "c4 Nf6"},
    {"A20", "English Opening, King's English", "c4 e5"},
    {"A30", "English Opening, Symmetrical", "c4 c5"},
    {"A40", "Queen's Pawn Game", "d4"},
    {"A43", "Old Benoni", "d4 c5"},
    {"A45", "Indian Game", "d4 Nf6"},
    {"A45", "Trompowsky Attack", "d4 Nf6 Bg5"},
    {"A46", "Indian Game, Knights Variation", "d4 Nf6 Nf3"},
    {"A50", "Indian Game, Normal", "d4 Nf6 c4"},
    {"A51", "Budapest Gambit", "d4 Nf6 c4 e5"},
    {"A52", "Budapest Gambit, Main Line", "d4 Nf6 c4 e5 dxe5 Ng4"},
    {"A53", "Old Indian Defence", "d4 Nf6 c4 d6"},
    {"A56", "Benoni Defence", "d4 Nf6 c4 c5"},
    {"A57", "Benko Gambit", "d4 Nf6 c4 c5 d5 b5"},
    {"A60", "Modern Benoni", "d4 Nf6 c4 c5 d5 e6"},
    {"A80", "Dutch Defence", "d4 f5"},
    {"A82", "Dutch Defence, Staunton Gambit", "d4 f5 e4"},
    {"A84", "Dutch Defence, Queen's Gambit Line", "d4 f5 c4"},
    {"B00", "King's Pawn Game", "e4"},
    {"B00", "Nimzowitsch Defence", "e4 Nc6"},
    {"B00", "Owen's Defence", "e4 b6"},
    {"B01", "Scandinavian Defence", "e4 d5"},
    {"B02", "Alekhine's Defence", "e4 Nf6"},
    {"B06", "Modern Defence", "e4 g6"},
    {"B07", "Pirc Defence", "e4 d6 d4 Nf6"},
    {"B10", "Caro-Kann Defence", "e4 c6"},
    {"B12", "Caro-Kann Defence, Advance", "e4 c6 d4 d5 e5"},
    {"B13", "Caro-Kann Defence, Exchange", "e4 c6 d4 d5 exd5"},
    {"B15", "Caro-Kann Defence, Main Line", "e4 c6 d4 d5 Nc3"},
    {"B18", "Caro-Kann Defence, Classical", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"},
    {"B20", "Sicilian Defence", "e4 c5"},
    {"B21", "Sicilian Defence, Smith-Morra Gambit", "e4 c5 d4 cxd4 c3"},
    {"B22", "Sicilian Defence, Alapin", "e4 c5 c3"},
    {"B23", "Sicilian Defence, Closed", "e4 c5 Nc3"},
    {"B27", "Sicilian Defence, Open Lines", "e4 c5 Nf3"},
    {"B30", "Sicilian Defence, Old Sicilian", "e4 c5 Nf3 Nc6"},
    {"B30", "Sicilian Defence, Rossolimo", "e4 c5 Nf3 Nc6 Bb5"},
    {"B33", "Sicilian Defence, Sveshnikov", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"},
    {"B34", "Sicilian Defence, Accelerated Dragon", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6"},
    {"B40", "Sicilian Defence, French Variation", "e4 c5 Nf3 e6"},
    {"B41", "Sicilian Defence, Kan", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"},
    {"B44", "Sicilian Defence, Taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"},
    {"B50", "Sicilian Defence, Modern Lines", "e4 c5 Nf3 d6"},
    {"B51", "Sicilian Defence, Moscow", "e4 c5 Nf3 d6 Bb5+"},
    {"B54", "Sicilian Defence, Open", "e4 c5 Nf3 d6 d4 cxd4 Nxd4"},
    {"B56", "Sicilian Defence, Classical", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6"},
    {"B60", "Sicilian Defence, Richter-Rauzer", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5"},
    {"B70", "Sicilian Defence, Dragon", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"},
    {"B80", "Sicilian Defence, Scheveningen", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6"},
    {"B90", "Sicilian Defence, Najdorf", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
    {"C00", "French Defence", "e4 e6"},
    {"C01", "French Defence, Exchange", "e4 e6 d4 d5 exd5"},
    {"C02", "French Defence, Advance", "e4 e6 d4 d5 e5"},
    {"C03", "French Defence, Tarrasch", "e4 e6 d4 d5 Nd2"},
    {"C10", "French Defence, Paulsen", "e4 e6 d4 d5 Nc3"},
    {"C11", "French Defence, Classical", "e4 e6 d4 d5 Nc3 Nf6"},
    {"C15", "French Defence, Winawer", "e4 e6 d4 d5 Nc3 Bb4"},
    {"C20", "Open Game", "e4 e5"},
    {"C21", "Centre Game", "e4 e5 d4 exd4"},
    {"C23", "Bishop's Opening", "e4 e5 Bc4"},
    {"C25", "Vienna Game", "e4 e5 Nc3"},
    {"C30", "King's Gambit", "e4 e5 f4"},
    {"C33", "King's Gambit Accepted", "e4 e5 f4 exf4"},
    {"C40", "King's Knight Opening", "e4 e5 Nf3"},
    {"C41", "Philidor Defence", "e4 e5 Nf3 d6"},
    {"C42", "Petrov Defence", "e4 e5 Nf3 Nf6"},
    {"C44", "King's Knight Opening, Normal", "e4 e5 Nf3 Nc6"},
    {"C45", "Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4"},
    {"C46", "Three Knights Game", "e4 e5 Nf3 Nc6 Nc3"},
    {"C47", "Four Knights Game", "e4 e5 Nf3 Nc6 Nc3 Nf6"},
    {"C50", "Italian Game", "e4 e5 Nf3 Nc6 Bc4"},
    {"C51", "Evans Gambit", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4"},
    {"C53", "Italian Game, Classical", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3"},
    {"C55", "Two Knights Defence", "e4 e5 Nf3 Nc6 Bc4 Nf6"},
    {"C60", "Spanish Opening", "e4 e5 Nf3 Nc6 Bb5"},
    {"C63", "Spanish Opening, Schliemann", "e4 e5 Nf3 Nc6 Bb5 f5"},
    {"C65", "Spanish Opening, Berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
    {"C68", "Spanish Opening, Exchange", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"},
    {"C70", "Spanish Opening, Morphy", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"},
    {"C80", "Spanish Opening, Open", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4"},
    {"C84", "Spanish Opening, Closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"},
    {"C89", "Spanish Opening, Marshall",
     "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"},
    {"C92", "Spanish Opening, Closed Main Line",
     "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3"},
    {"D00", "Closed Game", "d4 d5"},
    {"D02", "Closed Game, Zukertort", "d4 d5 Nf3"},
    {"D06", "Queen's Gambit", "d4 d5 c4"},
    {"D07", "Chigorin Defence", "d4 d5 c4 Nc6"},
    {"D08", "Albin Countergambit", "d4 d5 c4 e5"},
    {"D10", "Slav Defence", "d4 d5 c4 c6"},
    {"D15", "Slav Defence, Three Knights", "d4 d5 c4 c6 Nf3 Nf6 Nc3"},
    {"D20", "Queen's Gambit Accepted", "d4 d5 c4 dxc4"},
    {"D30", "Queen's Gambit Declined", "d4 d5 c4 e6"},
    {"D31", "Queen's Gambit Declined, Queen's Knight", "d4 d5 c4 e6 Nc3"},
    {"D32", "Tarrasch Defence", "d4 d5 c4 e6 Nc3 c5"},
    {"D35", "Queen's Gambit Declined, Normal", "d4 d5 c4 e6 Nc3 Nf6"},
    {"D43", "Semi-Slav Defence", "d4 d5 c4 e6 Nc3 Nf6 Nf3 c6"},
    {"D50", "Queen's Gambit Declined, Bg5", "d4 d5 c4 e6 Nc3 Nf6 Bg5"},
    {"D80", "Gruenfeld Defence", "d4 Nf6 c4 g6 Nc3 d5"},
    {"D85", "Gruenfeld Defence, Exchange", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5"},
    {"E00", "Indian Game, East Indian Lines", "d4 Nf6 c4 e6"},
    {"E01", "Catalan Opening", "d4 Nf6 c4 e6 g3 d5"},
    {"E10", "Indian Game, Three Knights Lines", "d4 Nf6 c4 e6 Nf3"},
    {"E11", "Bogo-Indian Defence", "d4 Nf6 c4 e6 Nf3 Bb4+"},
    {"E12", "Queen's Indian Defence", "d4 Nf6 c4 e6 Nf3 b6"},
    {"E20", "Nimzo-Indian Defence", "d4 Nf6 c4 e6 Nc3 Bb4"},
    {"E32", "Nimzo-Indian Defence, Classical", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2"},
    {"E40", "Nimzo-Indian Defence, Rubinstein", "d4 Nf6 c4 e6 Nc3 Bb4 e3"},
    {"E60", "King's Indian Lines", "d4 Nf6 c4 g6"},
    {"E61", "King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7"},
    {"E70", "King's Indian Defence, Normal", "d4 Nf6 c4 g6 Nc3 Bg7 e4"},
    {"E76", "King's Indian Defence, Four Pawns", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4"},
    {"E80", "King's Indian Defence, Saemisch", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3"},
    {"E90", "King's Indian Defence, Nf3", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3"},
    {"E92", "King's Indian Defence, Classical", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5"},
    {"E97", "King's Indian Defence, Mar del Plata",
     "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6"},
};

using NamesByKey = std::unordered_map<Key, const OpeningName*>;

/// What cannot be played would be a slip in the table; a test looks for it.
NamesByKey names_by_key() {
    NamesByKey names;
    for (const OpeningName& opening : kOpeningNames) {
        Position position = Position::start();
        WordReader words(opening.moves);
        while (const auto word = words.next())
            if (const auto move = parse_san(*word, position)) position.make(*move);
        names.emplace(position.key(), &opening);
    }
    return names;
}

} // namespace

std::span<const OpeningName> opening_names() { return kOpeningNames; }

const OpeningName* find_opening_name(Key key) {
    static const NamesByKey names = names_by_key();
    const auto found = names.find(key);
    return found == names.end() ? nullptr : found->second;
}

} // namespace rata
