// The one error type of the house. A boundary (a parser, a file, an option) returns it inside a
// Result; nothing throws it. The message says what was found and what was expected; `where` says
// at which place, so that a person can go there. It is not for inner loops: see STYLE in docs.
#pragma once

#include <cstddef>
#include <string>

namespace rata {

/// What kind of thing went wrong; the text is in Error::message.
enum class ErrorCode {
    Syntax,      ///< the bytes do not follow the grammar
    Range,       ///< well formed, but outside the permitted values
    Illegal,     ///< well formed, but against the rules of chess
    NotFound,    ///< a file, option or entry that does not exist
    InputOutput, ///< the operating system refused
    Corrupt,     ///< a file of ours fails its checksum or version
    InUse,       ///< another process holds it
    Unsupported, ///< understood, but not something this program does
};

/// A place in a text or file. Zero means "not known"; lines and columns count from 1, bytes from 0.
struct Where {
    std::string source{};
    std::size_t line = 0;
    std::size_t column = 0;
    std::size_t byte = 0;

    bool operator==(const Where&) const = default;
};

struct Error {
    ErrorCode code = ErrorCode::Syntax;
    std::string message{};
    Where where{};

    /// "source:line:column: message", leaving out what is not known.
    [[nodiscard]] std::string to_string() const;

    bool operator==(const Error&) const = default;
};

} // namespace rata
