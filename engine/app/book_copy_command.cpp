// Commands that make books of books: merge, import and export; and those that look at a book as a
// file: info and verify.
#include "book/stats/polyglot_exchange.hpp"
#include "book/store/book_merge.hpp"
#include "engine/app/book_words.hpp"
#include "engine/app/book_work.hpp"
#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/progress.hpp"
#include "engine/notation/text_encoding.hpp"

#include <nlohmann/json.hpp>

#include <deque>
#include <memory>

namespace rata {

namespace {

struct BookCopyRequest {
    std::vector<std::string> words{};
    std::optional<std::string> target{};
    PolyglotWeight weight = PolyglotWeight::Wins2Draws;
    bool json = false;
};

/// Entries whose passing advances the progress.
class WatchedEntries final : public EntrySource {
public:
    WatchedEntries(const BookView& book, Progress& progress)
        : entries_(book), progress_(progress) {}
    [[nodiscard]] std::optional<BookEntry> next() override {
        progress_.advance(1);
        return entries_.next();
    }

private:
    BookEntries entries_;
    Progress& progress_;
};

void report_book_copy(const BookCopyRequest& request, std::string_view command,
                      const BookFacts& facts, Console& console) {
    if (!request.json) {
        console.write(book_facts_table(facts).to_string());
        return;
    }
    nlohmann::ordered_json json = json_report(command);
    json["book"] = to_utf8(request.target ? *request.target : request.words.front());
    json.update(book_facts_json(facts));
    console.write(json_text(json));
}

/// If the target is one of the files that are read.
std::optional<ExitCode> shared_file_complaint(const std::string& purpose,
                                              const BookCopyRequest& request, Console& console) {
    FileUses uses;
    uses.reads(purpose, request.words);
    uses.writes("-o", request.target);
    return uses.complained(console);
}

ExitCode run_book_merge(const BookCopyRequest& request, Console& console) {
    if (request.words.size() < 2) return console.usage_error("expected two books or more");
    if (!request.target) return console.usage_error("expected -o BOOK");
    if (const auto complained = shared_file_complaint("BOOK", request, console)) return *complained;
    std::vector<BookFile> books;
    std::vector<BookFacts> facts;
    std::uint64_t entries = 0;
    for (const std::string& path : request.words) {
        auto book = open_book(console, path);
        if (!book) return ExitCode::InputOutput;
        facts.push_back((*book)->facts());
        entries += (*book)->size();
        books.push_back(*std::move(book));
    }
    Progress progress(entries);
    const BookWork work{
        .target = *request.target,
        .fill = [&](BookWriter& writer, const std::stop_token& stop) -> Result<BookFacts> {
            std::deque<WatchedEntries> watched;
            std::vector<EntrySource*> sources;
            for (const BookFile& book : books)
                sources.push_back(&watched.emplace_back(*book, progress));
            const auto append = [&](const BookEntry& entry) { return writer.append(entry); };
            if (auto done = merge_entries(sources, append, stop); !done) return done.error();
            std::vector<std::uint64_t> marks;
            for (const BookFile& book : books) {
                const auto more = book->marks();
                marks.insert(marks.end(), more.begin(), more.end());
            }
            writer.set_marks(std::move(marks));
            return merged_facts(facts);
        },
        .status = [&](double seconds) { return progress.to_string(seconds); }};
    const BookWorkEnd end = make_book_watched(work, console);
    if (end.facts) report_book_copy(request, "book merge", *end.facts, console);
    return end.code;
}

// --- Polyglot ------------------------------------------------------------------------------------

Result<std::vector<BookEntry>> read_polyglot(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    const auto book = PolyglotBook::parse(*bytes);
    auto entries = book ? imported_entries(*book) : book.error();
    if (entries) return entries;
    Error error = entries.error();
    error.where.source = path == kStandardInput ? "standard input" : path;
    return error;
}

ExitCode run_book_import(const BookCopyRequest& request, Console& console) {
    if (request.words.size() != 1)
        return console.usage_error("expected one Polyglot book, or - for standard input");
    if (!request.target) return console.usage_error("expected -o BOOK");
    if (const auto complained = shared_file_complaint("FILE", request, console)) return *complained;
    const auto entries = read_polyglot(request.words.front());
    if (!entries) {
        console.complain(entries.error());
        return ExitCode::InputOutput;
    }
    const BookWork work{
        .target = *request.target,
        .fill = [&](BookWriter& writer, const std::stop_token& stop) -> Result<BookFacts> {
            for (const BookEntry& entry : *entries) {
                if (stop.stop_requested()) break;
                if (auto done = writer.append(entry); !done) return done.error();
            }
            return BookFacts{};
        }};
    const BookWorkEnd end = make_book_watched(work, console);
    if (end.facts) report_book_copy(request, "book import", *end.facts, console);
    return end.code;
}

/// Where the bytes of an export go: a file that is there when all is written, or standard output.
class ExportTarget {
public:
    static Result<ExportTarget> open(const std::string& path, Console& console) {
        if (path == kStandardInput) return ExportTarget(console);
        auto file = FileWriter::create(path);
        if (!file) return file.error();
        ExportTarget target(console);
        target.file_ = *std::move(file);
        return target;
    }

    Result<void> write(std::string_view bytes) {
        if (file_) return file_->write(bytes);
        console_->write(bytes);
        return {};
    }
    Result<void> commit() { return file_ ? file_->commit() : Result<void>{}; }

private:
    explicit ExportTarget(Console& console) : console_(&console) {}

    Console* console_;
    std::optional<FileWriter> file_{};
};

ExitCode run_book_export(const BookCopyRequest& request, Console& console) {
    if (request.words.size() != 1) return console.usage_error("expected one BOOK");
    if (!request.target)
        return console.usage_error("expected -o FILE, or -o - for standard output");
    if (request.json && *request.target == kStandardInput)
        return console.usage_error("--json does not go with -o -: both are standard output");
    if (const auto complained = shared_file_complaint("BOOK", request, console)) return *complained;
    const auto book = open_book(console, request.words.front());
    if (!book) return ExitCode::InputOutput;
    auto target = ExportTarget::open(*request.target, console);
    if (!target) {
        console.complain(target.error());
        return ExitCode::InputOutput;
    }
    Progress progress((*book)->size());
    Result<void> written;
    const WorkEnd end = run_stoppable(
        console, [&](double seconds) { return progress.to_string(seconds); },
        [&](const std::stop_token& stop) {
            const auto sink = [&](std::span<const PolyglotEntry> entries) -> Result<void> {
                if (stop.stop_requested())
                    return Error{.code = ErrorCode::InputOutput, .message = "stopped", .where = {}};
                progress.advance(entries.size());
                return target->write(polyglot_bytes(entries));
            };
            written = export_entries(**book, request.weight, sink);
            if (written) written = target->commit();
        });
    if (end == WorkEnd::Interrupted) return ExitCode::Interrupted;
    if (!written) {
        console.complain(written.error());
        return ExitCode::InputOutput;
    }
    if (request.json) {
        nlohmann::ordered_json json = json_report("book export");
        json["book"] = to_utf8(request.words.front());
        json["file"] = to_utf8(*request.target);
        json["entries"] = (*book)->size();
        json["bytes"] = (*book)->size() * kPolyglotEntryBytes;
        console.write(json_text(json));
    } else if (*request.target != kStandardInput) {
        console.print("{}: {} entries of {} bytes\n", *request.target, (*book)->size(),
                      kPolyglotEntryBytes);
    }
    return ExitCode::Done;
}

// --- info, verify --------------------------------------------------------------------------------

ExitCode run_book_info(const BookCopyRequest& request, Console& console) {
    if (request.words.size() != 1) return console.usage_error("expected one BOOK");
    const auto book = open_book(console, request.words.front());
    if (!book) return ExitCode::InputOutput;
    report_book_copy(request, "book info", (*book)->facts(), console);
    return ExitCode::Done;
}

ExitCode run_book_verify(const BookCopyRequest& request, Console& console) {
    if (request.words.size() != 1) return console.usage_error("expected one BOOK");
    const std::string& path = request.words.front();
    const auto book = BookFile::open(path);
    std::vector<Error> damages;
    if (!book && book.error().code != ErrorCode::Corrupt) {
        console.complain(book.error());
        return ExitCode::InputOutput;
    }
    if (book)
        run_watched(
            console, [](double) { return std::string("verifying"); },
            [&] { damages = (*book)->verify(); });
    else
        damages.push_back(book.error());
    if (request.json) {
        nlohmann::ordered_json json = json_report("book verify");
        json["book"] = to_utf8(path);
        json["whole"] = damages.empty();
        json["damages"] = nlohmann::ordered_json::array();
        for (const Error& damage : damages)
            json["damages"].push_back(
                {{"byte", damage.where.byte}, {"message", to_utf8(damage.message)}});
        json["positions"] = book ? (*book)->facts().positions : 0;
        json["moves"] = book ? (*book)->size() : 0;
        console.write(json_text(json));
    } else if (damages.empty()) {
        console.print("{}: whole, {} positions, {} moves\n", path, (*book)->facts().positions,
                      (*book)->size());
    }
    if (damages.empty()) return ExitCode::Done;
    if (!request.json)
        for (const Error& damage : damages) console.print("{}\n", damage.to_string());
    return ExitCode::CheckFailed;
}

Target polyglot_weight_into(PolyglotWeight& weight) {
    const auto accept = [&weight](const std::string& text) -> Result<void> {
        const auto found = polyglot_weight_from(text);
        if (!found)
            return Error{.code = ErrorCode::Syntax,
                         .message = "expected wins2draws, games, score or goodness, found " +
                                    in_quotes(text),
                         .where = {}};
        weight = *found;
        return {};
    };
    return {accept, "wins2draws, games, score or goodness; default wins2draws"};
}

void declare_new_book(Syntax& syntax, BookCopyRequest& request) {
    syntax.option("-o", "BOOK", "the new book", text_into(request.target));
    syntax.flag("--json", "print JSON", flag_into(request.json));
}

using BookAction = ExitCode (*)(const BookCopyRequest&, Console&);

Action book_action(const std::shared_ptr<BookCopyRequest>& request, BookAction action) {
    return [request, action](Console& console) { return action(*request, console); };
}

} // namespace

Action declare_book_merge_command(Syntax& syntax) {
    const auto request = std::make_shared<BookCopyRequest>();
    syntax.form("BOOK BOOK... -o BOOK [--json]");
    declare_new_book(syntax, *request);
    syntax.arguments("BOOK", "books to be added up", list_into(request->words));
    syntax.note("A game that is in two of the books counts twice: to have each once, build one "
                "book of all games. Where books disagree on a verdict or on what was imported from "
                "Polyglot, the first one counts.");
    syntax.note("Exit code 3: a book cannot be read, is damaged, or cannot be written.");
    syntax.example("ratatosk book merge old.rbook new.rbook -o all.rbook",
                   "add this year's games to a book");
    return book_action(request, run_book_merge);
}

Action declare_book_import_command(Syntax& syntax) {
    const auto request = std::make_shared<BookCopyRequest>();
    syntax.form("FILE.bin -o BOOK [--json]");
    declare_new_book(syntax, *request);
    syntax.arguments("FILE", "a Polyglot book; - is standard input", list_into(request->words));
    syntax.note(
        "Weights and what Polyglot has learnt are kept as they are, and given back by 'book "
        "export'; games cannot be made of them.");
    syntax.note("Exit code 3: the file is no Polyglot book, or cannot be read or written.");
    syntax.example("ratatosk book import performance.bin -o performance.rbook",
                   "a book of another program");
    return book_action(request, run_book_import);
}

Action declare_book_export_command(Syntax& syntax) {
    const auto request = std::make_shared<BookCopyRequest>();
    syntax.form("BOOK -o FILE.bin [--weight WEIGHT] [--json]");
    syntax.option("-o", "FILE", "the Polyglot book; - is standard output",
                  text_into(request->target));
    syntax.option("--weight", "WEIGHT", "what the weight of a move is made of",
                  polyglot_weight_into(request->weight));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("BOOK", "the book", list_into(request->words));
    syntax.note("wins2draws is what Polyglot itself counts: two for a win, one for a draw. games "
                "is their number; score the points per game, and goodness the lower end of the "
                "estimate, both in ten-thousandths. Weights that are too large for Polyglot are "
                "made smaller by the same factor in the whole position. A move with the weight 0 "
                "is known, but not played.");
    syntax.note("Exit code 3: a file cannot be read or written.");
    syntax.example("ratatosk book export games.rbook -o games.bin --weight goodness",
                   "for programs that know Polyglot books");
    return book_action(request, run_book_export);
}

Action declare_book_info_command(Syntax& syntax) {
    const auto request = std::make_shared<BookCopyRequest>();
    syntax.form("BOOK [--json]");
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("BOOK", "the book", list_into(request->words));
    syntax.note("Only the two ends of the file are read; 'ratatosk book verify' reads all of it.");
    syntax.note("Exit code 3: it is no book, or one whose ends are damaged.");
    syntax.example("ratatosk book info games.rbook", "how large it is, and what was left out");
    return book_action(request, run_book_info);
}

Action declare_book_verify_command(Syntax& syntax) {
    const auto request = std::make_shared<BookCopyRequest>();
    syntax.form("BOOK [--json]");
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("BOOK", "the book", list_into(request->words));
    syntax.note("Exit code 1: the book is damaged; every damage is told with its place. 3: it "
                "cannot be read.");
    syntax.example("ratatosk book verify games.rbook", "read every byte of it");
    return book_action(request, run_book_verify);
}

} // namespace rata
