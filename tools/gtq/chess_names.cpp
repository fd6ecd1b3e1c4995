#include "tools/gtq/chess_names.hpp"

#include "logging/chess/chess_row.hpp"
#include "logging/chess/line_text.hpp"

#include <algorithm>

namespace gtq {

namespace {

class ChessNames final : public gtql::MoveNames {
public:
    [[nodiscard]] std::string move(std::int64_t move) const override {
        const std::string text = rata::move_text(static_cast<std::uint16_t>(move));
        return text.empty() ? "-" : text;
    }

    /// In SAN; by squares if the log does not fit together.
    [[nodiscard]] std::string path(const gtql::Forest& forest, std::span<const gtql::Row> way,
                                   std::string_view label) const override {
        const auto move = forest.schema().find_role(treelog::Role::LastMove);
        const auto ply = forest.schema().find_role(treelog::Role::Ply);
        if (!move || !ply || !forest.attribute(*ply).is_loaded)
            return MoveNames::path(forest, way, label);
        std::vector<rata::LoggedStep> steps;
        steps.reserve(way.size());
        for (const gtql::Row row : way)
            steps.push_back({static_cast<std::uint16_t>(forest.attribute(*move).at(row)),
                             static_cast<int>(forest.attribute(*ply).at(row))});
        const auto line = rata::follow_line(label, steps);
        if (!line) return MoveNames::path(forest, way, label);
        std::string text = line->text;
        std::replace(text.begin(), text.end(), ' ', '.');
        return text;
    }
};

} // namespace

bool is_chess_log(const treelog::Schema& schema) { return rata::is_chess(schema); }

std::unique_ptr<gtql::MoveNames> names_for(const treelog::Schema& schema) {
    if (rata::is_chess(schema)) return std::make_unique<ChessNames>();
    return std::make_unique<gtql::MoveNames>();
}

} // namespace gtq
