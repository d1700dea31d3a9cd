// A board as SVG, of any graph: small boards of the history, and the boards that are no rectangles.

import { boxOf, isRectangle } from "./layout.js";

const stoneClass = { X: "black", O: "white", "#": "third", "@": "fourth" };

export function Stone({ letter, x, y, r = 0.46 }) {
  return <circle class={`stone stone-${stoneClass[letter]}`} cx={x} cy={y} r={r} />;
}

function Edges({ layout }) {
  const at = new Map(layout.points.map((point) => [point.name, point]));
  return layout.edges.map(([a, b]) => (
    <line key={`${a} ${b}`} class="edge" x1={at.get(a).x} y1={at.get(a).y} x2={at.get(b).x} y2={at.get(b).y} />
  ));
}

// stones: a letter a point. last: the index of the point of the last move, or -1. children: SVG on top.
export function Drawing({ layout, stones, last = -1, margin = 0.6, label, children, ...rest }) {
  const box = boxOf(layout);
  const view = [box.left - margin, box.top - margin, box.right - box.left + 2 * margin,
    box.bottom - box.top + 2 * margin];
  return (
    <svg viewBox={view.join(" ")} class="drawing" role={label ? "img" : undefined} aria-label={label}
      aria-hidden={label ? undefined : "true"} {...rest}>
      <rect class="wood" x={view[0]} y={view[1]} width={view[2]} height={view[3]} rx={isRectangle(layout) ? 0.06 : 0.2} />
      <Edges layout={layout} />
      {layout.points.map(({ name, x, y }, i) =>
        stones[i] && stones[i] !== "." ? <Stone key={name} letter={stones[i]} x={x} y={y} /> : null)}
      {last >= 0 && stones[last] !== "." && (
        <circle class={`last last-on-${stoneClass[stones[last]]}`} cx={layout.points[last].x}
          cy={layout.points[last].y} r={0.18} />
      )}
      {children}
    </svg>
  );
}

// A small board, as wide as its points need.
export function MiniBoard({ layout, stones, last, label }) {
  const box = boxOf(layout);
  const unit = Math.max(7, Math.min(16, 96 / (box.right - box.left + 1.2)));
  return (
    <Drawing layout={layout} stones={stones} last={last} label={label} width={unit * (box.right - box.left + 1.2)}
      height={unit * (box.bottom - box.top + 1.2)} />
  );
}
