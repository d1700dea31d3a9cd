// Light, dark, or as the system is set. Kept in the browser where it lets us.

import { useEffect, useState } from "preact/hooks";

const themes = ["system", "light", "dark"];

function saved() {
  try {
    const theme = localStorage.getItem("theme");
    return themes.includes(theme) ? theme : "system";
  } catch {
    return "system";
  }
}

export function Theme() {
  const [theme, setTheme] = useState(saved);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // not kept, then
    }
  }, [theme]);
  return (
    <label class="theme">Colours{" "}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        {themes.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}
