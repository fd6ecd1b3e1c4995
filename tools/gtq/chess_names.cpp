#include "tools/gtq/chess_names.hpp"

#include "logging/gtql/field_names.hpp"

// The build says whether gtq has the rooms of chess; logging/CMakeLists.txt builds it without.
#ifdef GTQ_KNOWS_CHESS
#include "logging/chess/chess_row.hpp"
#include "logging/chess/san_names.hpp"
#endif

namespace gtq {

bool is_chess_log([[maybe_unused]] const treelog::Schema& schema) {
#ifdef GTQ_KNOWS_CHESS
    return rata::is_chess(schema);
#else
    return false;
#endif
}

std::unique_ptr<gtql::MoveNames> names_for(const treelog::Schema& schema) {
#ifdef GTQ_KNOWS_CHESS
    if (auto chess = rata::chess_moves(schema))
        return std::make_unique<rata::SanNames>(*std::move(chess));
#endif
    if (auto layout = treelog::MoveLayout::of(schema))
        return std::make_unique<gtql::FieldNames>(*std::move(layout));
    return std::make_unique<gtql::MoveNames>();
}

} // namespace gtq
