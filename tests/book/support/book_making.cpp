#include "tests/book/support/book_making.hpp"

#include "book/store/book_writer.hpp"

#include <catch2/catch.hpp>

namespace rata::test {

MadeBook make_book(std::string_view games, const BookPlan& plan) {
    MadeBook made;
    auto builder = BookBuilder::create(
        plan, [&made](const RefusedGame& game) { made.refused.push_back(game); });
    REQUIRE(builder);
    TextSource source(games, "games");
    REQUIRE(builder->read(source));
    const auto keep = [&made](const BookEntry& entry) -> Result<void> {
        made.entries.push_back(entry);
        return {};
    };
    REQUIRE(builder->finish(keep, [](double) {}, {}));
    made.facts = builder->facts();
    made.spills = builder->spills();
    return made;
}

std::filesystem::path write_book(const std::filesystem::path& path, const MadeBook& book) {
    auto writer = BookWriter::create(path);
    REQUIRE(writer);
    for (const BookEntry& entry : book.entries) REQUIRE(writer->append(entry));
    REQUIRE(writer->commit(book.facts));
    return path;
}

} // namespace rata::test
