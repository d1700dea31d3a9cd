// Published tables with verdicts.

export function Tables() {
  return <main class="tables" id="main"><h1>Published tables</h1></main>;
}
