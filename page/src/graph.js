// Graph files: the first line names the points, each line after it two neighbours; "#" begins a comment. The
// server judges what the graph must be; here only the form is read.

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
  return { points, edges };
}
