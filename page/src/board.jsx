// A board to look at and to play on: rectangles by shudan, other graphs by a drawing of our own. The points for
// keyboard and screen reader lie on top, one a point: a grid with one stop for the Tab key.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Goban } from "@sabaki/shudan";
import { Drawing } from "./drawing.jsx";
import { useWidth } from "./hooks.js";
import { boxOf, columnName, indexOf, isRectangle, neighbourOf } from "./layout.js";
import { playerLetter, pointLabel, stoneName, valueShort } from "./words.js";

const signs = { ".": 0, X: 1, O: -1, "#": 2, "@": 3 };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const pages = { PageUp: -1, PageDown: 1 }; // every point can be reached, whatever the shape of the board
const frame = 0.15; // shudan's border, in lines

// The band for the coordinates, in lines: never too narrow for their letters.
const bandOf = (vertex) => Math.max(0.5, 16 / vertex);

// The text on a point: null where there is none.
function textOf(choice) {
  if (!choice || !choice.legal) return null;
  return valueShort(choice.value, choice.any_value).replace("/", "/\n").replace("\u2026", "\u2026\n");
}

function mapOf(layout, f) {
  const map = Array.from({ length: layout.rows }, () => Array(layout.columns).fill(null));
  layout.points.forEach((point, i) => {
    map[point.y][point.x] = f(point, i);
  });
  return map;
}

// shudan makes a class of the marker's type: several marks are several classes.
function markerOf(i, { choice, stones, last, marks, numbers, texts, aimed }) {
  if (numbers?.[i]) return { type: "label", label: String(numbers[i]) };
  const classes = [];
  if (i === last && stones[i] !== ".") return { type: "circle" };
  if (choice && !choice.legal && stones[i] === ".") classes.push("illegal");
  if (choice?.best) classes.push("best");
  if (texts[i]?.includes("\n")) classes.push("wide");
  else if (texts[i]?.length > 2) classes.push("long");
  if (choice?.legal && choice.value && !choice.proven) classes.push("unproved");
  if (aimed) classes.push(`aimed-${aimed}`);
  if (marks?.[i]) classes.push(marks[i]);
  return classes.length > 0 ? { type: classes.join(" shudan-marker_") } : null;
}

function Rectangle({ layout, stones, choices, hover, player, vertex, last, marks, numbers }) {
  const texts = choices.map(textOf);
  const heat = ({ strength }, text) => ({ strength: strength || 0, text });
  const aimed = (i) => i === hover && stones[i] === "." && choices[i]?.legal !== false && player;
  const bands = `${bandOf(vertex)}em 1fr ${bandOf(vertex)}em`;
  return (
    <Goban
      vertexSize={vertex}
      showCoordinates
      coordX={columnName}
      signMap={mapOf(layout, (_, i) => signs[stones[i]] ?? 0)}
      heatMap={mapOf(layout, (_, i) => (texts[i] ? heat(choices[i], texts[i]) : null))}
      ghostStoneMap={mapOf(layout, (_, i) =>
        aimed(i) ? { sign: signs[playerLetter[player]] } : null)}
      markerMap={mapOf(layout, (_, i) => markerOf(i, { choice: choices[i], stones, last, marks, numbers, texts,
        aimed: aimed(i) }))}
      style={{ gridTemplateRows: bands, gridTemplateColumns: bands }}
      innerProps={{ "aria-hidden": "true" }}
    />
  );
}

function Graph({ layout, stones, choices, hover, player, vertex, last, marks, numbers }) {
  const box = boxOf(layout);
  const onPoint = ({ name, x, y }, i) => {
    const choice = choices[i];
    const text = textOf(choice);
    const aimed = i === hover && stones[i] === "." && choice?.legal !== false && player;
    const lines = text?.split("\n") ?? [];
    const classes = ["point", choice?.best && "best", choice && !choice.legal && stones[i] === "." && "illegal",
      choice?.legal && !choice.proven && "unproved", marks?.[i], choice && `strength-${choice.strength || 0}`];
    return (
      <g key={name} class={classes.filter(Boolean).join(" ")}>
        {aimed && <circle class={`ghost ghost-${player}`} cx={x} cy={y} r={0.48} />}
        {text && <circle class="disk" cx={x} cy={y} r={0.4} />}
        {lines.map((line, n) => (
          <text key={n} x={x} y={y + (n - (lines.length - 1) / 2) * 0.3}
            class={lines.length > 1 ? "small" : line.length > 2 ? "long" : ""}>
            {line}
          </text>
        ))}
        {numbers?.[i] && <text x={x} y={y} class={`number on-${stones[i] === "X" ? "black" : "white"}`}>{numbers[i]}</text>}
        {choice && !choice.legal && stones[i] === "." && (
          <path class="cross" d={`M${x - 0.16} ${y - 0.16}l.32 .32m0 -.32l-.32 .32`} />
        )}
        <text class="name" x={x + 0.44} y={y + 0.5}>{name}</text>
      </g>
    );
  };
  return (
    <Drawing layout={layout} stones={stones} last={numbers ? -1 : last} margin={0.75}
      width={vertex * (box.right - box.left + 1.5)} height={vertex * (box.bottom - box.top + 1.5)}>
      {layout.points.map(onPoint)}
    </Drawing>
  );
}

// The points as elements that can be focused and clicked.
function Points({ layout, stones, choices, vertex, label, active, setActive, onPlay, onInspect, onLeave, describe, id, editable }) {
  const cells = useRef([]);
  const grid = isRectangle(layout);
  const box = boxOf(layout);
  const edge = frame + bandOf(vertex);
  const origin = grid ? { x: -edge, y: -edge } : { x: box.left - 0.75 + 0.5, y: box.top - 0.75 + 0.5 };

  const key = (event, i) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    let to = -1;
    if (arrows[event.key]) to = neighbourOf(layout, i, arrows[event.key]);
    else if (pages[event.key]) to = (i + pages[event.key] + layout.points.length) % layout.points.length;
    else if (event.key === "Enter" || event.key === " ") onPlay(i);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to < 0) return;
    setActive(to);
    cells.current[to]?.focus();
  };

  const cell = (i) => {
    const { name, x, y } = layout.points[i];
    const choice = choices[i];
    const dead = !editable && (!choice || !choice.legal);
    return (
      <div
        key={name}
        ref={(element) => (cells.current[i] = element)}
        role={grid ? "gridcell" : "button"}
        class={`cell${dead ? " dead" : ""}`}
        data-point={name}
        tabindex={i === active ? 0 : -1}
        aria-label={describe(name, i)}
        aria-disabled={dead ? "true" : undefined}
        style={{ left: `${x - origin.x}em`, top: `${y - origin.y}em` }}
        onClick={() => {
          setActive(i);
          onInspect(i);
          onPlay(i);
        }}
        onFocus={() => {
          setActive(i);
          onInspect(i);
        }}
        onBlur={() => onLeave(i)}
        onPointerEnter={(event) => event.pointerType === "mouse" && onInspect(i)}
        onPointerLeave={(event) => event.pointerType === "mouse" && onInspect(-1)}
        onKeyDown={(event) => key(event, i)}
      />
    );
  };

  const order = layout.points.map((_, i) => i);
  const rows = grid ? Array.from({ length: layout.rows }, (_, y) => order.filter((i) => layout.points[i].y === y)
    .sort((a, b) => layout.points[a].x - layout.points[b].x)) : [order];
  return (
    <div id={id} class="cells" role={grid ? "grid" : "group"} aria-label={label} style={{ fontSize: `${vertex}px` }}>
      {grid ? rows.map((row, y) => <div role="row" key={y}>{row.map(cell)}</div>) : order.map(cell)}
    </div>
  );
}

function vertexOf(layout, width, maxVertex) {
  const tall = Math.max(260, Math.min(window.innerHeight * 0.72, 640));
  const box = boxOf(layout);
  const lines = isRectangle(layout) ? [layout.columns, layout.rows] : [box.right - box.left, box.bottom - box.top];
  const fits = (space, n) => {
    if (!isRectangle(layout)) return space / (n + 1.5);
    return Math.min(space / (n + 1 + 2 * frame), (space - 32) / (n + 2 * frame));
  };
  return Math.max(14, Math.floor(Math.min(fits(width, lines[0]), fits(tall, lines[1]), maxVertex)));
}

// layout, stones: the board. choices: those of the view with values (values.js), or [] if nothing is to be shown.
// player: whose stone appears under the mouse, or null. onPlay(name): a legal point was chosen; null: only to
// look at. onInspect(name or null): a point is under the mouse, has the focus or was tapped;
// or a function from the one before to it. last: name of the
// point of the last move. marks: { point: class }. numbers: { point: number }. editable: every point may be
// clicked (setting up). id: names the board for keys.
export function Board({ layout, stones, choices = [], player = null, onPlay = null, onInspect = () => {}, last = null,
  marks = null, numbers = null, label, maxVertex = 96, editable = false, id }) {
  const [ref, width] = useWidth();
  const [active, setActive] = useState(0);
  const [hover, setHover] = useState(-1);
  const size = layout.points.length;
  useLayoutEffect(() => {
    if (active >= size) setActive(0);
  }, [size]);

  const byName = new Map(choices.map((choice) => [choice.move, choice]));
  const ofPoint = layout.points.map(({ name }) => byName.get(name) ?? null);
  const listOf = (object) => object && layout.points.map(({ name }) => (Object.hasOwn(object, name) ? object[name] : null));
  const vertex = width > 0 ? vertexOf(layout, width, maxVertex) : 0;
  const shared = { layout, stones, choices: ofPoint, vertex };
  const Picture = isRectangle(layout) ? Rectangle : Graph;

  const inspect = (i) => {
    setHover(i);
    onInspect(i < 0 ? null : layout.points[i].name);
  };
  // Not at once: what is said of the point may be long, and what lies below must not move away under the finger that
  // takes the focus there. By then another move may be looked at.
  const leave = (i) => setTimeout(() => {
    setHover((now) => (now === i ? -1 : now));
    onInspect((now) => (now === layout.points[i].name ? null : now));
  }, 250);
  const play = (i) => {
    if (onPlay && (editable || ofPoint[i]?.legal)) onPlay(layout.points[i].name);
  };
  const describe = (name, i) =>
    editable ? `${name}, ${stoneName(stones[i])}` : pointLabel(name, stones[i], ofPoint[i]);

  return (
    <div class="board" ref={ref}>
      {vertex > 0 && (
        <div class={`board-inner ${isRectangle(layout) ? "rectangle" : "graph"}`} style={{ "--line": `${vertex}px`,
          "--band": `${Math.round(bandOf(vertex) * vertex)}px` }}>
          <Picture {...shared} hover={hover} player={onPlay ? player : null} last={last ? indexOf(layout, last) : -1}
            marks={listOf(marks)} numbers={listOf(numbers)} />
          <Points {...shared} label={label} active={Math.min(active, size - 1)} setActive={setActive} onPlay={play}
            onInspect={inspect} onLeave={leave} describe={describe} id={id} editable={editable} />
        </div>
      )}
    </div>
  );
}
