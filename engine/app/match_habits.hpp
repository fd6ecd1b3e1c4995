// Words that users of fastchess and cutechess-cli know, and that `ratatosk match` understands: what
// it does anyway is accepted, and what it does in another way is refused with the words to use.
#pragma once

#include "engine/app/match_words.hpp"

namespace rata {

/// The words write to `words`, which outlives the syntax.
void declare_match_habits(Syntax& syntax, MatchWords& words);

/// Behind -pgnout and -epdout: FILE, or file=FILE with words about what is written.
[[nodiscard]] WordsTarget output_file_into(std::string& file);

} // namespace rata
