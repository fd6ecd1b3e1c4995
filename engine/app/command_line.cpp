#include "engine/app/command_line.hpp"

#include "engine/app/fen_words.hpp"
#include "engine/app/option_words.hpp"
#include "engine/app/word_groups.hpp"
#include "engine/base/suggestion.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>

namespace rata {

namespace {

constexpr int kAnyNumber = 1 << 20;

/// A command as CLI11 knows it.
struct Declared {
    std::string name{};
    CLI::App* app = nullptr; ///< owned by the root
    Syntax syntax{};
    Action action{};
    std::vector<CLI::Option*> options{}; ///< in the order of syntax.parameters
};

/// CLI11 is told to accept everything it can, so that it is here, and in one place, that things are
/// refused and errors get their words.
void prepare(CLI::App& app) {
    app.set_help_flag();
    app.add_flag("-h,--help");
    app.allow_extras();
    app.require_subcommand(0, 1); // else a file called "perft" would be a second command
}

CLI::Option* declare(CLI::App& app, const Parameter& parameter) {
    switch (parameter.kind) {
    case Parameter::Kind::Flag: return app.add_flag(parameter.name);
    case Parameter::Kind::Option:
    case Parameter::Kind::Argument:
        return app.add_option(parameter.name)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    case Parameter::Kind::Arguments:
        return app.add_option(parameter.name)->expected(1, kAnyNumber)->allow_extra_args();
    case Parameter::Kind::Group: // of commands that are not declared here
    case Parameter::Kind::Words: break;
    }
    return nullptr;
}

CLI::App* group_app(CLI::App& root, const std::string& name) {
    for (CLI::App* each : root.get_subcommands({}))
        if (each->get_name() == name) return each;
    CLI::App* group = root.add_subcommand(name);
    prepare(*group);
    return group;
}

/// The App for a name of one or two words.
CLI::App* make_app(CLI::App& root, const std::string& name) {
    const std::size_t blank = name.find(' ');
    if (blank == std::string::npos) return root.add_subcommand(name);
    return group_app(root, name.substr(0, blank))->add_subcommand(name.substr(blank + 1));
}

std::vector<Declared> declare_commands(CLI::App& root) {
    std::vector<Declared> all;
    for (const Command& command : command_table()) {
        Syntax syntax;
        Action action = command.declare(syntax);
        if (syntax.has_groups() || syntax.takes_all_words()) continue;
        Declared& declared = all.emplace_back();
        declared.name = command.name;
        declared.app = make_app(root, declared.name);
        declared.syntax = std::move(syntax);
        declared.action = std::move(action);
        prepare(*declared.app);
        for (const Parameter& parameter : declared.syntax.parameters)
            declared.options.push_back(declare(*declared.app, parameter));
    }
    return all;
}

/// The innermost command or group that the arguments name, and its name.
const CLI::App* innermost(const CLI::App& root, std::string& topic) {
    const CLI::App* app = &root;
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
        topic += (topic.empty() ? "" : " ") + app->get_name();
    }
    return app;
}

bool is_given(const CLI::App& app, const std::string& flag) { return app.count(flag) > 0; }

std::string list_commands(const std::string& group) {
    std::string list;
    for (const Command& command : command_table()) {
        const std::string_view name = command.name;
        if (!name.starts_with(group + ' ')) continue;
        list += (list.empty() ? "" : ", ") + std::string(name.substr(group.size() + 1));
    }
    return list;
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

/// What may stand behind the topic: options and, of a group or the program, commands.
std::vector<std::string> known_options(const std::vector<Declared>& commands,
                                       const std::string& topic) {
    std::vector<std::string> names{"--help"};
    if (topic.empty())
        for (const char* name : {"--version", "--man", "--options", "--all"})
            names.emplace_back(name);
    for (const Declared& command : commands)
        if (command.name == topic)
            for (const Parameter& parameter : command.syntax.parameters)
                if (parameter.name.starts_with("--")) names.push_back(parameter.name);
    return names;
}

UsageError explain_unknown_option(const std::string& word, const std::vector<Declared>& commands,
                                  const std::string& topic) {
    const std::string name = word.substr(0, word.find('='));
    constexpr std::size_t kLeastLetters = 3; // "-x" is near to everything
    constexpr std::size_t kLeastEnding = 4;
    const std::string message = "unknown option " + rata::in_quotes(word);
    if (name.size() < kLeastLetters) return {topic, message};
    const auto known = known_options(commands, topic);
    if (const std::string hint = did_you_mean(name, known); !hint.empty())
        return {topic, message + hint};
    for (const std::string& option : known) { // "--movetime" in other programs is "--time" here
        const std::string_view letters = std::string_view(option).substr(2);
        if (letters.size() >= kLeastEnding && name.ends_with(letters))
            return {topic, message + "; did you mean " + rata::in_quotes(option) + "?"};
    }
    return {topic, message};
}

UsageError explain_unknown_command(const std::string& word, const std::string& topic) {
    std::vector<std::string> names;        // that could stand in its place
    std::vector<std::string> same_command; // of a group that was not named
    for (const Command& command : command_table()) {
        const std::string name(command.name);
        const std::size_t blank = name.find(' ');
        if (topic.empty())
            names.push_back(name.substr(0, blank));
        else if (name.starts_with(topic + ' '))
            names.push_back(name.substr(topic.size() + 1));
        if (blank != std::string::npos && name.substr(blank + 1) == word)
            same_command.push_back(name);
    }
    const std::string message = "unknown command " + rata::in_quotes(word);
    if (!same_command.empty())
        return {topic, message + "; did you mean " + rata::in_quotes(same_command.front()) + "?"};
    const std::string hint = did_you_mean(word, names);
    if (!hint.empty() || topic.empty()) return {topic, message + hint};
    return {topic, message + ", expected " + list_commands(topic)};
}

/// No command was named, or half of one.
UsageError explain_missing_command(const CLI::App& app, const std::vector<Declared>& commands,
                                   const std::string& topic) {
    const std::vector<std::string> extras = app.remaining();
    if (extras.empty())
        return {topic,
                topic.empty() ? "expected a command" : "expected one of: " + list_commands(topic)};
    return is_option(extras.front()) ? explain_unknown_option(extras.front(), commands, topic)
                                     : explain_unknown_command(extras.front(), topic);
}

UsageError explain_extra(const std::string& extra, const std::vector<Declared>& commands,
                         const std::string& topic) {
    if (is_option(extra)) return explain_unknown_option(extra, commands, topic);
    return {topic, "unexpected argument " + rata::in_quotes(extra)};
}

/// Hands the texts to the variables of the command in the order in which they were given, so that
/// the last one counts, and a flag can be about the option before it. A refused one comes back as
/// an error.
Result<void> assign(const Declared& declared) {
    std::map<const CLI::Option*, std::size_t> taken;
    for (const CLI::Option* given : declared.app->parse_order()) {
        const auto option = std::find(declared.options.begin(), declared.options.end(), given);
        if (option == declared.options.end()) continue; // --help
        const Parameter& parameter =
            declared.syntax.parameters[static_cast<std::size_t>(option - declared.options.begin())];
        const std::string& text = given->results()[taken[given]++];
        if (const auto accepted = parameter.target.accept(text); !accepted) {
            Error error = accepted.error();
            error.message = parameter.name + ": " + error.message;
            return error;
        }
    }
    return {};
}

Request request_of(const CLI::App& root, std::vector<Declared>& commands) {
    std::string topic;
    const CLI::App* app = innermost(root, topic);
    if (is_given(root, "--help") || is_given(*app, "--help"))
        return ShowHelp{topic, is_given(root, "--all")};
    if (is_given(root, "--version")) return ShowVersion{};
    if (is_given(root, "--man")) return ShowDocument{ShowDocument::Kind::ManPage};
    if (is_given(root, "--options")) return ShowDocument{ShowDocument::Kind::Options};
    const auto named = std::find_if(commands.begin(), commands.end(),
                                    [app](const Declared& each) { return each.app == app; });
    if (named == commands.end()) return explain_missing_command(*app, commands, topic);
    // What the outer apps could not use stands before the command: "ratatosk --bogus perft".
    const std::vector<std::string> extras = root.remaining(true);
    if (!extras.empty()) return explain_extra(extras.front(), commands, topic);
    if (const auto assigned = assign(*named); !assigned)
        return UsageError{topic, assigned.error().message};
    return RunCommand{topic, std::move(named->action)};
}

/// The command of one word that the arguments begin with, unless they begin with one of two words.
const Command* try_find_command(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return nullptr;
    const std::string pair =
        arguments.size() > 1 ? arguments[0] + ' ' + arguments[1] : std::string{};
    const Command* found = nullptr;
    for (const Command& command : command_table()) {
        if (command.name == pair) return nullptr; // a longer name goes first
        if (command.name == arguments[0]) found = &command;
    }
    return found;
}

/// Commands that read their words themselves: groups of words, or all words as they are, are more
/// than CLI11 can be told of.
std::optional<Request> try_read_words(std::vector<std::string> arguments) {
    const bool help_first = !arguments.empty() && asks_for_help({arguments.front()});
    if (help_first) arguments.erase(arguments.begin());
    const Command* command = try_find_command(arguments);
    if (command == nullptr) return std::nullopt;
    Syntax syntax;
    Action action = command->declare(syntax);
    if (!syntax.has_groups() && !syntax.takes_all_words()) return std::nullopt;
    const std::string topic(command->name);
    std::vector<std::string> words(arguments.begin() + 1, arguments.end());
    if (syntax.takes_all_words()) {
        if (help_first) words.insert(words.begin(), "--help");
        if (const auto taken = syntax.parameters.front().words(words); !taken)
            return UsageError{topic, taken.error().message};
        return RunCommand{topic, std::move(action)};
    }
    if (help_first || asks_for_help(words)) return ShowHelp{topic, false};
    if (const auto read = read_word_groups(words, syntax); !read)
        return UsageError{topic, read.error().message};
    return RunCommand{topic, std::move(action)};
}

/// CLI11 throws for one thing that is left to it: an option whose value is missing, by name.
UsageError explain_parse_error(const CLI::App& root, const CLI::ParseError& error) {
    std::string topic;
    static_cast<void>(innermost(root, topic));
    const std::string text = error.what();
    if (error.get_name() == "ArgumentMismatch" && text.starts_with('-'))
        return {topic, text.substr(0, text.find_first_of(": ")) + " needs a value"};
    return {topic, text};
}

} // namespace

Request parse_command_line(const std::vector<std::string>& arguments) {
    if (std::all_of(arguments.begin(), arguments.end(), is_option_word)) {
        std::vector<std::string> words = arguments;
        auto options = take_option_words(words);
        if (!options) return UsageError{{}, options.error().message};
        return NothingAsked{std::move(*options)};
    }
    if (auto request = try_read_words(arguments)) return std::move(*request);
    CLI::App root;
    prepare(root);
    root.add_flag("--version");
    root.add_flag("--man");
    root.add_flag("--options");
    root.add_flag("--all");
    std::vector<Declared> commands = declare_commands(root);

    std::vector<std::string> words = join_fen_words(arguments);
    std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
    try {
        root.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return explain_parse_error(root, error);
    }
    return request_of(root, commands);
}

} // namespace rata
