#include "tools/gtq/chess_names.hpp"

#include "logging/chess/chess_row.hpp"
#include "logging/chess/san_names.hpp"

namespace gtq {

bool is_chess_log(const treelog::Schema& schema) { return rata::is_chess(schema); }

std::unique_ptr<gtql::MoveNames> names_for(const treelog::Schema& schema) {
    if (rata::is_chess(schema)) return std::make_unique<rata::SanNames>();
    return std::make_unique<gtql::MoveNames>();
}

} // namespace gtq
