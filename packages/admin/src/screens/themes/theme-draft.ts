import type { ThemeContent } from '@inlay/protocol/theme';
import type { Schemas } from '../../api/operations.ts';

export type Mode = 'light' | 'dark';
export type Colors = Readonly<Record<string, string>>;

export type SavedTheme = Schemas['Theme'];

/** A theme while it is edited, with all of its parts. */
export interface ThemeDraft {
  readonly mode: 'auto' | Mode;
  readonly font: string;
  readonly light: Colors;
  readonly dark: Colors;
}

export const draftOf = (theme: ThemeContent = {}): ThemeDraft => ({
  mode: theme.mode ?? 'auto',
  font: theme.font ?? '',
  light: theme.light ?? {},
  dark: theme.dark ?? {},
});

export type NamedDraft = ThemeDraft & { readonly name: string };

export const namedDraft = (theme?: SavedTheme): NamedDraft => ({
  name: theme?.name ?? '',
  ...draftOf(theme),
});

/** Its ETag: the time of its last change. */
export const versionOf = ({ updatedAt }: SavedTheme): number => Date.parse(updatedAt);

/** Leaves out defaults. */
export function contentOf({ mode, font, light, dark }: ThemeDraft): ThemeContent {
  return {
    ...(mode === 'auto' ? {} : { mode }),
    ...(font.trim() === '' ? {} : { font: font.trim() }),
    ...(isEmpty(light) ? {} : { light }),
    ...(isEmpty(dark) ? {} : { dark }),
  };
}

/** Sets a color, or without one resets it to the default. */
export function withColor(draft: ThemeDraft, mode: Mode, token: string, color?: string): ThemeDraft {
  const { [token]: _, ...others } = draft[mode];
  return { ...draft, [mode]: color === undefined ? others : { ...others, [token]: color } };
}

const isEmpty = (colors: Colors) => Object.keys(colors).length === 0;
