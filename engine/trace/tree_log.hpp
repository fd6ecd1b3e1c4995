// The tree log of an engine at work: opened by what its options say, it stays open from search to
// search, keeps the log in a file or in memory, and never stops the engine from playing.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/trace/tree_tracer.hpp"
#include "logging/treelog/memory_log.hpp"
#include "logging/treelog/recorder.hpp"

namespace rata {

/// As options give it. Equal settings mean the same log.
struct TreeLogSettings {
    std::string file{};   ///< empty: none
    std::string filter{}; ///< see parse_tree_filter
    treelog::Profile profile = treelog::Profile::Fast;
    /// Without a file: keep the last search in so much memory. 0: do not.
    int memory_mebibytes = 0;
    ChainColumns chains = ChainColumns::Omit;

    [[nodiscard]] bool is_wanted() const { return !file.empty() || memory_mebibytes > 0; }
    bool operator==(const TreeLogSettings&) const = default;
};

/// What to log, and how much of it.
struct TreeFilter {
    treelog::LogFilter nodes{};
    std::optional<std::uint64_t> max_bytes{};
    KeyColumn key = KeyColumn::Omit;
};

/// Words of the form NAME=VALUE, in any order, all of which must hold:
///   depth=N         nodes with at least so much depth left
///   level=N         nodes at most so many calls below the root
///   iterations=A-B  these iterations; A alone, A- and -B as well
///   last=K          of these only the last K of each search
///   moves=M/M/...   what lies below these moves from the position of the search
///   hash=HEX        subtrees whose root has this table key
///   sample=N@L      one in N of the subtrees whose roots are at level L
///   time=A-B        trees that begin so many milliseconds after the log was opened
///   size=N          end the file before it has more than N MiB
///   key=on          log the key of every node
[[nodiscard]] Result<TreeFilter> parse_tree_filter(std::string_view text, const Position& root);

/// A search may wait for a slow disk, or it must not.
enum class TreePatience : std::uint8_t { Wait, DropSubtrees };

class TreeLog {
public:
    /// `notes` go into the log for whoever reads it.
    [[nodiscard]] static Result<std::unique_ptr<TreeLog>>
    open(const TreeLogSettings& settings, const Position& root, std::vector<treelog::Note> notes);

    [[nodiscard]] const TreeLogSettings& settings() const { return settings_; }

    /// Before each search; a log in memory forgets the search before.
    void begin_search(const Position& root, TreePatience patience);
    /// Makes a worker log the search that was begun.
    void attach(TreeTracer& tracer, std::size_t worker);
    /// Why the log ended before its time; told once.
    [[nodiscard]] std::optional<Error> take_failure();
    /// Writes what is left. The failure as above, known for good now. Nothing may be logged after.
    [[nodiscard]] std::optional<Error> close();
    /// The last search, if it is kept in memory; not while one runs. Waits until it is all there.
    [[nodiscard]] const treelog::MemoryLog* last_search();

private:
    TreeLog() = default;

    TreeLogSettings settings_{};
    RowLength rows_ = RowLength::Short;
    std::unique_ptr<treelog::MemoryLog> memory_{};
    std::unique_ptr<treelog::TreeSink> limit_{};
    std::unique_ptr<treelog::Recorder> recorder_{}; ///< uses the two above
    std::vector<treelog::LogStream*> streams_{};
    std::uint32_t search_ = 0;
    std::string label_{};
    TreePatience patience_ = TreePatience::Wait;
    bool has_told_ = false;
};

} // namespace rata
