// The functions of api.js over the files of an exported site, which solver/explore/site writes. The files are scripts:
// a page that was opened from a disk may load no others.

import { ApiError } from "./api.js";
import { moveRead, placeOfGame, placeOfStart, stateFind, viewBeyond, viewOf } from "./unpack.js";

const wrong = (key, value, why) => {
  throw new ApiError({ key, value: value === null ? "" : JSON.stringify(value), why });
};

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Loads scripts of a document. What a script calls it finds in the window.
export function scriptLoader(document, window) {
  let last = null;
  for (const name of ["solvePair", "solvePart", "solveTable"])
    window[name] = (data) => {
      last = data;
    };
  return (path) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = path;
      // An event of a script comes right after it has run, before another one runs.
      script.onload = () => {
        const data = last;
        last = null;
        script.remove();
        resolve(data);
      };
      script.onerror = () => {
        script.remove();
        reject(new ApiError({ key: "file", value: path, why: `the file ${path} of this site is missing` }));
      };
      document.head.append(script);
    });
}

// What is loaded once; what failed is tried again.
function once(load) {
  const held = new Map();
  return (path) => {
    if (!held.has(path)) {
      const loading = load(path);
      held.set(path, loading);
      loading.catch(() => held.delete(path));
    }
    return held.get(path);
  };
}

const plain = (position) =>
  position.replace(/[\s/]/g, "").replace(/[-+]/g, ".").replace(/[xbB]/g, "X").replace(/[owW]/g, "O");

export const movesHeld = (depth) => `${depth} move${depth === 1 ? "" : "s"}`;

const pointsOf = ({ board }) => board.split("x").reduce((product, n) => product * Number(n), 1);

// Where a visitor begins: 3x3 under psk, as with the program, or else the largest board under the first ruleset.
function startOf(pairs) {
  const found = pairs.find(({ board, rules }) => board === "3x3" && rules === "psk");
  return found ?? pairs.reduce((best, pair) => (best && pointsOf(best) >= pointsOf(pair) ? best : pair), null);
}

// index: what data/site.js says. load: scriptLoader().
export function siteNew(index, load) {
  const { pairs } = index;
  const file = once(load);
  const packed = once(async (path) => unpacked(await load(path)));

  const presets = index.rulesets.presets;
  const rulesHeld = [...new Set(pairs.map(({ rules }) => rules))];

  function rulesOf(text) {
    const wanted = text.trim().toLowerCase();
    const preset = presets.find(({ name, aliases }) => name === wanted || aliases?.includes(wanted));
    return preset ? preset.name : wanted;
  }

  const pathOf = (board, rules, more) =>
    `data/${encodeURIComponent(board)}/${encodeURIComponent(rules)}${more}.js`;

  function pairOf(query) {
    if (query.graph) wrong("graph", query.board, "this site has rectangular boards only; the program has others: solve explore");
    if (pairs.length === 0) wrong(null, null, "this site is not finished, and holds no board yet");
    const rules = rulesOf(query.rules);
    const pair = pairs.find((one) => one.board === query.board && one.rules === rules);
    if (pair) return pair;
    const boards = pairs.filter((one) => one.rules === rules).map(({ board }) => board);
    if (boards.length === 0)
      return wrong("rules", query.rules, `this site has no ${query.rules}: it has ${rulesHeld.join(", ")}`);
    return wrong("board", query.board,
      `this site has no ${query.board} under ${rules}: it has ${boards.join(", ")}`);
  }

  // The state of a code; null: the site does not hold it.
  async function stateOf(head, { code, map }) {
    let number = -1;
    for (const { first } of head.parts) {
      if (first > code) break;
      number++;
    }
    if (number < 0) return null;
    const part = await packed(pathOf(head.board, head.rules, `.${number}`));
    return stateFind(part, code, head, map);
  }

  // The first state of a game that the site holds with all its moves up to there, from the longest on: [state, how many
  // moves]; null: not even the start.
  async function longest(head, game, moves, isEmptyStart) {
    for (let n = isEmptyStart ? Math.min(moves.length, head.depth) : 0; n >= 0; n--) {
      const place = isEmptyStart ? placeOfGame(moves.slice(0, n), head) : placeOfStart(game.start, game.toMove, head);
      const state = await stateOf(head, place);
      if (state) return [state, n];
    }
    return null;
  }

  function readGame(query, head) {
    const { layout } = head;
    const count = layout.points.length;
    const start = query.position ? plain(query.position) : ".".repeat(count);
    const toMove = query.to_move ?? "black";
    if (!/^[.XO]*$/.test(start) || start.length !== count)
      wrong("position", query.position, `wanted ${count} points, as in ${".".repeat(count)}`);
    if (query.prohibited?.length > 0)
      wrong("prohibited", query.prohibited, "this site has no such starts; the program has: solve explore");
    const moves = (query.history ?? []).map((text) =>
      moveRead(text, layout) ?? wrong("history", text, `wanted a point of ${head.board}, or a pass`));
    return { start, toMove, komi: query.komi ?? 0, moves };
  }

  async function view(query) {
    const pair = pairOf(query);
    const head = await file(pathOf(pair.board, pair.rules, ""));
    const { moves, ...game } = readGame(query, head);
    const isEmptyStart = game.toMove === "black" && !/[XO]/.test(game.start);
    const found = await longest(head, game, moves, isEmptyStart);
    if (!found)
      return wrong("position", query.position, head.starts
        ? "this is no position of the board: a chain has no liberty"
        : "this site has games from the empty board only; the program has every position: solve explore");
    const [state, n] = found;
    const held = { ...game, moves: moves.slice(0, n) };
    const rest = moves.slice(n);
    if (rest.length === 0) return viewOf(state, held);
    const choice = state.all().find(({ move }) => ["kind", "point", "cycle"].every((key) => move[key] === rest[0][key]));
    const missing = choice || state.next < 0 ? null : head.absent[rest[0].cycle > 0 ? "cycle" : "refresh"];
    if (missing || state.next < 0) return viewOf(state, held, { moves: rest, refusal: missing });
    if (!choice) return wrong("history", query.history[n], "this site does not say why this move is not allowed; the program does: solve explore");
    if (!choice.legal) return viewOf(state, held, { moves: rest, refusal: choice.refusal });
    const words = isEmptyStart
      ? `This site holds games of ${movesHeld(head.depth)} from the empty board, and best play after them. This game goes on. The program shows all of it: solve explore.`
      : "This site holds games from the empty board, and of this position the moves and best play. The program shows all of it: solve explore.";
    const beyond = viewBeyond(state, held, rest);
    return beyond ? { ...beyond, beyond: words } : wrong(null, null, words.replace(/\.$/, ""));
  }

  const absent = () => Promise.reject(new ApiError({ key: null, value: null,
    why: "a site of files cannot do this; the program can: solve explore" }));

  async function table(name) {
    const data = await packed(`data/tables/${encodeURIComponent(name)}.js`);
    const has = (query) => query && pairs.some(({ board, rules }) => board === query.board && rules === rulesOf(query.rules));
    return { ...data, rows: data.rows.map((row) => ({ ...row, certificate: null, query: has(row.query) ? row.query : null })) };
  }

  // Presets that the site has; what it has with other fields is one of its own.
  function rulesets() {
    const named = rulesHeld.map((text) => {
      const base = presets.find(({ name }) => name === text.split(",")[0]);
      const own = presets.find(({ name }) => name === text);
      return own ?? { ...base, name: text, aliases: [], description: `${base.description} (${text.split(",").slice(1).join(", ")})` };
    });
    return { ...index.rulesets, presets: named };
  }

  return {
    isSite: true,
    start: startOf(pairs),
    // May the page offer a place (url.js)?
    has: ({ board, rules, beside, position, show }) => !position && show !== "endless" &&
      [rules, beside].every((one) => !one || pairs.some((pair) => pair.board === board && pair.rules === rulesOf(one))),
    about: async () => ({ version: index.version, program: "solve", store: null, static: true, complete: index.complete,
      points_max: 64, boards: [...new Set(pairs.map(({ board }) => board))], pairs,
      views: index.tables.length > 0 ? ["board", "tables", "about"] : ["board", "about"] }),
    rules: async () => rulesets(),
    view,
    tables: async () => ({ tables: index.tables }),
    table,
    runs: async () => ({ runs: [] }),
    certificates: async () => ({ certificates: [] }),
    certificateUrl: () => "#",
    events: () => () => {},
    startRun: absent,
    cancelRun: absent,
    checkFile: absent,
    exportFile: absent,
  };
}
