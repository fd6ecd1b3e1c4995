#include "engine/protocol/uci_parser.hpp"

#include "engine/base/parse.hpp"

namespace rata::uci {

namespace {

using Parser = Result<Parsed> (*)(std::string_view rest, const IsOptionName& is_option_name);

struct Word {
    std::string_view text;
    Parser parser;
    /// Known wherever it stands in a line of unknown words. The words for people are not: "d" and
    /// "help" may well be part of what was not meant for us.
    bool anywhere = true;
};

template <typename Plain>
Result<Parsed> plain(std::string_view, const IsOptionName&) {
    return Parsed{Plain{}};
}

std::string passed_over(std::string_view word) { return "passed over " + in_quotes(word); }

Error expected(const std::string& what, std::string_view found) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "expected " + what + ", found " +
                            (found.empty() ? std::string("nothing") : in_quotes(found)),
                 .where = {}};
}

Result<Parsed> parse_debug(std::string_view rest, const IsOptionName&) {
    const std::string_view word = WordReader(rest).next().value_or("");
    if (word == "on") return Parsed{Debug{true}};
    if (word == "off") return Parsed{Debug{false}};
    return expected("'on' or 'off' after 'debug'", word);
}

std::string joined(std::string text, std::string_view word) {
    if (!text.empty()) text += ' ';
    return text += word;
}

Result<Parsed> parse_position(std::string_view rest, const IsOptionName&) {
    WordReader words(rest);
    Parsed parsed;
    SetPosition position;
    const std::string_view kind = words.next().value_or("");
    if (kind != "startpos" && kind != "fen")
        return expected("'startpos' or 'fen' after 'position'", kind);
    if (kind == "fen") position.fen.emplace();
    auto word = words.next();
    for (; word && *word != "moves"; word = words.next()) {
        if (position.fen)
            position.fen = joined(std::move(*position.fen), *word);
        else
            parsed.remarks.push_back(passed_over(*word));
    }
    while (word && (word = words.next())) position.moves.emplace_back(*word);
    parsed.command = std::move(position);
    return parsed;
}

Result<Parsed> parse_set_option_line(std::string_view rest, const IsOptionName& is_option_name) {
    auto option = parse_set_option(rest, is_option_name);
    if (!option) return option.error();
    return Parsed{std::move(*option)};
}

Result<Parsed> parse_bench(std::string_view rest, const IsOptionName&) {
    Bench bench;
    WordReader words(rest);
    while (const auto word = words.next()) bench.arguments.emplace_back(*word);
    return Parsed{std::move(bench)};
}

Result<Parsed> parse_question(std::string_view rest, const IsOptionName&) {
    return Parsed{AskTree{std::string(trimmed(rest))}};
}

Result<Parsed> parse_go_line(std::string_view rest, const IsOptionName&) { return parse_go(rest); }

constexpr Word kWords[] = {
    {"uci", plain<Uci>},
    {"debug", parse_debug},
    {"isready", plain<IsReady>},
    {"setoption", parse_set_option_line},
    {"register", plain<Register>},
    {"ucinewgame", plain<NewGame>},
    {"position", parse_position},
    {"go", parse_go_line},
    {"stop", plain<Stop>},
    {"ponderhit", plain<PonderHit>},
    {"quit", plain<Quit>},
    {"d", plain<Display>, false},
    {"eval", plain<Evaluate>, false},
    {"bench", parse_bench, false},
    {"query", parse_question, false},
    {"wait", plain<Wait>, false},
    {"compiler", plain<Compiler>, false},
    {"help", plain<Help>, false},
};

const Word* find_word(std::string_view text, bool first) {
    for (const Word& word : kWords)
        if (word.text == text && (first || word.anywhere)) return &word;
    return nullptr;
}

} // namespace

Result<Parsed> parse(std::string_view line, const IsOptionName& is_option_name) {
    WordReader words(line);
    std::vector<std::string> remarks;
    while (const auto text = words.next()) {
        if (const Word* word = find_word(*text, remarks.empty())) {
            auto parsed = word->parser(words.rest(), is_option_name);
            if (parsed)
                parsed->remarks.insert(parsed->remarks.begin(), remarks.begin(), remarks.end());
            return parsed;
        }
        remarks.push_back(passed_over(*text));
    }
    if (remarks.empty()) return Parsed{};
    return Error{.code = ErrorCode::NotFound,
                 .message = "unknown command " + in_quotes(trimmed(line)),
                 .where = {}};
}

bool is_about_position(std::string_view line) {
    WordReader words(line);
    bool first = true;
    for (auto text = words.next(); text; text = words.next(), first = false)
        if (const Word* word = find_word(*text, first)) return word->parser == parse_position;
    return false;
}

Result<SetOption> parse_set_option(std::string_view rest, const IsOptionName& is_option_name) {
    WordReader words(rest);
    const std::string_view name_word = words.next().value_or("");
    if (name_word != "name") return expected("'name' after 'setoption'", name_word);
    const std::string_view text = words.rest();
    // "name" up to the first "value" that leaves an option we know; failing that, the first at all.
    // The whole may be the name of a button.
    std::optional<SetOption> first;
    WordReader parts(text);
    std::string name;
    while (const auto word = parts.next()) {
        if (*word == "value" && !name.empty()) {
            SetOption option{name, std::string(parts.rest())};
            if (is_option_name(name)) return option;
            if (!first) first = std::move(option);
        }
        name = joined(std::move(name), *word);
    }
    if (name.empty()) return expected("an option's name", "");
    if (first && !is_option_name(name)) return *std::move(first);
    return SetOption{std::move(name), {}};
}

} // namespace rata::uci
