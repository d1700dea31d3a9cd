// The same game under a second ruleset.

export function Beside() {
  return null;
}
