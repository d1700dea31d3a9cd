// The ruleset and its fields as controls; komi.

export function Rules({ app }) {
  const { rulesets, start } = app.state;
  const names = rulesets ? rulesets.presets.map(({ name }) => name) : [start.rules];
  const listed = names.includes(start.rules) ? names : [start.rules, ...names];
  return (
    <section class="rules" aria-label="Rules">
      <label>Rules{" "}
        <select value={start.rules} onChange={(event) => app.setRules(event.currentTarget.value)}>
          {listed.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
    </section>
  );
}
