// What comes into runs of test suites from outside: suites, lines of XBoard engines, and runs that
// were kept as JSON. No crash, and what is accepted keeps its promises.
#include "engine/client/xboard_dialect.hpp"
#include "epd/comparison.hpp"
#include "epd/uci_analyst.hpp"
#include "epd/xboard_line.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

void check_suite(std::string_view text) {
    std::vector<TestSuite> suites{parse_test_suite(text, "suite"), parse_test_suite(text, "again")};
    make_ids_unique(suites);
    for (const TestSuite& suite : suites) {
        static_cast<void>(natural_scoring(suite));
        for (const Error& error : suite.broken)
            require(error.where.line > 0 && error.where.byte <= text.size() + 1);
        for (const TestPosition& test : suite.positions) {
            require(!test.id.empty() && (!test.best.empty() || !test.avoid.empty()));
            for (const Move move : test.best)
                require(test.position.is_legal(move) && test.is_solved_by(move));
            for (const MoveCredit& credit : test.credits)
                require(test.position.is_legal(credit.move) && credit.points >= 0);
            static_cast<void>(theme_of(test.id));
        }
    }
}

void check_line(std::string_view line) {
    const Position start = Position::start();
    static_cast<void>(read_features(line));
    static_cast<void>(announced_move(line));
    for (const auto& sighting : {read_xboard_sighting(line, start), read_uci_sighting(line, start)})
        require(!sighting || start.is_legal(sighting->move));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_suite(text);
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        check_line(text.substr(start, end - start));
        start = end + 1;
    }
    static_cast<void>(parse_old_run(text, "run"));
    return 0;
}
