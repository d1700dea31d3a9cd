// The ruleset and its fields as controls; komi.

import { useState } from "preact/hooks";
import { familyFields, fieldTitle, fieldValue, presetGroups, presetSentence, presetTitle, rulesChosen, rulesText } from "./rulewords.js";

// A menu of all rulesets. Where `value` is none of the presets as it stands, it is the first of the menu.
export function RulesetMenu({ rulesets, value, onChange, none, ...rest }) {
  const presets = rulesets?.presets ?? [];
  const named = presets.some(({ name }) => name === value);
  const groups = presetGroups(presets);
  return (
    <select {...rest} value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || null)}>
      {none && <option value="">{none}</option>}
      {value && !named && <option value={value}>{value}</option>}
      {groups.map(([title, list]) => (
        <optgroup key={title} label={title}>
          {list.map(({ name }) => <option key={name} value={name}>{presetTitle(name)}</option>)}
        </optgroup>
      ))}
    </select>
  );
}

// What a ruleset says, in a sentence, and where it is from.
export function RulesetWords({ rulesets, rules }) {
  const chosen = rulesets && rulesChosen(rulesets, rules);
  if (!chosen) return null;
  return (
    <p class="ruleset-words">
      {presetSentence(chosen.preset)}{" "}
      {chosen.changed.length > 0 && (
        <span class="changed">Changed: {chosen.changed.map((field) =>
          `${fieldTitle(field).toLowerCase()}: ${fieldValue(field, chosen.fields[field])}`).join("; ")}. </span>
      )}
      <span class="source">Source: {chosen.preset.source}.</span>
    </p>
  );
}

function Field({ field, value, isChanged, onChange }) {
  const id = `field-${field.name}`;
  return (
    <div class={`field${isChanged ? " is-changed" : ""}`}>
      <label for={id}>{fieldTitle(field.name)}</label>
      <select id={id} value={value} aria-describedby={`${id}-meaning`} data-field={field.name}
        onChange={(event) => onChange(event.currentTarget.value)}>
        {field.values.map((one) => <option key={one} value={one}>{fieldValue(field.name, one)}</option>)}
      </select>
      <p class="hint" id={`${id}-meaning`}><code>{field.name}={value}</code>: {field.meaning}.</p>
    </div>
  );
}

function Fields({ app, chosen }) {
  const { rulesets } = app.state;
  const fields = familyFields(rulesets, chosen.preset.family);
  const change = (name, value) => app.setRules(rulesText(chosen.preset, { ...chosen.fields, [name]: value }));
  return (
    <details class="fields" open={chosen.changed.length > 0 || undefined}>
      <summary>Change these rules</summary>
      {fields.map((field) => (
        <Field key={field.name} field={field} value={chosen.fields[field.name]}
          isChanged={chosen.changed.includes(field.name)} onChange={(value) => change(field.name, value)} />
      ))}
    </details>
  );
}

const komiMax = 1000;

function Komi({ app }) {
  const { komi } = app.state.start;
  const [wrong, setWrong] = useState(false);
  const change = (event) => {
    const text = event.currentTarget.value.trim().replace(",", ".").replace("\u2212", "-");
    const number = text === "" ? 0 : Number(text);
    const good = Number.isInteger(2 * number) && Math.abs(number) <= komiMax;
    setWrong(!good);
    if (good && number !== komi) app.setKomi(number);
  };
  return (
    <div class="komi">
      <label for="komi">Komi</label>
      <input id="komi" type="text" inputmode="decimal" size="4" defaultValue={String(komi)} key={komi}
        aria-describedby="komi-meaning" aria-invalid={wrong ? "true" : undefined} onChange={change} />
      <span class="hint" id="komi-meaning">
        {wrong ? `Wanted: a whole or half number, at most ${komiMax}.` : "points that White gets for moving second"}
      </span>
    </div>
  );
}

export function Rules({ app, view }) {
  const { rulesets, start, beside } = app.state;
  const shown = view?.rules ?? start.rules;
  const chosen = rulesets && (rulesChosen(rulesets, start.rules) ?? rulesChosen(rulesets, shown));
  const text = chosen ? rulesText(chosen.preset, chosen.fields) : shown;
  return (
    <section class="rules" aria-label="Rules">
      <div class="rules-choice">
        <label for="rules">Rules</label>
        <RulesetMenu id="rules" rulesets={rulesets} value={text} onChange={(name) => app.setRules(name)} />
      </div>
      <RulesetWords rulesets={rulesets} rules={text} />
      {chosen && chosen.changed.length > 0 && (
        <p class="row changed-rules">
          <code>{text}</code>
          <button type="button" class="link" onClick={() => app.setRules(chosen.preset.name)}>Back to {chosen.preset.name}</button>
        </p>
      )}
      {chosen && !app.api.isSite && <Fields app={app} chosen={chosen} />}
      {!app.api.isSite && <Komi app={app} />}
      <div class="rules-choice">
        <label for="beside">Compare with</label>
        <RulesetMenu id="beside" rulesets={rulesets} value={beside} none="no other rules" onChange={(name) => app.setBeside(name)} />
      </div>
    </section>
  );
}
