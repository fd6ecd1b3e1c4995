#include "tools/gtq/treemap_page.hpp"

namespace gtq {

namespace {

constexpr std::string_view kHead = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Game tree</title>
<link rel="icon" href="data:,">
<style>
html, body { margin: 0; height: 100%; font: 13px system-ui, sans-serif; background: #1b1d22;
             color: #ddd; overflow: hidden; }
body { display: flex; flex-direction: column; }
header { display: flex; gap: 6px 1em; align-items: center; padding: 6px 10px; flex-wrap: wrap; }
#path { flex-basis: 100%; min-height: 1.3em; overflow: hidden; white-space: nowrap;
        text-overflow: ellipsis; direction: rtl; text-align: left; }
#path bdi a { color: #8bc5ff; cursor: pointer; }
main { flex: 1; display: flex; min-height: 0; }
#map { flex: 1; position: relative; min-width: 0; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: pointer; }
aside { width: 260px; padding: 0 10px 10px; box-sizing: border-box; overflow: auto; }
#board { display: none; grid-template: repeat(8, 30px) / repeat(8, 30px); width: 240px;
         height: 240px; margin-bottom: 8px; user-select: none; }
#board span { display: flex; align-items: center; justify-content: center; font-size: 25px;
              line-height: 1; background: #d9c6a5; color: #111; }
#board span.dark { background: #a07b54; }
#board span.white { color: #fff; text-shadow: 0 0 1px #000, 0 0 2px #000, 0 0 3px #000; }
#board span.moved { box-shadow: inset 0 0 0 3px #f3d34a; }
#about { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
#legend span { display: inline-block; margin-right: 8px; white-space: nowrap; }
#legend i { display: inline-block; width: 10px; height: 10px; margin-right: 4px; }
</style>
</head>
<body>
<header><b id="title"></b><label>colour <select id="colour"></select></label>
<span id="legend"></span><span id="path"><bdi></bdi></span></header>
<main><div id="map"><canvas id="canvas"></canvas></div>
<aside><div id="board"></div><pre id="about"></pre></aside></main>
<script id="data" type="application/json">)page";

/// The tree, its colours and its rectangles.
constexpr std::string_view kTreeScript = R"page(</script>
<script>
"use strict";
const tree = JSON.parse(document.getElementById("data").textContent);
const count = tree.parent.length;
const canvas = document.getElementById("canvas");
const pen = canvas.getContext("2d");

// Children of each node as a linked list: first[node], next[node].
const first = new Int32Array(count).fill(-1), next = new Int32Array(count).fill(-1);
const level = new Uint16Array(count);
for (let node = count - 1; node > 0; --node) {
    next[node] = first[tree.parent[node]];
    first[tree.parent[node]] = node;
}
for (let node = 1; node < count; ++node) level[node] = level[tree.parent[node]] + 1;

const palette = ["#e15759", "#4e79a7", "#59a14f", "#f28e2b", "#b07aa1", "#76b7b2", "#edc948",
                 "#ff9da7", "#9c755f", "#bab0ac", "#1f9e89", "#d37295"];
const heat = Array.from({ length: 65 }, (_, i) => `hsl(${240 - 240 * i / 64} 60% 50%)`);
let column = 0, root = 0, drawn = 0, scale = null;

function colourOfName(index) {
    return index < palette.length ? palette[index] : `hsl(${(index * 67) % 360} 45% 55%)`;
}
// Numbers are coloured by rank, so that a few far ones do not swallow all others.
function makeScale() {
    const values = tree.columns[column].values.filter(value => value !== null);
    const step = Math.max(1, Math.floor(values.length / 5000));
    const sample = values.filter((_, i) => i % step === 0).sort((a, b) => a - b);
    return value => {
        let low = 0, high = sample.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (sample[middle] < value) low = middle + 1; else high = middle;
        }
        return sample.length > 1 ? Math.min(low / (sample.length - 1), 1) : 0.5;
    };
}
function colourOf(node) {
    const about = tree.columns[column];
    if (!about) return "#4e79a7";
    const value = about.values[node];
    if (value === null) return "#555";
    return about.names ? colourOfName(value) : heat[Math.round(64 * scale(value))];
}

// Calls visit(child, x, y, w, h) for the children of a node whose rectangle is given.
function cut(node, x, y, w, h, visit) {
    const edge = w > 12 && h > 12 ? 1 : 0;
    let left = x + edge, top = y + edge;
    const width = w - 2 * edge, height = h - 2 * edge;
    const across = (level[node] - level[root]) % 2 === 0;
    const whole = Math.max(tree.size[node] - 1, 1);
    for (let child = first[node]; child >= 0; child = next[child]) {
        const share = tree.size[child] / whole;
        const cw = across ? width * share : width, ch = across ? height : height * share;
        visit(child, left, top, cw, ch);
        if (across) left += cw; else top += ch;
    }
}
// What is too small to be seen is left to its parent's colour: that is what keeps large trees fast.
const smallest = 0.7;
function draw() {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.font = "11px system-ui, sans-serif";
    drawn = 0;
    const stack = [[root, 0, 0, canvas.clientWidth, canvas.clientHeight]];
    while (stack.length > 0) {
        const [node, x, y, w, h] = stack.pop();
        ++drawn;
        pen.fillStyle = colourOf(node);
        pen.fillRect(x, y, w, h);
        if (w > 5 && h > 5) {
            pen.strokeStyle = "#0007";
            pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
        }
        if (first[node] < 0) {
            if (w > 46 && h > 16) {
                pen.fillStyle = "#000b";
                pen.fillText(moveOf(node), x + 4, y + 13);
            }
            continue;
        }
        cut(node, x, y, w, h, (child, left, top, cw, ch) => {
            if (cw >= smallest && ch >= smallest) stack.push([child, left, top, cw, ch]);
        });
    }
}
function nodeAt(x, y) {
    let found = root, place = [0, 0, canvas.clientWidth, canvas.clientHeight];
    for (let inside = root; inside >= 0;) {
        found = inside;
        inside = -1;
        const [px, py, pw, ph] = place;
        cut(found, px, py, pw, ph, (child, left, top, w, h) => {
            const hit = x >= left && x < left + w && y >= top && y < top + h;
            if (!hit || w < smallest || h < smallest) return;
            inside = child;
            place = [left, top, w, h];
        });
    }
    return found;
}
)page";

/// Words about a node, and the board on it.
constexpr std::string_view kNodeScript = R"page(
function textOf(about, node) {
    const value = about.values[node];
    return value === null ? "-" : about.names ? about.names[value] : String(value);
}
function moveOf(node) {
    if (node === 0 && tree.parent[0] < 0 && tree.way.length === 0) return "root";
    return tree.move >= 0 ? textOf(tree.columns[tree.move], node) : "#" + tree.id[node];
}
function pathTo(node) {
    const path = [];
    for (; node >= 0; node = tree.parent[node]) path.unshift(node);
    return path;
}
function describe(node) {
    const lines = [`#${tree.id[node]}  ${tree.size[node].toLocaleString("en")} nodes, ` +
                   `${(100 * tree.size[node] / tree.size[0]).toFixed(1)}\u00A0%`, ""];
    for (const about of tree.columns) lines.push(`${about.name}: ${textOf(about, node)}`);
    return lines.join("\n");
}

// The position at the root of the log, as the label says it: 64 letters, a8 first.
function firstBoard() {
    const squares = [];
    for (const c of tree.label.split(" ")[0].replaceAll("/", "")) {
        if (c >= "1" && c <= "8") squares.push(..." ".repeat(Number(c)));
        else squares.push(c);
    }
    return squares.length === 64 ? squares : null;
}
const squareOf = text => (8 - Number(text[1])) * 8 + text.charCodeAt(0) - 97;
function play(board, move) {
    if (!/^[a-h][1-8][a-h][1-8]/.test(move)) return; // a passed turn
    const from = squareOf(move), to = squareOf(move.slice(2));
    const piece = board[from], row = from - from % 8;
    const isKing = piece.toLowerCase() === "k", isPawn = piece.toLowerCase() === "p";
    const rook = piece === "K" ? "R" : "r";
    if (isKing && (board[to] === rook || Math.abs(to % 8 - from % 8) === 2) && to - to % 8 === row) {
        const toRight = to > from;
        let corner = board[to] === rook ? to : toRight ? row + 7 : row;
        board[from] = board[corner] = " ";
        board[row + (toRight ? 6 : 2)] = piece;
        board[row + (toRight ? 5 : 3)] = rook;
        return;
    }
    if (isPawn && from % 8 !== to % 8 && board[to] === " ") board[row + to % 8] = " ";
    board[from] = " ";
    const promoted = move[4];
    board[to] = !promoted ? piece : piece === "P" ? promoted.toUpperCase() : promoted;
}
const figures = { k: "\u265A\uFE0E", q: "\u265B\uFE0E", r: "\u265C\uFE0E", b: "\u265D\uFE0E",
                  n: "\u265E\uFE0E", p: "\u265F\uFE0E" };
function showBoard(node) {
    const board = tree.chess ? firstBoard() : null;
    if (!board) return;
    let last = "";
    for (const move of tree.way) play(board, last = move);
    const path = pathTo(node).slice(1);
    for (const step of path) {
        // A call at the same ply searches the same position again.
        const isMove = tree.ply < 0 || tree.columns[tree.ply].values[step] !==
                                       tree.columns[tree.ply].values[tree.parent[step]];
        if (isMove) play(board, last = moveOf(step));
    }
    const field = document.getElementById("board");
    field.style.display = "grid";
    field.replaceChildren(...board.map((piece, at) => {
        const square = document.createElement("span");
        if ((at + (at >> 3)) % 2 === 1) square.classList.add("dark");
        if (piece !== " " && piece === piece.toUpperCase()) square.classList.add("white");
        const name = "abcdefgh"[at % 8] + (8 - (at >> 3));
        if (last.slice(0, 2) === name || last.slice(2, 4) === name) square.classList.add("moved");
        square.textContent = figures[piece.toLowerCase()] || "";
        return square;
    }));
    field.dataset.board = board.join("");
}
let shown = -1;
function show(node) {
    if (node === shown) return;
    shown = node;
    document.getElementById("about").textContent = describe(node);
    showBoard(node);
}
)page";

/// What the person does.
constexpr std::string_view kHandScript = R"page(
function zoom(node) {
    root = node;
    const links = [];
    for (const step of pathTo(node)) {
        const link = document.createElement("a");
        link.textContent = moveOf(step);
        link.onclick = () => zoom(step);
        links.push(link, " ");
    }
    document.querySelector("#path bdi").replaceChildren(...links);
    draw();
    show(node);
}
function showLegend() {
    const legend = document.getElementById("legend"), about = tree.columns[column];
    legend.textContent = "";
    const add = (colour, text) => {
        const item = document.createElement("span"), patch = document.createElement("i");
        patch.style.background = colour;
        item.append(patch, text);
        legend.append(item);
    };
    if (!about) return;
    if (about.names) about.names.slice(0, 12).forEach((name, i) => add(colourOfName(i), name || "-"));
    else { add(heat[0], "low"); add(heat[64], "high"); }
}
function choose(index) {
    column = index;
    scale = tree.columns[column] && !tree.columns[column].names ? makeScale() : null;
    showLegend();
    draw();
}

const select = document.getElementById("colour");
tree.columns.forEach((about, i) => {
    if (about.colours) select.append(new Option(about.name, i));
});
const usual = tree.columns.findIndex(about => about.colours && about.name === "type");
if (usual >= 0) select.value = String(usual);
select.onchange = () => choose(Number(select.value));
const part = count < tree.nodes ? `, the largest ${count.toLocaleString("en")} shown` : "";
document.getElementById("title").textContent =
    `${tree.label || "tree"}  iteration ${tree.iteration}  ` +
    `${tree.nodes.toLocaleString("en")} nodes${part}`;

// One level per click, towards what was clicked; a click with Shift leads out.
canvas.onclick = event => {
    if (event.shiftKey) { if (tree.parent[root] >= 0) zoom(tree.parent[root]); return; }
    let node = nodeAt(event.offsetX, event.offsetY);
    while (node !== root && tree.parent[node] !== root) node = tree.parent[node];
    zoom(node);
};
let waiting = false;
canvas.onmousemove = event => {
    if (waiting) return; // one look-up for each frame is enough
    waiting = true;
    requestAnimationFrame(() => {
        waiting = false;
        show(nodeAt(event.offsetX, event.offsetY));
    });
};
canvas.onmouseleave = () => show(root);
window.onresize = draw;
// For whoever drives the page by a script: what is shown, and how to change it.
window.treemap = { zoom, choose, show, nodeAt, state: () => ({ root, column, drawn, count, shown }) };
choose(select.options.length > 0 ? Number(select.value) : 0);
zoom(0);
</script>
</body>
</html>
)page";

} // namespace

std::string treemap_page(std::string_view data) {
    std::string page(kHead);
    page += data;
    page += kTreeScript;
    page += kNodeScript;
    page += kHandScript;
    return page;
}

} // namespace gtq
