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
header { display: flex; gap: 1em; align-items: center; padding: 6px 10px; flex-wrap: wrap; }
#path a { color: #8bc5ff; cursor: pointer; }
#map { flex: 1; position: relative; min-height: 0; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: pointer; }
#tip { position: fixed; pointer-events: none; background: #000c; border: 1px solid #666;
       padding: 4px 8px; white-space: pre; display: none; z-index: 2; }
#legend span { display: inline-block; margin-right: 8px; white-space: nowrap; }
#legend i { display: inline-block; width: 10px; height: 10px; margin-right: 4px; }
</style>
</head>
<body>
<header><b id="title"></b><label>colour <select id="colour"></select></label>
<span id="legend"></span><span id="path"></span></header>
<div id="map"><canvas id="canvas"></canvas></div>
<div id="tip"></div>
<script id="data" type="application/json">)page";

constexpr std::string_view kScript = R"page(</script>
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
        return sample.length > 1 ? low / (sample.length - 1) : 0.5;
    };
}
function colourOf(node) {
    const about = tree.columns[column];
    if (!about) return "#4e79a7";
    const value = about.values[node];
    if (value === null) return "#555";
    if (about.names) return colourOfName(value);
    const rank = scale(value);
    return `hsl(${240 - 240 * Math.min(rank, 1)} 60% 50%)`;
}

// Calls visit(node, x, y, w, h) for what is large enough to be seen, parents first.
function layout(visit) {
    const stack = [[root, 0, 0, canvas.clientWidth, canvas.clientHeight]];
    while (stack.length > 0) {
        const [node, x, y, w, h] = stack.pop();
        visit(node, x, y, w, h);
        const edge = w > 12 && h > 12 ? 1 : 0;
        let left = x + edge, top = y + edge;
        const width = w - 2 * edge, height = h - 2 * edge;
        const across = (level[node] - level[root]) % 2 === 0;
        const whole = Math.max(tree.size[node] - 1, 1);
        for (let child = first[node]; child >= 0; child = next[child]) {
            const share = tree.size[child] / whole;
            const cw = across ? width * share : width, ch = across ? height : height * share;
            if (cw >= 0.7 && ch >= 0.7) stack.push([child, left, top, cw, ch]);
            if (across) left += cw; else top += ch;
        }
    }
}

function draw() {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawn = 0;
    layout((node, x, y, w, h) => {
        ++drawn;
        pen.fillStyle = colourOf(node);
        pen.fillRect(x, y, w, h);
        if (w > 5 && h > 5) {
            pen.strokeStyle = "#0007";
            pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
        }
        if (w > 46 && h > 16 && first[node] < 0) {
            pen.fillStyle = "#000b";
            pen.fillText(moveOf(node), x + 4, y + 13);
        }
    });
}

function nodeAt(x, y) {
    let found = root;
    layout((node, left, top, w, h) => {
        if (x >= left && x < left + w && y >= top && y < top + h) {
            if (level[node] > level[found]) found = node;
        }
    });
    return found;
}
function textOf(about, node) {
    const value = about.values[node];
    return value === null ? "-" : about.names ? about.names[value] : String(value);
}
function moveOf(node) {
    if (node === 0 && tree.parent[0] < 0) return "root";
    return tree.move >= 0 ? textOf(tree.columns[tree.move], node) : "#" + tree.id[node];
}
function pathTo(node) {
    const path = [];
    for (; node >= 0; node = tree.parent[node]) path.unshift(node);
    return path;
}
function describe(node) {
    const lines = [pathTo(node).map(moveOf).join(" "),
                   `#${tree.id[node]}  ${tree.size[node].toLocaleString("en")} nodes`];
    for (const about of tree.columns) lines.push(`${about.name}: ${textOf(about, node)}`);
    return lines.join("\n");
}

function zoom(node) {
    root = node;
    const path = document.getElementById("path");
    path.textContent = "";
    for (const step of pathTo(node)) {
        const link = document.createElement("a");
        link.textContent = moveOf(step);
        link.onclick = () => zoom(step);
        path.append(link, " ");
    }
    draw();
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
    if (about.names) about.names.slice(0, 12).forEach((name, i) => add(colourOfName(i), name));
    else { add("hsl(240 60% 50%)", "low"); add("hsl(0 60% 50%)", "high"); }
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
select.onchange = () => choose(Number(select.value));
const shown = count < tree.nodes ? `, the largest ${count.toLocaleString("en")} shown` : "";
document.getElementById("title").textContent =
    `${tree.label || "tree"}  iteration ${tree.iteration}  ` +
    `${tree.nodes.toLocaleString("en")} nodes${shown}`;

// One level per click, towards what was clicked; a click with Shift leads out.
canvas.onclick = event => {
    if (event.shiftKey) { if (tree.parent[root] >= 0) zoom(tree.parent[root]); return; }
    let node = nodeAt(event.offsetX, event.offsetY);
    while (node !== root && tree.parent[node] !== root) node = tree.parent[node];
    zoom(node);
};
const tip = document.getElementById("tip");
let waiting = false;
canvas.onmousemove = event => {
    if (waiting) return; // one look-up for each frame is enough
    waiting = true;
    requestAnimationFrame(() => {
        waiting = false;
        tip.textContent = describe(nodeAt(event.offsetX, event.offsetY));
        tip.style.display = "block";
        tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 4) + "px";
        tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 4) + "px";
    });
};
canvas.onmouseleave = () => { tip.style.display = "none"; };
window.onresize = draw;
// For whoever drives the page by a script: what is shown, and how to change it.
window.treemap = { zoom, choose, nodeAt, state: () => ({ root, column, drawn, count }) };
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
    page += kScript;
    return page;
}

} // namespace gtq
