// Commands that make a book of games: build, and learn, which adds games to a book that is there.
#include "book/store/book_merge.hpp"
#include "engine/app/book_words.hpp"
#include "engine/app/book_work.hpp"
#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/watched_source.hpp"
#include "engine/base/clock.hpp"
#include "engine/notation/text_encoding.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <memory>

namespace rata {

namespace {

struct BookBuildRequest {
    BookGameWords games{};
    std::optional<std::string> target{};
    bool new_moves = false; ///< of learn
    bool json = false;
};

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Games on their way into a book. `run` works on one thread, while another may ask for the status.
class BookMaking {
public:
    BookMaking(const BookBuildRequest& request, std::vector<std::string> files, Console& console)
        : request_(request), files_(std::move(files)), console_(console),
          reading_(total_size(files_)) {}

    /// Reads all games, then hands out their moves. Ends early, without an error, when asked to.
    Result<void> run(const std::filesystem::path& target, const RecordStore::Sink& sink,
                     const std::stop_token& stop, std::vector<std::uint64_t> known_marks = {}) {
        BookPlan plan = request_.games.plan;
        plan.known_marks = std::move(known_marks);
        plan.scratch_folder = folder_of(target);
        auto builder = BookBuilder::create(plan, [this, &stop](const RefusedGame& game) {
            // The last one read may be cut by nothing but Ctrl-C.
            if (!stop.stop_requested()) tell_refused(game);
        });
        if (!builder) return builder.error();
        for (const std::string& file : files_) {
            if (auto done = read(*builder, file, stop); !done) return done;
            if (stop.stop_requested()) return {};
        }
        is_writing_ = true;
        const auto progress = [this](double share) {
            written_.advance(static_cast<std::uint64_t>(share * kWhole) - written_.done());
        };
        auto done = builder->finish(sink, progress, stop);
        facts_ = builder->facts();
        marks_ = builder->marks();
        unwatched_ = builder->unwatched_games();
        return done;
    }

    [[nodiscard]] std::string status(double seconds) {
        if (!is_writing_) return "reading " + reading_.to_string(seconds);
        if (!began_writing_) began_writing_ = seconds;
        return "writing " + written_.to_string(seconds - *began_writing_);
    }

    [[nodiscard]] const BookFacts& facts() const { return facts_; }
    /// Of the games read, and of those known before.
    [[nodiscard]] const std::vector<std::uint64_t>& marks() const { return marks_; }
    [[nodiscard]] std::uint64_t unwatched() const { return unwatched_; }
    [[nodiscard]] const nlohmann::ordered_json& refused() const { return refused_; }

private:
    static constexpr std::uint64_t kWhole = 1000;

    Result<void> read(BookBuilder& builder, const std::string& file, const std::stop_token& stop) {
        auto opened = FileSource::open(file);
        if (!opened) return opened.error();
        WatchedSource source(*opened, reading_, [&stop] { return stop.stop_requested(); });
        return builder.read(source);
    }

    void tell_refused(const RefusedGame& game) {
        if (!request_.json) {
            Error error = game.error;
            error.message = fmt::format("game {}, {}: {}: {}", game.game, game.players,
                                        to_string(game.reason), error.message);
            console_.tell(error.to_string());
            return;
        }
        refused_.push_back({{"file", to_utf8(game.error.where.source)},
                            {"line", game.error.where.line},
                            {"game", game.game},
                            {"players", to_utf8(game.players)},
                            {"reason", to_string(game.reason)},
                            {"message", to_utf8(game.error.message)}});
    }

    const BookBuildRequest& request_;
    std::vector<std::string> files_;
    Console& console_;
    Progress reading_;
    Progress written_{kWhole};
    std::atomic<bool> is_writing_{false};
    std::optional<double> began_writing_{}; ///< of the thread that asks for the status
    BookFacts facts_{};
    std::vector<std::uint64_t> marks_{};
    std::uint64_t unwatched_ = 0;
    nlohmann::ordered_json refused_ = nlohmann::ordered_json::array();
};

/// What a command has done, to be reported.
struct BookMade {
    std::string_view command{};
    const BookMaking& making;
    double seconds = 0;
    std::optional<std::uint64_t> known{}; ///< games passed over, as the book had learnt from them
};

void report_book(const BookMade& made, const BookFacts& facts, const BookBuildRequest& request,
                 Console& console) {
    const BookFacts& read = made.making.facts();
    const std::uint64_t games = read.games + read.duplicates + read.filtered + read.illegal +
                                read.wrong_result + read.other_rules + read.empty;
    if (!request.json) {
        FigureTable table = book_facts_table(facts);
        if (made.known) table.add("passed over, known before", *made.known);
        if (made.making.unwatched() > 0)
            table.add("not looked for twice, for lack of memory", made.making.unwatched());
        table.add("time", seconds_text(made.seconds));
        table.add("games/s", per_second(games, made.seconds));
        console.write(table.to_string());
        return;
    }
    nlohmann::ordered_json json = json_report(made.command);
    json["book"] = to_utf8(*request.target);
    json.update(book_facts_json(facts));
    if (made.known) json["known_before"] = *made.known;
    json["games_read"] = games;
    json["unwatched"] = made.making.unwatched();
    json["seconds"] = made.seconds;
    json["games_per_second"] = per_second(games, made.seconds);
    json["refused"] = made.making.refused();
    console.write(json_text(json));
}

/// An error that says where the games went, if none is left.
Result<BookFacts> facts_of_any_game(const BookFacts& facts, const std::string& target) {
    if (facts.games > 0) return facts;
    struct LeftOut {
        std::uint64_t games;
        std::string_view why;
    };
    const LeftOut all[] = {{facts.filtered, "not asked for"},
                           {facts.illegal, "with illegal moves"},
                           {facts.wrong_result, "with a wrong result"},
                           {facts.other_rules, "of other rules"},
                           {facts.empty, "without moves"}};
    std::string list;
    for (const LeftOut& each : all)
        if (each.games > 0)
            list += fmt::format("{}{} {}", list.empty() ? "" : ", ", each.games, each.why);
    return Error{.code = ErrorCode::NotFound,
                 .message = "no game is left to make a book of" +
                            (list.empty() ? ": the files have none" : " (" + list + ')') +
                            ", so it is not written",
                 .where = {.source = target}};
}

ExitCode run_book_build(const BookBuildRequest& request, Console& console) {
    if (request.games.files.empty())
        return console.usage_error("expected GAMES.pgn, or - for standard input");
    if (!request.target) return console.usage_error("expected -o BOOK");
    FileUses uses;
    uses.reads("GAMES", request.games.files);
    uses.writes("-o", request.target);
    if (const auto complained = uses.complained(console)) return *complained;
    const Stopwatch watch;
    BookMaking making(request, request.games.files, console);
    const BookWork work{
        .target = *request.target,
        .fill = [&](BookWriter& writer, const std::stop_token& stop) -> Result<BookFacts> {
            const auto append = [&](const BookEntry& entry) { return writer.append(entry); };
            const auto done = making.run(*request.target, append, stop);
            if (!done) return done.error();
            if (stop.stop_requested()) return making.facts();
            return facts_of_any_game(making.facts(), *request.target);
        },
        .status = [&](double seconds) { return making.status(seconds); }};
    const BookWorkEnd end = make_book_watched(work, console);
    if (end.facts)
        report_book({"book build", making, watch.elapsed_seconds()}, *end.facts, request, console);
    return end.code;
}

// --- learn ---------------------------------------------------------------------------------------

bool has_move(const BookView& book, const BookEntry& wanted) {
    const auto moves = book.find(wanted.key);
    return std::any_of(moves.begin(), moves.end(),
                       [&](const BookEntry& each) { return each.is_same_move(wanted); });
}

/// What the games say of moves, as games of our own. Unfinished ones teach nothing.
Result<std::vector<BookEntry>> learnt_entries(const BookBuildRequest& request, const BookView& book,
                                              BookMaking& making, const std::stop_token& stop) {
    std::vector<BookEntry> entries;
    const auto keep = [&](const BookEntry& counted) -> Result<void> {
        BookEntry entry;
        entry.key = counted.key;
        entry.move = counted.move;
        entry.own = counted.results;
        if (entry.own.games() > 0 && (request.new_moves || has_move(book, entry)))
            entries.push_back(entry);
        return {};
    };
    auto done = making.run(*request.target, keep, stop, book.marks());
    if (!done) return done.error();
    return entries;
}

ExitCode run_book_learn(BookBuildRequest request, Console& console) {
    if (request.games.files.size() < 2) return console.usage_error("expected BOOK and MATCH.pgn");
    const std::string path = request.games.files.front();
    FileUses uses; // a book may be the one that has learnt
    const std::vector<std::string> games(request.games.files.begin() + 1,
                                         request.games.files.end());
    uses.reads("MATCH", games);
    uses.writes("-o", request.target.value_or(path));
    if (const auto complained = uses.complained(console)) return *complained;
    const auto book = open_book(console, path);
    if (!book) return ExitCode::InputOutput;
    if (!request.target) request.target = path;
    const Stopwatch watch;
    BookMaking making(request, games, console);
    const BookWork work{
        .target = *request.target,
        .fill = [&](BookWriter& writer, const std::stop_token& stop) -> Result<BookFacts> {
            const auto learnt = learnt_entries(request, **book, making, stop);
            if (!learnt) return learnt.error();
            BookEntries old(**book);
            ListedEntries added(*learnt);
            EntrySource* sources[] = {&old, &added};
            const auto append = [&](const BookEntry& entry) { return writer.append(entry); };
            if (auto done = merge_entries(sources, append, stop); !done) return done.error();
            BookFacts facts = (*book)->facts();
            facts.own_games += making.facts().games;
            writer.set_marks(making.marks());
            return facts;
        },
        .status = [&](double seconds) { return making.status(seconds); }};
    const BookWorkEnd end = make_book_watched(work, console);
    if (end.facts)
        report_book({"book learn", making, watch.elapsed_seconds(), making.facts().duplicates},
                    *end.facts, request, console);
    return end.code;
}

} // namespace

Action declare_book_build_command(Syntax& syntax) {
    const auto request = std::make_shared<BookBuildRequest>();
    syntax.form("GAMES.pgn... -o BOOK [OPTION...]");
    syntax.option("-o", "BOOK", "the book, by custom with the ending .rbook; it is replaced",
                  text_into(request->target));
    request->games.declare(syntax);
    syntax.option(
        "--min-games", "N", "leave out moves that were played in fewer games",
        number_into(request->games.plan.min_games, std::uint64_t{1}, std::uint64_t{1} << 32U));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("GAMES", "PGN files of any size; - is standard input",
                     list_into(request->games.files));
    syntax.note("A game with illegal moves, with a result that its end or its tag denies, or of "
                "other rules is left out, and named on standard error. A game that comes again "
                "(the same surnames, year, moves and result) is counted once. One without a result "
                "counts as played, but for no side. Nothing is written before all has been read: "
                "after an error or Ctrl-C there is no book, and one that was there is as it was.");
    syntax.note("Exit code 3: a file cannot be read or written, or no game or move is left.");
    syntax.example("ratatosk book build games.pgn -o games.rbook", "every move of every game");
    syntax.example("ratatosk book build games.pgn -o e.rbook --max-ply 40 --min-elo 2500 "
                   "--min-games 5",
                   "what strong players have played often");
    return [request](Console& console) { return run_book_build(*request, console); };
}

Action declare_book_learn_command(Syntax& syntax) {
    const auto request = std::make_shared<BookBuildRequest>();
    syntax.form("BOOK MATCH.pgn... [OPTION...]");
    syntax.option("-o", "BOOK", "the book that has learnt (the same one if not given)",
                  text_into(request->target));
    request->games.declare(syntax);
    syntax.flag("--new-moves", "learn also moves that the book does not have",
                flag_into(request->new_moves));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("BOOK", "the book, and behind it PGN files of games of our own",
                     list_into(request->games.files));
    syntax.note("What is learnt is kept apart from the counts of the games that the book was built "
                "from; how much it weighs is said when the book is used (--own-weight, and the "
                "option Book Own Weight). Both sides of a game are learnt from. A game that "
                "the book has learnt from already is passed over.");
    syntax.note("Exit code 3: a file cannot be read or written.");
    syntax.example("ratatosk book learn games.rbook match.pgn",
                   "remember how the book fared in a match");
    return [request](Console& console) { return run_book_learn(*request, console); };
}

} // namespace rata
