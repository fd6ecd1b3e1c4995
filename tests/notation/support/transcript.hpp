// A visitor that writes down all it is told, one line for each call, so that two readings of a text
// can be compared and a reading can be held against a text in a test.
#pragma once

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/pgn.hpp"

#include <string>

namespace rata::test {

class Transcript : public PgnVisitor {
public:
    struct Wishes {
        PgnInterest moves = PgnInterest::Read;
        PgnInterest variations = PgnInterest::Read;
    };

    Transcript() = default;
    explicit Transcript(Wishes wishes) : wishes_(wishes) {}

    void begin_game() override { note("game"); }
    void tag(std::string_view name, std::string_view value) override {
        note("tag " + std::string(name) + '=' + std::string(value));
    }
    PgnInterest begin_moves(const Position& start) override {
        note("moves from " + to_fen(start));
        return wishes_.moves;
    }
    void move(const Position& before, const PgnMove& move) override {
        note(std::string(2 * move.depth, ' ') + to_coordinate(move.move, before) + ' ' +
             std::string(move.text));
    }
    void comment(std::string_view text) override { note("comment " + std::string(text)); }
    void nag(int code) override { note("nag " + std::to_string(code)); }
    PgnInterest begin_variation(const Position& start) override {
        note("( " + to_fen(start));
        return wishes_.variations;
    }
    void end_variation() override { note(")"); }
    void problem(const PgnProblem& problem) override {
        // Not the number of the game: it depends on how many games this visitor saw.
        constexpr const char* kKinds[] = {"broken", "variation", "remark"};
        note(std::string(kKinds[static_cast<int>(problem.kind)]) + " after ply " +
             std::to_string(problem.ply) + " byte " + std::to_string(problem.error.where.byte) +
             ' ' + problem.error.to_string());
    }
    void end_game(PgnResult result) override {
        note("end " +
             std::string(result == PgnResult::None ? "without result" : to_string(result)));
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void note(const std::string& line) {
        text_ += line;
        text_ += '\n';
    }

    Wishes wishes_{};
    std::string text_{};
};

} // namespace rata::test
