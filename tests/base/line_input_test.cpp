#include "engine/base/line_input.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <thread>
#include <unistd.h>

using namespace rata;

namespace {

struct TestPipe {
    FileHandle reading;
    FileHandle writing;

    TestPipe() {
        std::array<int, 2> ends{};
        REQUIRE(::pipe(ends.data()) == 0);
        reading = FileHandle(ends[0]);
        writing = FileHandle(ends[1]);
    }
    void write(std::string_view text) const {
        REQUIRE(::write(writing.native(), text.data(), text.size()) ==
                static_cast<ssize_t>(text.size()));
    }
};

std::string next_text(LineInput& input) {
    const auto line = input.next();
    REQUIRE(line.has_value());
    CHECK(!line->too_long);
    return line->text;
}

} // namespace

TEST_CASE("lines come whole, however they are cut", "[base][line_input]") {
    TestPipe pipe;
    auto input = LineInput::open(pipe.reading.native(), {}).value();
    pipe.write("one\ntwo\r\n\nthr");
    CHECK(next_text(input) == "one");
    CHECK(next_text(input) == "two");
    CHECK(next_text(input).empty());
    std::jthread writer([&pipe] {
        pipe.write("ee\nla");
        pipe.write("st");
        pipe.writing.close();
    });
    CHECK(next_text(input) == "three");
    CHECK(next_text(input) == "last");
    CHECK(!input.next());
    CHECK(!input.next());
}

TEST_CASE("more input is noticed without waiting for it", "[base][line_input]") {
    TestPipe pipe;
    auto input = LineInput::open(pipe.reading.native(), {}).value();
    CHECK(!input.has_more());
    pipe.write("one\ntwo\n");
    CHECK(input.has_more());
    CHECK(next_text(input) == "one");
    CHECK(input.has_more()); // in its own buffer
    CHECK(next_text(input) == "two");
    CHECK(!input.has_more());
    pipe.writing.close();
    CHECK(input.has_more()); // the end
    CHECK(!input.next());
}

TEST_CASE("an endless line is passed over", "[base][line_input]") {
    TestPipe pipe;
    auto input = LineInput::open(pipe.reading.native(), {}).value();
    std::jthread writer([&pipe] {
        const std::string block(1 << 16, 'x');
        for (std::size_t sent = 0; sent <= 2 * LineInput::kLongestLine; sent += block.size())
            pipe.write(block);
        pipe.write("\nshort\n");
    });
    const auto mad = input.next();
    REQUIRE(mad.has_value());
    CHECK(mad->too_long);
    CHECK(mad->text.empty());
    CHECK(next_text(input) == "short");
}

TEST_CASE("a request to stop wakes the reader", "[base][line_input]") {
    TestPipe pipe;
    std::stop_source stop;
    auto input = LineInput::open(pipe.reading.native(), stop.get_token()).value();
    std::jthread asker([&stop] {
        std::this_thread::sleep_for(milliseconds(5));
        stop.request_stop();
    });
    CHECK(!input.next());
    pipe.write("late\n");
    CHECK(!input.next());
}
