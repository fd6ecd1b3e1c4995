#include "engine/base/line_editor.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

using Event = LineEditor::Event;

/// Completes one of three words.
LineEditor::Completion complete_birds(std::string_view before) {
    LineEditor::Completion found{.begin = before.rfind(' ') + 1};
    for (const char* word : {"crane", "crow", "owl"})
        if (std::string_view(word).starts_with(before.substr(found.begin)))
            found.words.emplace_back(word);
    return found;
}

LineEditor make_editor() { return {"> ", complete_birds}; }

/// The line after the keys.
std::string typed(LineEditor& editor, std::string_view keys) {
    for (const char key : keys) CHECK(editor.take(key) == Event::Typing);
    return editor.line();
}

std::string typed(std::string_view keys) {
    LineEditor editor = make_editor();
    return typed(editor, keys);
}

} // namespace

TEST_CASE("a typed line is edited by the usual keys", "[base][line_editor]") {
    CHECK(typed("owl") == "owl");
    CHECK(typed("owl\x7f\x08") == "o");
    CHECK(typed("wl\x01o") == "owl");
    CHECK(typed("ol\x1b[Dw") == "owl");
    CHECK(typed("ol\x1b[D\x1b[D\x1b[C\x1bOCw") == "olw");
    CHECK(typed("owl\x1b[H\x1b[3~\x1b[Fs") == "wls");
    CHECK(typed("owl\x1b[1~\x04\x1b[4~s") == "wls");
    CHECK(typed("an owl\x02\x0b") == "an ow");
    CHECK(typed("an owl\x02\x15") == "l");
    CHECK(typed("an owl\x17") == "an ");
    CHECK(typed("an owl\x1b"
                "b\x1b"
                "bno, \x1b"
                "d") == "no,  owl");
    CHECK(typed("an owl\x1b[1;5Dx") == "an xowl");
    CHECK(typed("owl\x03") == "");
    CHECK(typed("owl\x1b[15~\x1b[200~\x1bx\x1f") == "owl");
}

TEST_CASE("characters of several bytes are one character to a line's keys", "[base][line_editor]") {
    CHECK(typed("Ägir\x01\x04") == "gir");
    CHECK(typed("né\x7f") == "n");
    CHECK(typed("né\x1b[D\x1b[Di") == "iné");
    LineEditor editor = make_editor();
    typed(editor, "né");
    CHECK(editor.drawn(80) == "\r> né\x1b[K\x1b[5G");
}

TEST_CASE("lines end, and are recalled", "[base][line_editor]") {
    LineEditor editor = make_editor();
    CHECK(editor.take('\x04') == Event::End);
    CHECK(typed(editor, "\x1b[A\x1b[B") == "");
    for (const char* line : {"one", "two", "two", ""}) {
        typed(editor, line);
        CHECK(editor.take('\r') == Event::Line);
        CHECK(editor.line() == line);
        editor.begin_next();
    }
    CHECK(typed(editor, "thr\x1b[A") == "two");
    CHECK(typed(editor, "\x10") == "one");
    CHECK(typed(editor, "\x10") == "one");
    CHECK(typed(editor, "\x0e\x1b[B") == "thr");
    CHECK(typed(editor, "\x1b[B") == "thr");
}

TEST_CASE("Tab completes as far as it is sure", "[base][line_editor]") {
    CHECK(typed("an o\t") == "an owl");
    CHECK(typed("a finch\t") == "a finch");
    LineEditor editor = make_editor();
    CHECK(typed(editor, "a c\t") == "a cr");
    CHECK(editor.drawn(80) == "\r> a cr\x1b[K\x1b[7G");
    CHECK(typed(editor, "\t") == "a cr");
    CHECK(editor.drawn(80) == "\r\x1b[Kcrane  crow\r\n\r> a cr\x1b[K\x1b[7G");
    CHECK(editor.drawn(80) == "\r> a cr\x1b[K\x1b[7G");
    CHECK(typed(editor, "a\t and crows\x1b[H") == "a crane and crows");
}

TEST_CASE("a long line shows the part around the cursor", "[base][line_editor]") {
    LineEditor editor = make_editor();
    typed(editor, "0123456789");
    CHECK(editor.drawn(9) == "\r> 456789\x1b[K\x1b[9G");
    typed(editor, "\x02\x02");
    CHECK(editor.drawn(9) == "\r> 234567\x1b[K\x1b[9G");
    typed(editor, "\x01");
    CHECK(editor.drawn(9) == "\r> 012345\x1b[K\x1b[3G");
    CHECK(editor.drawn(1) == "\r> 0\x1b[K\x1b[3G");
    typed(editor, "\x0c");
    CHECK(editor.drawn(99) == "\x1b[H\x1b[2J\r> 0123456789\x1b[K\x1b[3G");
}
