// Where two lists of choices part.

import { isProven } from "./words.js";

const sameValue = (a, b) => a.min === b.min && a.max === b.max && (a.outright ?? null) === (b.outright ?? null);

// [{ move, here, there, why: "legal" or "value" }]. What is not proved is no difference.
export function differencesOf(here, there) {
  const others = new Map(there.map((choice) => [choice.move, choice]));
  const found = [];
  for (const choice of here) {
    const other = others.get(choice.move);
    if (!other) continue;
    if (choice.legal !== other.legal) found.push({ move: choice.move, here: choice, there: other, why: "legal" });
    else if (choice.legal && isProven(choice.value) && isProven(other.value) && !sameValue(choice.value, other.value))
      found.push({ move: choice.move, here: choice, there: other, why: "value" });
  }
  return found;
}
