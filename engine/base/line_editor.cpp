#include "engine/base/line_editor.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace rata {

namespace {

constexpr char kEscapeKey = '\x1b';
constexpr char kDeleteKey = '\x7f';

constexpr char control(char letter) { return static_cast<char>(letter & 0x1F); }

/// Of a character of several bytes, not its first one.
bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::size_t character_count(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_inside_character));
}

/// Where the character with this number begins.
std::size_t place_of_character(std::string_view text, std::size_t number) {
    std::size_t place = 0;
    for (; place < text.size(); ++place)
        if (!is_inside_character(text[place]) && number-- == 0) break;
    return place;
}

std::string common_beginning(const std::vector<std::string>& words) {
    std::string common = words.front();
    for (const std::string& word : words) {
        const auto [end, ignored] =
            std::mismatch(common.begin(), common.end(), word.begin(), word.end());
        common.erase(end, common.end());
    }
    return common;
}

} // namespace

LineEditor::LineEditor(std::string prompt, Completer completer)
    : prompt_(std::move(prompt)), completer_(std::move(completer)) {}

LineEditor::Event LineEditor::take(char key) {
    if (input_ == Input::Escape) {
        take_escape(key);
    } else if (input_ == Input::Sequence) {
        take_sequence(key);
    } else if (key == '\r' || key == '\n') {
        cursor_ = line_.size();
        return Event::Line;
    } else if (key == control('D') && line_.empty()) {
        return Event::End;
    } else if (key == kEscapeKey) {
        input_ = Input::Escape;
    } else if (key == kDeleteKey || static_cast<unsigned char>(key) < ' ') {
        take_control(key);
    } else {
        insert(key);
    }
    return Event::Typing;
}

void LineEditor::begin_next() {
    if (!line_.empty() && (history_.empty() || history_.back() != line_)) history_.push_back(line_);
    line_.clear();
    typed_.clear();
    cursor_ = 0;
    recalled_ = history_.size();
    input_ = Input::Plain;
}

void LineEditor::take_control(char key) {
    switch (key) {
    case control('A'): cursor_ = 0; break;
    case control('B'): cursor_ = before(cursor_); break;
    case control('C'): erase(0, line_.size()); break;
    case control('D'): erase(cursor_, behind(cursor_)); break;
    case control('E'): cursor_ = line_.size(); break;
    case control('F'): cursor_ = behind(cursor_); break;
    case control('H'):
    case kDeleteKey: erase(before(cursor_), cursor_); break;
    case control('I'): complete(); break;
    case control('K'): erase(cursor_, line_.size()); break;
    case control('L'): notice_ = "\x1b[H\x1b[2J"; break;
    case control('N'): recall(recalled_ + 1); break;
    case control('P'):
        if (recalled_ > 0) recall(recalled_ - 1);
        break;
    case control('U'): erase(0, cursor_); break;
    case control('W'): erase(word_before(cursor_), cursor_); break;
    default: break;
    }
}

void LineEditor::take_escape(char key) {
    input_ = Input::Plain;
    switch (key) {
    case '[':
    case 'O':
        input_ = Input::Sequence;
        sequence_.clear();
        break;
    case 'b': cursor_ = word_before(cursor_); break;
    case 'f': cursor_ = word_behind(cursor_); break;
    case 'd': erase(cursor_, word_behind(cursor_)); break;
    default: break;
    }
}

/// Parameters end with a letter or "~"; sequences for other keys are passed over.
void LineEditor::take_sequence(char key) {
    if (key >= '0' && key < '@') {
        sequence_ += key;
        return;
    }
    input_ = Input::Plain;
    const bool is_word_step = sequence_.ends_with(";5") || sequence_.ends_with(";3");
    switch (key) {
    case 'A': return take_control(control('P'));
    case 'B': return take_control(control('N'));
    case 'C': cursor_ = is_word_step ? word_behind(cursor_) : behind(cursor_); return;
    case 'D': cursor_ = is_word_step ? word_before(cursor_) : before(cursor_); return;
    case 'H': cursor_ = 0; return;
    case 'F': cursor_ = line_.size(); return;
    case '~': break;
    default: return;
    }
    if (sequence_ == "1" || sequence_ == "7") cursor_ = 0;
    if (sequence_ == "3") erase(cursor_, behind(cursor_));
    if (sequence_ == "4" || sequence_ == "8") cursor_ = line_.size();
}

void LineEditor::insert(char key) { line_.insert(cursor_++, 1, key); }

void LineEditor::erase(std::size_t begin, std::size_t end) {
    line_.erase(begin, end - begin);
    cursor_ = begin;
}

void LineEditor::recall(std::size_t place) {
    if (place > history_.size()) return;
    if (recalled_ == history_.size()) typed_ = line_;
    recalled_ = place;
    line_ = place == history_.size() ? typed_ : history_[place];
    cursor_ = line_.size();
}

/// As much as all words agree in; if that is nothing new, the words are shown.
void LineEditor::complete() {
    const Completion completion = completer_(std::string_view(line_).substr(0, cursor_));
    if (completion.words.empty()) return;
    const std::string common = common_beginning(completion.words);
    if (common.size() > cursor_ - completion.begin) {
        line_.replace(completion.begin, cursor_ - completion.begin, common);
        cursor_ = completion.begin + common.size();
    } else if (completion.words.size() > 1) {
        for (const std::string& word : completion.words)
            notice_ += (notice_.empty() ? "\r\x1b[K" : "  ") + word;
        notice_ += "\r\n";
    }
}

std::size_t LineEditor::before(std::size_t place) const {
    while (place > 0 && is_inside_character(line_[place - 1])) --place;
    return place > 0 ? place - 1 : 0;
}

std::size_t LineEditor::behind(std::size_t place) const {
    if (place < line_.size()) ++place;
    while (place < line_.size() && is_inside_character(line_[place])) ++place;
    return place;
}

std::size_t LineEditor::word_before(std::size_t place) const {
    while (place > 0 && !is_word_part(line_[place - 1])) --place;
    while (place > 0 && is_word_part(line_[place - 1])) --place;
    return place;
}

std::size_t LineEditor::word_behind(std::size_t place) const {
    while (place < line_.size() && !is_word_part(line_[place])) ++place;
    while (place < line_.size() && is_word_part(line_[place])) ++place;
    return place;
}

/// A line that is too long shows the part that ends with the cursor, or begins with the line.
std::string LineEditor::drawn(std::size_t columns) {
    const std::size_t prompt_width = character_count(prompt_);
    const std::size_t room = std::max<std::size_t>(columns, prompt_width + 2) - prompt_width - 1;
    const std::size_t at = character_count(std::string_view(line_).substr(0, cursor_));
    const std::size_t hidden = at > room ? at - room : 0;
    std::string_view visible = std::string_view(line_).substr(place_of_character(line_, hidden));
    visible = visible.substr(0, place_of_character(visible, room));
    std::string text = std::exchange(notice_, {}) + '\r' + prompt_ + std::string(visible) +
                       "\x1b[K\x1b[" + std::to_string(prompt_width + at - hidden + 1) + 'G';
    return text;
}

} // namespace rata
