import type { ThemeContent } from '@inlay/protocol/theme';
import type { Schemas } from '../../api/operations.ts';

export type Mode = 'light' | 'dark';
export type Colours = Readonly<Record<string, string>>;

export type ShownTheme = Schemas['Theme'];

/** A theme while it is edited, with all of its parts. */
export interface ThemeDraft {
  readonly mode: 'auto' | Mode;
  readonly font: string;
  readonly light: Colours;
  readonly dark: Colours;
}

export const draftOf = (theme: ThemeContent = {}): ThemeDraft => ({
  mode: theme.mode ?? 'auto',
  font: theme.font ?? '',
  light: theme.light ?? {},
  dark: theme.dark ?? {},
});

export type NamedDraft = ThemeDraft & { readonly name: string };

export const namedDraft = (theme?: ShownTheme): NamedDraft => ({
  name: theme?.name ?? '',
  ...draftOf(theme),
});

/** Its ETag: the time of its last change. */
export const versionOf = ({ updatedAt }: ShownTheme): number => Date.parse(updatedAt);

/** What is as by default is left out. */
export function contentOf({ mode, font, light, dark }: ThemeDraft): ThemeContent {
  return {
    ...(mode === 'auto' ? {} : { mode }),
    ...(font.trim() === '' ? {} : { font: font.trim() }),
    ...(isEmpty(light) ? {} : { light }),
    ...(isEmpty(dark) ? {} : { dark }),
  };
}

/** Takes a colour in, or with none back to the default. */
export function withColour(draft: ThemeDraft, mode: Mode, token: string, colour?: string): ThemeDraft {
  const { [token]: _, ...others } = draft[mode];
  return { ...draft, [mode]: colour === undefined ? others : { ...others, [token]: colour } };
}

const isEmpty = (colours: Colours) => Object.keys(colours).length === 0;
