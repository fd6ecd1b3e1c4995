#include "tests/app/support/clocked_game.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <thread>

namespace rata::test {

namespace {

struct Side {
    UciEngine* engine = nullptr;
    milliseconds clock{};
    int moves_left = 0; ///< to the next time control
};

class Referee {
public:
    Referee(const ClockedGame& game, UciEngine& white, UciEngine& black)
        : game_(game), sides_{{{{&white, game.control.base, game.control.moves},
                                {&black, game.control.base, game.control.moves}}}} {}

    ClockedResult play() {
        for (UciEngine* engine : {sides_[Color::White].engine, sides_[Color::Black].engine}) {
            engine->send("ucinewgame");
            static_cast<void>(engine->sync());
        }
        for (const std::string& move : game_.opening) make(move);
        while (result_.problem.empty() && result_.plies < game_.longest && !is_over()) move();
        return result_;
    }

private:
    [[nodiscard]] bool is_over() const {
        return !has_legal_move(position_) || position_.times_repeated() >= 2 ||
               position_.is_fifty_move_draw() || position_.has_insufficient_material();
    }

    void make(const std::string& text) {
        const auto move = parse_coordinate(text, position_);
        if (!move) {
            complain("plays '" + text + "', which is illegal");
            return;
        }
        position_.make(*move);
        moves_ += ' ' + text;
        ++result_.plies;
    }

    void complain(const std::string& what) {
        result_.problem = (position_.side_to_move() == Color::White ? "White " : "Black ") + what +
                          " at ply " + std::to_string(result_.plies);
    }

    [[nodiscard]] std::string go_text() const {
        const auto number = [](milliseconds time) { return std::to_string(time.count()); };
        const std::string increment = number(game_.control.increment);
        std::string text = "go wtime " + number(sides_[Color::White].clock) + " btime " +
                           number(sides_[Color::Black].clock) + " winc " + increment + " binc " +
                           increment;
        if (game_.control.moves > 0)
            text += " movestogo " + std::to_string(sides_[position_.side_to_move()].moves_left);
        return text;
    }

    void move() {
        Side& side = sides_[position_.side_to_move()];
        const std::string position =
            "position startpos" + (moves_.empty() ? std::string{} : " moves" + moves_);
        const std::string go = go_text();
        const Stopwatch watch;
        std::this_thread::sleep_for(game_.way);
        side.engine->send({position, go});
        const std::string answer = side.engine->expect("bestmove");
        std::this_thread::sleep_for(game_.way);
        side.clock -= watch.elapsed_ms();
        if (side.clock < milliseconds(0)) complain("forfeits on time");
        result_.shortest_clock = std::min(result_.shortest_clock, side.clock);
        side.clock += game_.control.increment;
        if (game_.control.moves > 0 && --side.moves_left == 0) {
            side.moves_left = game_.control.moves;
            side.clock += game_.control.base;
        }
        if (result_.problem.empty()) make(move_of(answer));
    }

    const ClockedGame& game_;
    EnumArray<Color, Side> sides_;
    Position position_ = Position::start();
    std::string moves_{};
    ClockedResult result_{};
};

} // namespace

ClockedResult play_game(const ClockedGame& game, UciEngine& white, UciEngine& black) {
    return Referee(game, white, black).play();
}

} // namespace rata::test
