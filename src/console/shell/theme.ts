import { useState } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'theme';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return isTheme(stored) ? stored : 'system';
}

/** Shows the page in a theme; by default in the one last chosen here. */
export function applyTheme(theme: Theme = storedTheme()): void {
  document.documentElement.dataset.theme = theme;
}

/** The theme, and what changes it to the next. */
export function useTheme(): readonly [theme: Theme, next: () => void] {
  const [theme, setTheme] = useState(storedTheme);
  const next = () => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(STORED_AS, following);
    applyTheme(following);
    setTheme(following);
  };
  return [theme, next];
}
