#include "engine/app/book_work.hpp"

namespace rata {

BookWorkEnd make_book_watched(const BookWork& work, Console& console) {
    auto writer = BookWriter::create(work.target);
    if (!writer) {
        console.complain(writer.error());
        return {.code = ExitCode::InputOutput};
    }
    Result<BookFacts> made = BookFacts{};
    const WorkEnd end = run_stoppable(console, work.status, [&](const std::stop_token& stop) {
        made = work.fill(*writer, stop);
        if (!made || stop.stop_requested()) return;
        if (writer->entries() == 0)
            made = Error{.code = ErrorCode::NotFound,
                         .message = "there is no move for the book, so it is not written",
                         .where = {.source = work.target.string()}};
        else
            made = writer->commit(*made);
    });
    if (!made) {
        console.complain(made.error());
        return {.code = ExitCode::InputOutput};
    }
    if (end == WorkEnd::Interrupted) return {.code = ExitCode::Interrupted};
    return {.facts = *made};
}

} // namespace rata
