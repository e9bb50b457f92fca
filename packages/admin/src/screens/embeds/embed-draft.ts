import type { EmbedContent, EmbedTarget } from '@inlay/content/embed';

type Hidden = NonNullable<NonNullable<EmbedContent['options']>['hide']>[number];

/** An embed while it is edited. */
export interface EmbedDraft {
  readonly title: string;
  readonly id: string;
  readonly alias: string;
  readonly target: EmbedTarget;
  /** One a line. */
  readonly origins: string;
  /** As the browser's box for a moment has it, in local time; empty: never. */
  readonly ends: string;
  /** By name. */
  readonly theme: string;
  readonly mode: 'auto' | 'light' | 'dark' | '';
  readonly accent: string;
  readonly height: string;
  readonly hide: readonly Hidden[];
  readonly personalCopies: boolean;
}

export const HIDEABLE: readonly (readonly [Hidden, string])[] = [
  ['title', 'Title'],
  ['filters', 'Filters'],
  ['export', 'Downloads'],
  ['navigation', 'Steps'],
];

export function draftOf(
  embed: (EmbedContent & { readonly id: string }) | undefined,
  target: EmbedTarget,
): EmbedDraft {
  return {
    title: embed?.title ?? '',
    id: '',
    alias: embed?.alias ?? '',
    target: embed?.target ?? target,
    origins: (embed?.allowedOrigins ?? []).join('\n'),
    ends: embed?.expiresAt ? localMoment(embed.expiresAt) : '',
    theme: embed?.theme?.name ?? '',
    mode: embed?.theme?.mode ?? '',
    accent: embed?.theme?.tokens?.accent ?? '',
    height: embed?.options?.height?.toString() ?? '',
    hide: embed?.options?.hide ?? [],
    personalCopies: embed?.options?.personalCopies ?? false,
  };
}

/** What is filled in, as the API takes it. What no box is for stays as it was. */
export function embedOf(draft: EmbedDraft, before: EmbedContent | undefined): EmbedContent {
  const origins = draft.origins.split(/\s+/).filter(Boolean);
  const { accent: _, ...tokens } = before?.theme?.tokens ?? {};
  const allTokens = draft.accent === '' ? tokens : { ...tokens, accent: draft.accent };
  const { name: __, mode: ___, tokens: ____, ...otherTheme } = before?.theme ?? {};
  const theme = {
    ...otherTheme,
    ...(draft.theme === '' ? {} : { name: draft.theme }),
    ...(draft.mode === '' ? {} : { mode: draft.mode }),
    ...(Object.keys(allTokens).length === 0 ? {} : { tokens: allTokens }),
  };
  const options = {
    ...(before?.options?.filters ? { filters: before.options.filters } : {}),
    ...(draft.height === '' ? {} : { height: Number(draft.height) }),
    ...(draft.hide.length === 0 ? {} : { hide: draft.hide }),
    ...(draft.personalCopies && draft.target.kind === 'builder' ? { personalCopies: true } : {}),
  };
  return {
    title: draft.title,
    ...(draft.alias === '' ? {} : { alias: draft.alias }),
    target: draft.target,
    ...(origins.length === 0 ? {} : { allowedOrigins: origins }),
    ...(draft.ends === '' ? {} : { expiresAt: new Date(draft.ends).toISOString() }),
    ...(Object.keys(theme).length === 0 ? {} : { theme }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

/** `2026-03-31T09:30` in local time, as the browser's box wants it. */
function localMoment(iso: string): string {
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
