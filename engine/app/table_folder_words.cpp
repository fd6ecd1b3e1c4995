#include "engine/app/table_folder_words.hpp"

#include <filesystem>

namespace rata {

void declare_table_folder(Syntax& syntax, std::optional<std::string>& folder) {
    syntax.option(
        "--dir", "DIR",
        fmt::format("folder of tables (default {}; three men need none)", kUsualTableFolder),
        text_into(folder));
}

std::optional<Error> missing_folder(const std::string& folder) {
    std::error_code failure;
    const auto status = std::filesystem::status(folder, failure);
    if (std::filesystem::is_directory(status)) return std::nullopt;
    const bool missing = status.type() == std::filesystem::file_type::not_found;
    return Error{.code = missing ? ErrorCode::NotFound : ErrorCode::InputOutput,
                 .message = missing   ? "there is no such folder"
                            : failure ? "cannot open: " + failure.message()
                                      : "expected a folder, found something else",
                 .where = {.source = folder}};
}

} // namespace rata
