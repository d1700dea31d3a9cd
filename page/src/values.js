// What is known of the choices of a view: values joined with legality, and how much each gives away.

import { isNumber, isProven, saysNothing } from "./words.js";

// A value as one number at a komi: an end that neither side can better counts as the komi (docs/guide/values.md).
// null if it is not proved.
export function valueNumber(value, komi) {
  if (!isProven(value)) return null;
  if (value.outright) return value.outright === "black" ? Infinity : -Infinity;
  const min = value.min ?? -Infinity;
  const max = value.max ?? Infinity;
  return Math.max(min, Math.min(komi, max));
}

// Bounds on a scale from -scale to scale: { scale, low, high }, null where nothing is known beyond what the rules alone
// say (any). It holds the points of the board (size), and bounds beyond them, as where prisoners count. Where an end is
// open the bar goes on behind the last number of the scale.
export function boundsBar(value, any, size) {
  if (!value || (!isProven(value) && saysNothing(value, any))) return null;
  if (value.outright) {
    const end = value.outright === "black" ? size : -size;
    return { scale: size, low: end, high: end };
  }
  const open = (value.min ?? null) === null || (value.max ?? null) === null;
  const scale = Math.max(size, Math.abs(value.min ?? 0), Math.abs(value.max ?? 0)) + (open ? 1 : 0);
  return { scale, low: value.min ?? -scale, high: value.max ?? scale };
}

// What of two results of one state says more.
export function better(one, other) {
  if (!one || !other) return one ?? other ?? null;
  const rank = (result) => (result.moves_complete ? 4 : 0) + (result.best_complete ? 2 : 0) + (result.proven ? 1 : 0);
  return rank(other) > rank(one) ? other : one;
}

// Is there more to find out by a run?
export function isComplete(known) {
  return !!known && !!known.proven && !!known.moves_complete;
}

// How much worse a play of `player` is than best play as values are ordered at the komi; null if that is not known.
export function lossOf(value, best, player, komi) {
  const mine = valueNumber(value, komi);
  const most = valueNumber(best, komi);
  if (mine === null || most === null || (player !== "black" && player !== "white")) return null;
  if (mine === most) return 0;
  return player === "black" ? most - mine : mine - most;
}

// The same in points of the board: Infinity where it is worse, but not by a number of points, as one of the values
// is none.
export function costOf(value, best, player, komi) {
  const loss = lossOf(value, best, player, komi);
  return loss > 0 && !(isNumber(value) && isNumber(best)) ? Infinity : loss;
}

// 9 best, 8 to 1 from small to large loss: the strengths of shudan's heat map; 0 unknown.
export function strengthOf(loss, largest) {
  if (loss === null) return 0;
  if (loss === 0) return 9;
  if (loss === Infinity) return 1;
  return 9 - Math.max(1, Math.min(8, Math.ceil((8 * loss) / Math.max(largest, 4))));
}

// The choices of a view, each with `value` (or null), `any_value` of the view, `proven`, `best`, `cost`, `loss`,
// `strength`. `value` is the value of the state if it is known otherwise (from the move before, say).
export function choicesWithValues(view, known, komi = 0, value = null) {
  const found = new Map();
  for (const { move, value: v } of view.known_moves ?? []) found.set(move, v);
  for (const { move, value: v } of known?.moves ?? [])
    if (isProven(v) || !isProven(found.get(move))) found.set(move, v);

  const whole = isProven(known?.value) ? known.value : value;
  const bests = new Set(known?.best ?? []);
  const choices = (view.choices ?? []).map((choice) => {
    const own = choice.legal ? (found.get(choice.move) ?? null) : null;
    const known = own && whole;
    const cost = known ? costOf(own, whole, view.next, komi) : null;
    const loss = known ? lossOf(own, whole, view.next, komi) : null;
    return { ...choice, captures: choice.captures ?? [], value: own, any_value: view.any_value, proven: isProven(own),
      best: bests.has(choice.move) || cost === 0, cost, loss };
  });
  const largest = Math.max(0, ...choices.map(({ loss }) => (loss === null || loss === Infinity ? 0 : loss)));
  for (const choice of choices)
    choice.strength = choice.best ? 9 : strengthOf(choice.loss, largest);
  return choices;
}

// Legal choices, the best first; unknown ones last.
export function choicesSorted(choices) {
  const rank = ({ best, loss }) => (best ? -1 : loss === null ? Infinity : Math.min(loss, 1e9));
  return choices.filter(({ legal }) => legal).map((choice, i) => ({ choice, i }))
    .sort((a, b) => (rank(a.choice) === rank(b.choice) ? a.i - b.i : rank(a.choice) < rank(b.choice) ? -1 : 1))
    .map(({ choice }) => choice);
}
