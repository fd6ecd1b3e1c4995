// Columns that are told from others, each decoded once. Its memory serves chunk after chunk: to
// take new memory for every chunk costs more than the decoding. One thread.
#pragma once

#include "logging/treelog/column_model.hpp"
#include "logging/treelog/stored_column.hpp"

namespace treelog {

class DependentDecoder {
public:
    /// From here on it is about this chunk; what is known of it already, if anything, stays.
    void turn_to(const EncodedView& chunk);

    /// The values of a column that is guessed or modelled, until the next call.
    [[nodiscard]] Result<std::span<const std::int32_t>> decode(const format::ColumnEntry& entry);

private:
    using Values = std::vector<std::int32_t>;

    [[nodiscard]] bool is_for(const EncodedView& chunk) const;
    [[nodiscard]] Result<void> check(const format::ColumnEntry& entry) const;
    [[nodiscard]] Values* place_of_known(ColumnId id);
    [[nodiscard]] Result<void> finish(const format::ColumnEntry& entry);
    void fit_fresh(ColumnId id);
    [[nodiscard]] Result<void> load_level();
    [[nodiscard]] Result<void> load(Role role);
    [[nodiscard]] Result<void> load(const format::ColumnEntry& entry, Values& known);

    std::optional<EncodedView> chunk_{};
    std::uint32_t identity_ = 0;
    ColumnBuffer buffer_{};
    KnownColumns known_{};
    Values fresh_{}; ///< what is being decoded
    std::vector<std::uint32_t> surprises_{};
};

} // namespace treelog
