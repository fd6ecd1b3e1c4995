// Sorts records in place by key and move, digit by digit from the highest: keys are evenly spread,
// so that this takes three rounds where comparing would take twenty.
#pragma once

#include "book/stats/book_record.hpp"

#include <span>

namespace rata {

/// With so many threads, the calling one included.
void sort_records(std::span<BookRecord> records, unsigned threads);

} // namespace rata
