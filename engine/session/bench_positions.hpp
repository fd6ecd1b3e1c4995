// The positions of the bench, as text: usual openings, games of the engine against itself out of
// them, and endings and studies that everybody knows; no Chess960. The node count of the bench
// depends on each of them and on nothing else but the search: whoever changes this list changes
// tests/bench.signature too.
#pragma once

#include <array>
#include <string_view>

namespace rata {

inline constexpr auto kBenchFens = std::to_array<std::string_view>({
    // --- openings ---
    // start
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Spanish
    "r1bq1rk1/4bppp/p2p1n2/npp1p3/3PP3/2P2N1P/PPB2PP1/RNBQR1K1 b - - 0 11",
    // Sicilian dragon
    "r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R b - - 6 10",
    // French
    "rnbq1rk1/pp2nppp/4p3/2ppP3/3P2Q1/P1PB4/2P2PPP/R1B1K1NR b KQ - 4 8",
    // Queen's gambit
    "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBP3/PPQ2PPP/R3K1NR w KQ - 5 9",
    // King's Indian
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    // Benko gambit
    "rn1qkb1r/3ppp1p/b4np1/2pP4/8/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 7",
    // King's gambit
    "rnbqkb1r/pppp1p1p/5n2/4N3/4PppP/8/PPPP2P1/RNBQKB1R w KQkq - 2 6",
    // Dutch
    "rnbqk2r/pp4pp/2pbpn2/3p1p2/2PP4/5NP1/PP2PPBP/RNBQ1RK1 w kq - 0 7",
    // Meran
    "r1bqkb1r/p2n1ppp/2p1pn2/1p6/2BP4/2N1PN2/PP3PPP/R1BQK2R w KQkq - 0 8",
    // --- middlegames ---
    // castled apart
    "r1b2qk1/4np1p/2n1p1p1/1p1pP3/p2P4/P1PP1Q2/4NPPP/2R1R1K1 b - - 1 16",
    // queens meet
    "2r2rk1/ppp1ppb1/2n3pp/4PBNn/5P2/2N1B3/PPP3PP/R2q1RK1 w - - 0 13",
    // open centre
    "r4rk1/bpp1qp1p/p1np1np1/3Bp3/3PP1bB/N1P2N2/PP3PPP/R2QR1K1 w - - 4 13",
    // closed wings
    "1r2r1k1/6p1/q1p1pbPp/2Pp1p2/p2Pn3/P3PBP1/1BQ2P2/1R2R1K1 w - - 3 31",
    // king in the centre
    "r1b1k1r1/p1p1b2p/1npq2p1/4Q3/8/1PN1PNP1/P2P3P/R1B2RK1 b q - 2 16",
    // loose king
    "r1bR1bkr/1p5p/p4pp1/2qP3Q/P7/3B3P/1PP2PP1/5RK1 w - - 0 19",
    // everything hangs
    "r4rk1/p5b1/1p1p1qnp/P2Pp3/4Pp2/2N2NPb/1P1B1P2/R2QR1K1 b - - 0 23",
    // wild pawns
    "r5k1/5r1p/n2P2p1/2p2pN1/3bp2P/2N5/PP4P1/4RR1K b - - 3 23",
    // pins
    "1r3rk1/Rb2qppp/3b4/4n2P/Np1pP3/1P3N2/5QP1/1B2R1K1 w - - 2 25",
    // both sides attack
    "3r1r2/1p3p1k/q4n2/pN1pN1Qp/Pb1P1P2/7P/1P4P1/2R2RK1 b - - 4 30",
    // manoeuvres
    "r1r1nqk1/1b1n1p1p/pp1b2p1/2pPp3/P3P3/2NBB1PP/1P1NQP2/3R1RK1 w - - 13 25",
    // queens and rooks
    "3r4/1k1r4/2n1pqp1/ppQp3p/3P1P2/PP4PP/6B1/3R1RK1 b - - 3 30",
    // knight on the rim
    "r4qk1/3nnp2/2b1p1p1/1p1pP1QN/p2P2P1/P1PP4/5P2/1R2R1K1 b - - 2 30",
    // minor pieces
    "2r2rk1/p3b1pp/1n1p4/1B3p2/2P1p3/1PB4P/P4PP1/R4RK1 w - - 0 19",
    // --- endings ---
    // rook and pawns
    "6k1/8/3p4/3P1rpp/p1R1p3/4P3/1P2K1PP/8 b - - 0 37",
    // rook and minor piece
    "4r3/4r1k1/1p2p1P1/1Pp1Nn2/2P1R3/p7/P5K1/3R4 w - - 1 37",
    // bishop and knight
    "8/8/1p2k3/1Pb3pp/2Np4/1P1K4/5PP1/8 b - - 3 37",
    // knight and pawns
    "8/7p/6p1/1k6/1p6/1N4PP/1P6/5K2 w - - 3 48",
    // opposite bishops
    "4k3/4b3/p7/4P1p1/r1p3P1/2B1P3/4K3/2R5 b - - 1 44",
    // a fortress
    "8/6B1/6p1/5pPp/1k2pP1P/8/2K5/8 w - - 9 73",
    // the counter runs
    "2r1k3/8/1pr1p1p1/5p1p/p1PPbP1P/P1R3P1/1B6/2R1K3 w - - 71 79",
    // Lucena
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    // Philidor
    "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1",
    // Reti
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    // Saavedra
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    // trebuchet
    "8/8/8/2pK4/1kP5/8/8/8 w - - 0 1",
    // king and rook
    "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
    // queen against rook
    "8/8/3k4/3r4/8/8/8/K5Q1 w - - 0 1",
    // --- mates ---
    // mate in two
    "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
    // mate with bishop and knight
    "7k/5K2/5N2/8/8/7B/8/8 w - - 0 1",
    // mate at the end of a hunt
    "8/1P6/7N/6p1/2K3P1/7P/6k1/8 w - - 1 67",
    // mated soon
    "8/1K6/3N4/3k4/8/6R1/8/Q7 b - - 6 87",
});

} // namespace rata
