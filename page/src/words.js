// Every sentence about values and moves that a player reads. Plain words; an unknown value is told as unknown.

export const minus = "\u2212";

const names = { black: "Black", white: "White", third: "Third", fourth: "Fourth" };
export const playerName = (player) => names[player] ?? player;
export const playerLetter = { black: "X", white: "O", third: "#", fourth: "@" };

// 3 -> "+3", -2.5 -> "−2.5", 0 -> "0".
export function signed(number) {
  if (number === 0) return "0";
  return (number > 0 ? "+" : minus) + Math.abs(number);
}

const bound = (value, infinite) => (value === null || value === undefined ? infinite : signed(value));
export const points = (number) => `${number} point${number === 1 ? "" : "s"}`;

export const isProven = (value) =>
  !!value && (value.outright !== null && value.outright !== undefined ? true : value.min_known && value.max_known);
export const isNumber = (value) =>
  isProven(value) && !value.outright && value.min !== null && value.min === value.max;
// Proved, and neither side can force a better end: play goes on for ever, or ends without a score.
export const isGap = (value) => isProven(value) && !value.outright && !isNumber(value);

// Bounds that say no more than the rules alone (any_value of a view).
export function saysNothing(value, any) {
  const low = any?.min ?? -Infinity;
  const high = any?.max ?? Infinity;
  return (value.min ?? -Infinity) <= low && (value.max ?? Infinity) >= high;
}

// "a clause" -> "A clause."
export function sentence(text) {
  if (!text) return "";
  return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

// What stands on a point: "+3", "−4/+4" (neither can force better), "≥ −1", "−1…+4" (not yet known), "?".
export function valueShort(value, any = null) {
  if (!value) return "?";
  if (value.outright) return value.outright === "black" ? "B wins" : "W wins";
  if (isNumber(value)) return signed(value.min);
  if (isProven(value)) return `${bound(value.min, minus + "\u221e")}/${bound(value.max, "+\u221e")}`;
  if (saysNothing(value, any)) return "?";
  if (value.min === value.max && value.min !== null) return signed(value.min) + "?";
  return `${bound(value.min, minus + "\u221e")}\u2026${bound(value.max, "+\u221e")}`;
}

const wins = (margin) =>
  margin === 0 ? "nobody wins" : `${margin > 0 ? "Black" : "White"} wins by ${Math.abs(margin)}`;

// What a value means, with its number: "worth 0: a tie", "worth +3: Black wins by 3".
export function valueWords(value) {
  if (!value) return "not known yet";
  if (value.outright) return `${playerName(value.outright)} wins, whatever the score`;
  if (isNumber(value))
    return value.min === 0 ? "worth 0: a tie" : `worth ${signed(value.min)}: ${wins(value.min)}`;
  if (isProven(value)) return gapWords(value);
  return unknownWords(value);
}

function gapWords(value) {
  if (value.min === null && value.max === null) return "neither player can force the game to end";
  const black = value.min === null ? "Black can force no end" : `Black can make sure of ${signed(value.min)}`;
  const white = value.max === null ? "White can force no end" : `White can keep Black to ${signed(value.max)}`;
  return `${black}, ${white}, neither can force better`;
}

function unknownWords(value) {
  if (value.min === null && value.max === null) return "not known yet";
  if (value.min === null) return `not known yet: at most ${signed(value.max)}`;
  if (value.max === null) return `not known yet: at least ${signed(value.min)}`;
  if (value.min === value.max)
    return `not fully proved yet: ${signed(value.min)} as far as is known`;
  return `not known yet: from ${signed(value.min)} to ${signed(value.max)}`;
}

// The headline over the board: who wins, with best play from here.
export function valueHeadline(value, komi = 0) {
  if (!value) return "Not known yet";
  if (value.outright) return `${playerName(value.outright)} wins with best play`;
  if (isNumber(value)) {
    const margin = value.min - komi;
    if (margin === 0) return "A tie with best play";
    const by = `${margin > 0 ? "Black" : "White"} wins by ${Math.abs(margin)} with best play`;
    return komi === 0 ? by : `${by} (komi ${komi})`;
  }
  if (isProven(value)) {
    // Neither can force better: an end between the two counts as the komi.
    const margin = Math.max(value.min ?? -Infinity, Math.min(komi, value.max ?? Infinity)) - komi;
    if (margin === 0) return "Neither side can force a win";
    return `${margin > 0 ? "Black" : "White"} wins by at least ${Math.abs(margin)} (komi ${komi})`;
  }
  const sentence = unknownWords(value);
  return sentence[0].toUpperCase() + sentence.slice(1);
}

// The sentence below it, or null.
export function valueExplained(value, komi = 0) {
  if (!value) return null;
  if (value.outright) return "It does not matter by how much.";
  if (isNumber(value)) {
    const board = value.min === 0 ? "Both get the same on the board"
      : `${value.min > 0 ? "Black" : "White"} gets ${points(Math.abs(value.min))} more on the board`;
    return komi === 0 ? null : `${board}; komi gives White ${komi}.`;
  }
  if (isProven(value)) {
    const words = gapWords(value);
    return `${words[0].toUpperCase()}${words.slice(1)}. Best play may go on for ever, or end without a score.`;
  }
  return "The search goes on; these bounds are proved.";
}

// How a game stands that is over: from the keys `ended`, `winner`, `score` of a replay.
export function endWords({ ended, winner, score }, komi = 0) {
  if (!ended) return null;
  if (ended === "no-result") return "The game is over without a result.";
  if (ended === "tie") return "The game is over: a tie.";
  if (ended === "won") return `The game is over: ${playerName(winner)} wins.`;
  if (!score || score.margin === null || score.margin === undefined) {
    const all = Object.entries(score ?? {}).filter(([player]) => player in names);
    return "The game is over: " + all.map(([player, n]) => `${playerName(player)} ${n}`).join(", ") + ".";
  }
  const margin = score.margin - komi;
  const result = margin === 0 ? "a tie" : wins(margin);
  const after = komi === 0 ? "" : ` after komi ${komi}`;
  return `The game is over: Black ${score.black}, White ${score.white}: ${result}${after}.`;
}

// "this move costs 2 points"; null where it is not known.
export function costWords(cost) {
  if (cost === null || cost === undefined) return null;
  if (cost === 0) return "costs nothing";
  if (cost === Infinity) return "worse than the best";
  return `costs ${points(cost)}`;
}

// The name of a move for people.
export function moveName(move) {
  if (move === "pass") return "Pass";
  if (move === "refresh") return "Refreshing pass";
  const removal = /^cycle:(\d+)(?:\+(.*))?$/.exec(move);
  if (!removal) return move;
  return removal[2] ? `Remove cycle ${removal[1]}, then ${removal[2]}` : `Remove cycle ${removal[1]}`;
}

// A line of moves in running text: "B2, pass, remove cycle 1, then C1".
export function lineWords(moves) {
  return moves.map((move) => {
    const name = moveName(move);
    return name === move ? name : name[0].toLowerCase() + name.slice(1);
  }).join(", ");
}

export const moveHint = {
  pass: "No stone is placed.",
  refresh: "A pass that lets old boards be forgotten (Kee's rules).",
};

const stoneNames = { ".": "empty", X: "black stone", O: "white stone", "#": "third player's stone",
  "@": "fourth player's stone" };
export const stoneName = (letter) => stoneNames[letter] ?? letter;

// What a screen reader says of a point: "B2, empty, worth +1: Black wins by 1, best".
export function pointLabel(name, letter, choice) {
  const parts = [name, stoneName(letter)];
  if (choice && !choice.legal && letter === ".")
    parts.push(`not allowed${choice.reason ? `: ${choice.reason}` : ""}`);
  if (choice && choice.legal) {
    parts.push(valueWords(choice.value));
    if (choice.best) parts.push("best");
    else if (choice.cost > 0) parts.push(costWords(choice.cost));
    if (choice.captures.length > 0) parts.push(`captures ${choice.captures.join(" ")}`);
    if (choice.reason) parts.push(choice.reason);
  }
  return parts.join(", ");
}

// Why a choice is not allowed, as a sentence.
export function whyNot(choice) {
  const reason = choice.reason ?? "the rules forbid it";
  const rule = choice.rule && choice.rule !== "occupied" ? ` (rule: ${choice.rule})` : "";
  return `${moveName(choice.move)} is not allowed: ${reason}${rule}.`;
}

export function bytesWords(bytes) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let unit = 0;
  while (bytes >= 1024 && unit < 3) {
    bytes /= 1024;
    unit++;
  }
  return `${bytes >= 10 || unit === 0 ? Math.round(bytes) : bytes.toFixed(1)} ${units[unit]}`;
}

export function secondsWords(seconds) {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// "-21..+20" -> ["\u221221", "+20"]; "+3" -> ["+3", "+3"].
const ends = (value) => {
  const [low, high = low] = value.replaceAll("-", minus).split("..");
  return [low, high];
};

// What a certificate of the list proves of its game, by its field "asked".
export const certificateAsked = {
  value: () => "the value",
  all: () => "the value of every first move",
  coalitions: () => "what each coalition gets, the smaller ones first",
  leaves: () => "the value of every first move, by strategies",
  living: (low, high) => `White keeps Black to ${high}, below the whole board`,
  held: (low, high) => `White holds Black to ${high}`,
  gets: (low) => `Black gets ${low} or more`,
};

const oneSided = ["living", "held", "gets"];

export const certificateProves = ({ asked, value }) => certificateAsked[asked]?.(...ends(value)) ?? asked;

// Its value as everywhere on the page: two numbers that neither side can better, or bounds of one that it leaves open.
export function certificateValue({ asked, value }) {
  const [low, high] = ends(value);
  if (low === high) return low;
  return low + (oneSided.includes(asked) ? "\u2026" : "/") + high;
}

// 12345 -> "12 345".
export const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

const stops = { nodes: "the limit of nodes", time: "the limit of time", interrupted: "your wish", memory: "full memory",
  undecided: "positions that neither side can decide", solo: "too many positions after a ban", length: "a line that grew too long",
  unscored: "a board that cannot be scored", store: "a store that cannot be written", size: "the size of the board" };

// Why a search ended before all was proved, or, if all is, before its best line came to an end; null: neither.
export function stoppedWords(result) {
  if (!result.stopped) return null;
  const by = stops[result.stopped] ?? "something else";
  if (result.proven && result.moves_complete && result.best_complete) return `All is proved. The best line breaks off: it was stopped by ${by}.`;
  return `The search was stopped by ${by}. What it proved stays.`;
}
