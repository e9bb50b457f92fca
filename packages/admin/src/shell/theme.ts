import { effect, signal } from '@preact/signals';

type Choice = 'system' | 'light' | 'dark';

const KEY = 'inlay-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);

export const themeChoice = signal<Choice>(readChoice());

/** Keeps the page in the theme that was chosen, or in the system's. */
export function followTheme(): void {
  system.addEventListener('change', ({ matches }) => {
    systemDark.value = matches;
  });
  effect(() => {
    const choice = themeChoice.value;
    const dark = choice === 'system' ? systemDark.value : choice === 'dark';
    document.documentElement.dataset.inlayTheme = dark ? 'dark' : 'light';
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  });
}

export function isDark(): boolean {
  return themeChoice.value === 'system' ? systemDark.value : themeChoice.value === 'dark';
}

export function toggleTheme(): void {
  themeChoice.value = isDark() ? 'light' : 'dark';
}

function readChoice(): Choice {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
