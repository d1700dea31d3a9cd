// What a file of an exported site says of a state, as the server would say it: solver/explore/site/pack.h has the
// format. No rules are known here. What is legal, what a turn does and what it is worth comes from the file.

const PASS = "x";
const REFRESH = "y";
const CYCLE = "z";
const playerNames = ["black", "white"];

export const codeOfPoint = (point) => String.fromCharCode(48 + point);
export const pointOfCode = (code) => code.charCodeAt(0) - 48;

// Moves: { point (-1: none), kind: "stone" | "pass" | "refresh", cycle }. null if text is no move of the board.
export function moveRead(text, layout) {
  const cycle = /^cycle:(\d+)(?:\+(.+))?$/i.exec(text);
  if (cycle) {
    const rest = cycle[2] ? moveRead(cycle[2], layout) : { kind: "pass", point: -1 };
    return rest && { ...rest, cycle: Number(cycle[1]) };
  }
  const plain = text.toLowerCase();
  if (plain === "pass" || plain === "refresh") return { kind: plain, point: -1, cycle: 0 };
  const point = layout.points.findIndex(({ name }) => name.toLowerCase() === plain);
  return point < 0 ? null : { kind: "stone", point, cycle: 0 };
}

export function moveCode({ kind, point, cycle }, map) {
  const own = kind === "stone" ? codeOfPoint(map[point]) : kind === "pass" ? PASS : REFRESH;
  return (cycle > 0 ? CYCLE + codeOfPoint(cycle) : "") + own;
}

// The moves of a text of codes.
export function movesOfCode(codes) {
  const moves = [];
  for (let i = 0; i < codes.length; i++) {
    let cycle = 0;
    if (codes[i] === CYCLE) {
      cycle = pointOfCode(codes[i + 1]);
      i += 2;
    }
    const kind = codes[i] === PASS ? "pass" : codes[i] === REFRESH ? "refresh" : "stone";
    moves.push({ kind, point: kind === "stone" ? pointOfCode(codes[i]) : -1, cycle });
  }
  return moves;
}

export function moveText({ kind, point, cycle }, layout) {
  const own = kind === "stone" ? layout.points[point].name : kind;
  if (cycle === 0) return own;
  return `cycle:${cycle}` + (kind === "stone" ? `+${own}` : "");
}

export function positionText(stones, layout) {
  if (!layout.columns) return stones;
  return stones.match(new RegExp(`.{${layout.columns}}`, "g")).join("/");
}

const inverse = (map) => {
  const back = [];
  map.forEach((to, from) => (back[to] = from));
  return back;
};

// The place of a state in the files: { code, map }, the first of the codes that symmetries give.
export function placeOfGame(moves, head) {
  let best = null;
  for (const map of head.symmetries) {
    const code = "h" + moves.map((move) => moveCode(move, map)).join("");
    if (!best || code < best.code) best = { code, map };
  }
  return best;
}

export function placeOfStart(stones, toMove, head) {
  let best = null;
  for (const map of head.symmetries) {
    const turned = [];
    map.forEach((to, from) => (turned[to] = stones[from]));
    const code = `s${toMove[0]}${turned.join("")}`;
    if (!best || code < best.code) best = { code, map };
  }
  return best;
}

// The board after a move: its stone is put, then what the file names is taken off.
function boardAfter(stones, move, player, taken) {
  const after = [...stones];
  if (move.point >= 0) after[move.point] = player === 0 ? "X" : "O";
  for (const point of taken) after[point] = ".";
  return after.join("");
}

const otherOf = (player) => playerNames[1 - player];

// A state of a part. What it says is turned as the one who asks sees the board.
class State {
  constructor(part, row, head, map) {
    const [code, next, path, end, repeats, choices, value, flags, stop, best, line, steps, cycle] = row;
    Object.assign(this, { part, head, map, code, next, path, choices, flags, best, cycle });
    this.back = inverse(map);
    this.end = part.ends[end];
    this.repeats = part.repeats[repeats];
    this.value = this.valueAt(value);
    this.stop = part.stops[stop];
    this.line = movesOfCode(line).map((move) => this.turned(move));
    this.steps = new Map(steps.map((step) => [step[0], step]));
  }

  turned = (move) => (move.point < 0 ? move : { ...move, point: this.back[move.point] });
  points = (codes) => [...codes].map((c) => this.back[pointOfCode(c)]).sort((a, b) => a - b);

  valueAt(place) {
    if (place < 0) return null;
    const [min, max, min_known, max_known, outright] = this.part.values[place];
    return { min, max, min_known, max_known, outright };
  }

  // What a turn of player did.
  outcomeAt(place, player) {
    const nothing = { rule: null, reason: null, back_to: null, banned: null, ended: null, winner: null, score: null,
      next: otherOf(player) };
    return place < 0 ? nothing : this.part.outcomes[place];
  }

  // The choices of a view, and what else is known of each: { move, text, legal, refusal, taken, outcome, value,
  // best }.
  all() {
    const { layout } = this.head;
    const count = layout.points.length;
    const list = [];
    let at = 0;
    const add = (move, place) => {
      const given = this.choices[place];
      const text = moveText(move, layout);
      const choice = { move, text, legal: typeof given !== "number" || given >= 0, best: this.best[place] === "1" };
      if (!choice.legal) {
        const [rule, reason, back_to] = this.part.refusals[-1 - given];
        choice.refusal = { rule, reason: reason.replace(/^%/, () => text), back_to };
      } else {
        const [value, outcome, taken] = typeof given === "number" ? [given, -1, ""] : given;
        choice.value = this.valueAt(value);
        choice.outcome = this.outcomeAt(outcome, this.next);
        choice.taken = this.points(taken);
      }
      list.push(choice);
    };
    while (at < this.choices.length) {
      const cycle = at === 0 ? 0 : list[list.length - 1].move.cycle + 1;
      for (let point = 0; point < count; point++) add({ kind: "stone", point, cycle }, at + this.map[point]);
      at += count;
      add({ kind: "pass", point: -1, cycle }, at++);
      const others = this.choices.length - at;
      if (cycle === 0 && others % (count + 1) === 1) add({ kind: "refresh", point: -1, cycle }, at++);
    }
    return list;
  }
}

export function stateFind(part, code, head, map) {
  const row = part.states.find(([own]) => own === code);
  return row ? new State(part, row, head, map) : null;
}

// --- values

const isKnown = (value) => !!value && value.min_known && value.max_known;
const isGap = ({ min, max, outright }) => outright === null && min !== max;
const lowerOf = ({ min, outright }) => min ?? (outright === "black" ? Infinity : -Infinity);
const upperOf = ({ max, outright }) => max ?? (outright === "white" ? -Infinity : Infinity);
const numberAt = (value, komi) => Math.max(lowerOf(value), Math.min(komi, upperOf(value)));

// What a value comes to at a komi, as solver/json/value_json.c has it.
export function valueAtKomi(value, komi) {
  if (!isKnown(value)) return null;
  const result = numberAt(value, komi);
  const over = result - komi;
  const between = lowerOf(value) < komi && komi < upperOf(value);
  const whole = !Number.isFinite(result);
  const how = between ? "between" : over === 0 ? "tie" : whole ? "outright" : "points";
  const winner = between || over === 0 ? null : playerNames[over > 0 ? 0 : 1];
  return { winner, by: winner && !whole ? Math.abs(over) : null, how };
}

// --- views

// The turns of a game: the stones before and after each, and what `moves` of a replay says of it.
function turnsOf(stones, moves, told, head) {
  const turns = [];
  let now = stones;
  moves.forEach((move, i) => {
    const { player, outcome, taken } = told[i];
    now = boardAfter(now, move, player, taken);
    turns.push({ stones: now, entry: { number: i + 1, player: playerNames[player], move: moveText(move, head.layout),
      legal: true, reason: outcome.reason, rule: outcome.rule, banned: outcome.banned,
      board: positionText(now, head.layout), ended: outcome.ended, score: outcome.score,
      situation: outcome.situation ?? null }, next: outcome.next, winner: outcome.winner });
  });
  return turns;
}

function choiceJson(state, choice, stones) {
  const { layout } = state.head;
  const nothing = { board: null, banned: null, ended: null, winner: null, score: null };
  if (!choice.legal) return { move: choice.text, legal: false, ...choice.refusal, captures: [], ...nothing };
  const { rule, reason, back_to, banned, ended, winner, score } = choice.outcome;
  const after = boardAfter(stones, choice.move, state.next, choice.taken);
  const captures = choice.taken.filter((point) => stones[point] !== ".").map((point) => layout.points[point].name);
  return { move: choice.text, legal: true, rule, reason, back_to, captures, board: positionText(after, layout), banned,
    ended, winner, score };
}

function repeatsJson(state, choices) {
  const { repeats } = state;
  if (state.head.rules_fields.family === "ljrg") return repeats;
  const banned = choices.filter(({ legal, move, refusal }) => !legal && move.kind === "stone" && refusal.rule !== null &&
    refusal.rule !== "occupied" && refusal.rule !== "suicide");
  const texts = banned.map(({ text, refusal }) => `${text}: ${refusal.reason}`);
  if (repeats?.text) texts.unshift(repeats.text);
  if (texts.length === 0) return null;
  return { text: texts.join("; "), banned: banned.map(({ text }) => text), player: repeats?.player ?? null,
    situation: null };
}

// Is the best line at komi 0, which a state has, one at another komi? Along it every place counts the same at 0: above
// 0 that is the least that Black gets in each of them, and so it is what they count at any komi up to there.
function lineHolds(value, komi) {
  if (komi === 0) return true;
  if (!isKnown(value)) return false;
  const count = numberAt(value, 0);
  return count > 0 ? komi <= count : count < 0 && komi >= count;
}

// The moves that are best at a komi, if that is known of all.
function bestAt(choices, player, komi) {
  const sign = player === 0 ? 1 : -1;
  const worth = choices.map(({ value }) => sign * numberAt(value, komi));
  const most = Math.max(...worth);
  return choices.filter((_, i) => worth[i] === most).map(({ text }) => text);
}

function knownJson(state, choices, komi) {
  const { end, flags, head, value } = state;
  const made = choices.filter(({ legal, value: own }) => legal && own);
  const complete = (flags & 2) !== 0;
  const holds = lineHolds(value, komi);
  const best = komi === 0 ? made.filter((choice) => choice.best).map(({ text }) => text)
    : complete && made.length > 0 ? bestAt(made, state.next, komi) : [];
  return { best_order: "median(min,komi,max)", value_only: false, value, proven: isKnown(value),
    at_komi: end.ended === null || end.ended === "scored" ? valueAtKomi(value, komi) : null, best,
    best_complete: komi === 0 ? (flags & 1) !== 0 : complete,
    moves: made.map((choice) => ({ move: choice.text, value: choice.value, proven: isKnown(choice.value) })),
    moves_complete: complete, line: holds ? state.line.map((move) => moveText(move, head.layout)) : [],
    line_complete: holds && (flags & 4) !== 0, cycle_from: holds && state.cycle >= 0 ? state.cycle : null,
    stopped: state.stop,
    from: "site" };
}

// Keys that a view and what is known of its state have in common.
function gameJson(head, game, komi) {
  const { schema, version, board, graph, rules, rules_fields, layout } = head;
  return { schema, version, board, graph, rules, rules_fields, position: positionText(game.start, layout),
    to_move: game.toMove, prohibited: [], history: game.turns.map(({ entry }) => entry.move),
    final: positionText(game.stones, layout), komi };
}

// The view of a state that the site holds. start: its stones; moves: those of the history; after: moves that were asked
// for after it, of which the first is not legal, with its refusal (null: the game is over).
export function viewOf(state, { start, toMove, moves, komi }, refused = null) {
  const { head } = state;
  const told = state.path.map(([player, outcome, taken]) => ({ player, outcome: state.outcomeAt(outcome, player),
    taken: state.points(taken) }));
  const turns = turnsOf(start, moves, told, head);
  const stones = turns.length > 0 ? turns[turns.length - 1].stones : start;
  const { ended, winner, score, stands } = state.end;
  const next = state.next < 0 ? null : playerNames[state.next];
  const common = { ...gameJson(head, { start, toMove, turns, stones }, komi), next, ended, winner, score };
  const choices = state.all();
  const known = { ...common, verb: "solve", ...knownJson(state, choices, komi) };
  const complete = known.proven && known.moves_complete;
  const entries = turns.map(({ entry }) => entry);
  if (refused) {
    const refusal = refused.refusal ?? { rule: null, reason: "the game is over" };
    entries.push({ number: entries.length + 1, player: next, move: moveText(refused.moves[0], head.layout), legal: false,
      reason: refusal.reason, rule: refusal.rule, banned: null, board: common.final, ended, score: null,
      situation: null });
  }
  return { ...common, verb: "view", moves: entries, legal: !refused,
    not_played: refused ? refused.moves.slice(1).map((move) => moveText(move, head.layout)) : [], stands,
    any_value: head.any_value, layout: head.layout, stones, choices: choices.map((choice) => choiceJson(state, choice, stones)),
    repeats: repeatsJson(state, choices), known, unsolvable: null,
    known_moves: complete ? [] : known.moves.filter(({ proven }) => proven).map(({ move, value }) => ({ move, value })) };
}

// A view of what comes after a state that the site holds, if the file says so much: moves of the best line, or one move.
// What may be played there it does not say. "beyond" is for the words that say so. null: the site does not know.
export function viewBeyond(state, game, moves) {
  const texts = moves.map((move) => moveText(move, state.head.layout));
  const line = state.line.map((move) => moveText(move, state.head.layout));
  const onLine = texts.every((text, i) => text === line[i]);
  const choice = state.all().find(({ text }) => text === texts[0]);
  if (!onLine && moves.length > 1) return null;
  const told = [];
  let player = state.next;
  moves.forEach((_, i) => {
    const [, place, taken] = state.steps.get(i) ?? [i, -1, ""];
    const one = onLine ? { outcome: state.outcomeAt(place, player), taken: state.points(taken) } : choice;
    told.push({ player, outcome: one.outcome, taken: one.taken });
    player = playerNames.indexOf(one.outcome.next);
  });
  const before = viewOf(state, game);
  const turns = turnsOf(before.stones, moves, told, state.head);
  const last = turns[turns.length - 1];
  const entries = turns.map(({ entry }, i) => ({ ...entry, number: before.moves.length + 1 + i }));
  // Moves of the line keep the value; another move has its own.
  const value = moves.length === 1 && choice?.value ? choice.value : isKnown(state.value) && !isGap(state.value) ? state.value : null;
  const shown = onLine ? before.known.line : [];
  // Of a lap that is entered already the part that is behind comes round again at its end.
  const [, end] = state.steps.get(line.length - 1) ?? [0, -1]; // there are rules that end the game with the first lap
  const entered = state.cycle >= 0 && state.cycle < moves.length && !state.outcomeAt(end, 0).ended;
  const rest = [...shown.slice(moves.length), ...(entered ? shown.slice(state.cycle, moves.length) : [])];
  const { ended, score } = last.entry;
  const common = { ...before, history: [...before.history, ...texts], final: last.entry.board, next: last.next, ended,
    winner: last.winner, score };
  const cycle = entered ? 0 : state.cycle >= moves.length ? state.cycle - moves.length : null;
  const known = value && { ...before.known, history: common.history, final: common.final, next: last.next, ended,
    winner: last.winner, score, value, proven: isKnown(value),
    at_komi: ended === null || ended === "scored" ? valueAtKomi(value, game.komi) : null, best: [],
    best_complete: false, moves: [], moves_complete: false, line: rest,
    line_complete: rest.length > 0 && before.known.line_complete, cycle_from: rest.length > 0 ? cycle : null };
  return { ...common, moves: [...before.moves, ...entries], stands: score ?? null, stones: last.stones, choices: [],
    repeats: null, known, known_moves: [], beyond: "" };
}
