// Where the points of a board are. A layout is that of a view: { rows, columns, points: [{ name, x, y }],
// edges: [[name, name]] }, in units of a line's distance.

const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

// A column's letter as the program writes it: after Z comes AA.
export function columnName(x) {
  return x < columns.length ? columns[x] : columnName(Math.floor(x / columns.length) - 1) + columns[x % columns.length];
}

export const isRectangle = (layout) => !!layout.rows && !!layout.columns;

// The point that an arrow key leads to from point i: on a rectangle the neighbour; elsewhere the nearest point that
// lies more in that direction than in another, or else the nearest on that side. -1 if there is none.
export function neighbourOf(layout, i, [dx, dy]) {
  const from = layout.points[i];
  const nearest = (allowed) => {
    let best = -1;
    let bestCost = Infinity;
    layout.points.forEach((point, j) => {
      const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
      const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
      const cost = along + 2 * aside;
      if (j !== i && along > 1e-9 && allowed(along, aside) && cost < bestCost - 1e-9) {
        best = j;
        bestCost = cost;
      }
    });
    return best;
  };
  if (isRectangle(layout)) return nearest((_, aside) => aside < 1e-9);
  const ahead = nearest((along, aside) => aside <= along + 1e-9);
  return ahead >= 0 ? ahead : nearest(() => true);
}

export const indexOf = (layout, name) => layout.points.findIndex((point) => point.name === name);

// The stones of a position's text ("X.O/..X", or one row for a graph) in the order of the layout's points.
export function stonesOf(layout, position) {
  if (!position) return null;
  if (!isRectangle(layout)) return position;
  const rows = position.split("/");
  return layout.points.map(({ x, y }) => rows[y]?.[x] ?? ".").join("");
}

// And back.
export function positionOf(layout, stones) {
  if (!isRectangle(layout)) return stones;
  const rows = Array.from({ length: layout.rows }, () => Array(layout.columns).fill("."));
  layout.points.forEach(({ x, y }, i) => {
    rows[y][x] = stones[i];
  });
  return rows.map((row) => row.join("")).join("/");
}

// The box that the points fill.
export function boxOf(layout) {
  const xs = layout.points.map(({ x }) => x);
  const ys = layout.points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

// The layout of a board that is no rectangle, with the points where the drawing has them (if there is one), and so
// far from each other that stones do not touch.
export function layoutDrawn(layout, drawing) {
  if (isRectangle(layout)) return layout;
  const points = layout.points.map((point, i) => (drawing ? { ...point, x: drawing[i][0], y: drawing[i][1] } : point));
  let nearest = Infinity;
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j < i; j++)
      nearest = Math.min(nearest, Math.hypot(points[i].x - points[j].x, points[i].y - points[j].y));
  const scale = nearest < 1 && nearest > 0 ? 1 / nearest : 1;
  return { ...layout, points: points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })) };
}
