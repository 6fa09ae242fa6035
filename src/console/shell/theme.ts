import { useState } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'theme';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

function readStoredTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isTheme(stored) ? stored : 'system';
}

/** Applies a theme. Default: the stored one. */
export function applyTheme(theme: Theme = readStoredTheme()): void {
  document.documentElement.dataset.theme = theme;
}

/** Returns the theme and a function that selects the next one. */
export function useTheme(): readonly [theme: Theme, next: () => void] {
  const [theme, setTheme] = useState(readStoredTheme);
  const selectNextTheme = () => {
    const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(STORAGE_KEY, nextTheme);
    applyTheme(nextTheme);
    setTheme(nextTheme);
  };
  return [theme, selectNextTheme];
}
