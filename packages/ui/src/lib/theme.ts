import { createStore, readStored, writeStored } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'sextant.theme';

function stored(): Theme {
  const value = readStored('local', storageKey);
  return themes.find((theme) => theme === value) ?? 'system';
}

export const theme = createStore<Theme>(stored());

export function chooseTheme(next: Theme): void {
  writeStored('local', storageKey, next === 'system' ? null : next);
  theme.set(next);
  applyTheme();
}

/** The colours follow `color-scheme` alone: every token is a light and a dark value side by side. */
export function applyTheme(): void {
  const root = document.documentElement;
  const value = theme.get();
  if (value === 'system') delete root.dataset.theme;
  else root.dataset.theme = value;
}
