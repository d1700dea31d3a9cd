// Graph files: the first line names the points, each line after it two neighbours; "#" begins a comment, "#:" a line
// of a drawing. The server judges what the graph must be; here only the form is read.

// Characters of a drawing from one line of the board to the next.
const unit = { x: 4, y: 2 };

// Where the drawing has each point: [[x, y]] in the order of points; null if there is none that has each name once.
function drawingOf(text, points) {
  const rows = text.split(/\r?\n/).filter((line) => line.trimStart().startsWith("#:"))
    .map((line) => line.trimStart().slice(2));
  const found = new Map();
  rows.forEach((row, y) => {
    for (const { 0: name, index } of row.matchAll(/[A-Za-z0-9_]+/g)) {
      if (found.has(name)) found.set(name, null);
      else found.set(name, [(index + (name.length - 1) / 2) / unit.x, y / unit.y]);
    }
  });
  return points.every((name) => found.get(name)) ? points.map((name) => found.get(name)) : null;
}

// { points, edges, drawing }: drawing only if the file has one. Throws an Error that says what is wrong.
export function parseGraph(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  if (lines.length === 0) throw new Error("empty: wanted a line with the names of the points, then an edge a line");
  const points = lines[0].split(/\s+/);
  const edges = lines.slice(1).map((line, i) => {
    const edge = line.split(/\s+/);
    if (edge.length !== 2) throw new Error(`edge ${i + 1} '${line.slice(0, 40)}': wanted two names`);
    for (const name of edge)
      if (!points.includes(name)) throw new Error(`edge ${i + 1}: '${name.slice(0, 40)}' is no point of the first line`);
    return edge;
  });
  const drawing = drawingOf(text, points);
  return drawing ? { points, edges, drawing } : { points, edges };
}
