// Work that ends in a new book, or in none: what is written takes its place only when all of it is
// there, whatever else happens, be it Ctrl-C. A book without a move is an error.
#pragma once

#include "book/store/book_writer.hpp"
#include "engine/app/watched_work.hpp"

#include <optional>

namespace rata {

struct BookWork {
    std::filesystem::path target{};
    /// Appends all entries and tells what the book says of itself. It ends early when asked to, and
    /// then it does not matter what it tells.
    std::function<Result<BookFacts>(BookWriter&, const std::stop_token&)> fill{};
    StatusText status = [](double) { return std::string{}; };
};

/// What came of it: nothing after an error, which is complained about, or after Ctrl-C.
struct BookWorkEnd {
    std::optional<BookFacts> facts{};
    ExitCode code = ExitCode::Done;
};

[[nodiscard]] BookWorkEnd make_book_watched(const BookWork& work, Console& console);

} // namespace rata
