// The treemap in a real browser, without a window and without a network: it has to load, draw, and
// follow a click.
#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "logging/treelog/log_copy.hpp"
#include "tests/support/test_data.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace {

using rata::test::Gtq;

/// The first of the browsers in PATH; empty if there is none.
std::string find_browser() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (std::filesystem::exists(std::filesystem::path(folder) / name))
                return folder + "/" + name;
    return {};
}

/// Before everything else in the page, so that no error escapes.
constexpr std::string_view kWatch = R"(<script>
const complaints = [];
window.addEventListener("error", event => complaints.push(event.message));
for (const kind of ["error", "warn"])
    console[kind] = (...words) => complaints.push(words.join(" "));
</script>)";

/// What a person would do. The data is taken out, since the whole page comes back as text.
constexpr std::string_view kVisit = R"(<pre id="seen"></pre><script>
window.onload = () => {
    const canvas = document.getElementById("canvas"), box = canvas.getBoundingClientRect();
    const at = (type, x, y, more) => canvas.dispatchEvent(new MouseEvent(type, {
        clientX: box.left + x * box.width, clientY: box.top + y * box.height, bubbles: true,
        ...more }));
    const seen = { first: treemap.state(), title: document.getElementById("title").textContent };
    at("click", 0.3, 0.6);
    seen.clicked = treemap.state();
    seen.path = document.getElementById("path").textContent.trim();
    at("click", 0.3, 0.6);
    seen.deeper = treemap.state();
    at("click", 0.3, 0.6, { shiftKey: true });
    seen.back = treemap.state();
    let node = 0;
    for (let i = 0; i < 7; ++i) node = tree.parent.indexOf(node);
    treemap.zoom(node);
    seen.squares = [...new Set([...document.getElementById("board").children].map(square => {
        const place = square.getBoundingClientRect();
        return `${place.width}x${place.height}`;
    }))];
    seen.board = document.getElementById("board").dataset.board;
    seen.about = document.getElementById("about").textContent;
    document.querySelector("#path a").click();
    seen.home = treemap.state();
    const select = document.getElementById("colour");
    for (const option of select.options) {
        select.value = option.value;
        select.dispatchEvent(new Event("change"));
    }
    seen.colours = select.options.length;
    seen.complaints = complaints;
    document.getElementById("data").remove();
    document.getElementById("seen").textContent = JSON.stringify(seen);
};
</script></body>)";

nlohmann::json visit(const std::string& browser, const Gtq& gtq, std::string page) {
    page.insert(page.find("<head>") + 6, kWatch);
    page.replace(page.rfind("</body>"), 7, kVisit);
    gtq.write("visited.html", page);
    const auto done = rata::Process::run(
        {.program = browser,
         .arguments = {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                       "--no-first-run", "--window-size=1200,800",
                       "--user-data-dir=" + (gtq.folder() / "profile").string(), "--dump-dom",
                       "file://" + (gtq.folder() / "visited.html").string()},
         .folder = gtq.folder(),
         .environment = {{"HOME", gtq.folder().string()}},
         .errors = rata::ErrorStream::Pipe},
        "", std::chrono::seconds(300));
    REQUIRE(done.ok());
    INFO(done->errors);
    CHECK(done->errors.find("CONSOLE") == std::string::npos);
    const std::size_t begin = done->output.find(R"(<pre id="seen">)");
    REQUIRE(begin != std::string::npos);
    const std::size_t end = done->output.find("</pre>", begin);
    const std::string text = done->output.substr(begin + 15, end - begin - 15);
    INFO(text);
    REQUIRE(nlohmann::json::accept(text));
    return nlohmann::json::parse(text);
}

} // namespace

TEST_CASE("the treemap of a hundred thousand nodes works in a browser", "[gtq][browser][slow]") {
    const std::string browser = find_browser();
    if (browser.empty()) return rata::test::skip_case("no chromium in PATH");
    const Gtq gtq;
    const auto log = rata::test::bushy_chess_log(6);
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "bushy.gtf", treelog::Profile::Fast).ok());
    const auto made = gtq.run({"treemap", "bushy.gtf", "-o", "page.html", "--max-nodes", "400000"});
    CHECK(made.output == "page.html: 335923 of 335923 nodes\n");
    const nlohmann::json seen = visit(browser, gtq, gtq.read("page.html"));
    CHECK(seen["complaints"].empty());
    CHECK(seen["first"]["count"] == 335923);
    CHECK(seen["first"]["root"] == 0);
    CHECK(seen["first"]["drawn"] > 1000);
    CHECK(seen["title"].get<std::string>().find("335,923 nodes") != std::string::npos);
    // One level for each click, and back.
    CHECK(seen["clicked"]["root"] == 1 + 55987);
    CHECK(seen["path"] == "root e2e4");
    CHECK(seen["deeper"]["root"] > seen["clicked"]["root"]);
    CHECK(seen["back"]["root"] == seen["clicked"]["root"]);
    CHECK(seen["home"]["root"] == 0);
    CHECK(seen["board"] == "r bqk nrpppp ppp  n       b p     B P        N  PPPP PPPRNBQ RK ");
    CHECK(seen["squares"] == nlohmann::json::array({"30x30"})); // empty ranks too
    CHECK(seen["about"].get<std::string>().find("last_move: e1h1") != std::string::npos);
    CHECK(seen["colours"] >= 8);
}
