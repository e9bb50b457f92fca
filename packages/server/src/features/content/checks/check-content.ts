import { TileContentSchema } from '@inlay/charts/tile';
import { type AppContent, AppContentSchema } from '@inlay/content/app';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { DashboardContentSchema } from '@inlay/content/dashboard';
import { type EmbedContent, EmbedContentSchema } from '@inlay/content/embed';
import { type StoryContent, StoryContentSchema } from '@inlay/content/story';
import { namesIn, parseNarrative } from '@inlay/protocol/parse-narrative';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import { checkDashboard, checkTile } from './check-dashboard.ts';
import { checkFilters, repeatedIds } from './check-filters.ts';
import { checkNarrative, narrativeProblem } from './check-narrative.ts';
import { checkStepChart } from './check-step-chart.ts';

export const contentSchemas = {
  app: AppContentSchema,
  tile: TileContentSchema,
  story: StoryContentSchema,
  dashboard: DashboardContentSchema,
  embed: EmbedContentSchema,
} as const satisfies Record<ContentKind, object>;

/** Checks that a schema cannot express: whether the parts of one piece of content fit together. */
const coherence: {
  readonly [K in ContentKind]: (content: ContentByKind[K]) => readonly FieldProblem[];
} = {
  app: checkApp,
  tile: (content) => checkTile(content),
  story: checkStory,
  dashboard: checkDashboard,
  embed: checkEmbed,
};

export type CheckedContent<K extends ContentKind> =
  | { readonly content: ContentByKind[K]; readonly problems?: undefined }
  | { readonly problems: readonly FieldProblem[]; readonly content?: undefined };

/** Checks everything that does not depend on other content. */
export function checkContent<K extends ContentKind>(kind: K, value: unknown): CheckedContent<K> {
  const shape = shapeErrors(contentSchemas[kind], value);
  if (shape.length > 0) return { problems: shape };
  const content = value as ContentByKind[K];
  const problems = coherence[kind](content);
  return problems.length > 0 ? { problems } : { content };
}

/**
 * A translation may only depend on values that its phrase depends on, since only those are bound. It may have the
 * plural categories of its language, and conditions of its own.
 */
function checkApp({ translations = {} }: AppContent): readonly FieldProblem[] {
  return Object.entries(translations).flatMap(([language, phrases]) =>
    Object.entries(phrases).flatMap(([phrase, translation]) => {
      const original = parseNarrative(phrase);
      const values = new Set(original.flatMap(namesIn));
      // Braces that are text in the phrase, such as those of a column name in a title, are text in a translation too.
      const braces = new Set(original.flatMap((part) => ('problem' in part ? [part.whole] : [])));
      const path = `/translations/${language}/${escaped(phrase)}`;
      return parseNarrative(translation).flatMap((part): readonly FieldProblem[] => {
        if (!('problem' in part))
          return namesIn(part)
            .filter((value) => !values.has(value))
            .map((value) => ({
              path,
              problem: `contains '${value}', which the original phrase does not contain`,
            }));
        if (braces.has(part.whole)) return [];
        const isValue = part.problem === 'syntax' || part.problem === 'format';
        const problem = isValue ? 'which the original phrase does not contain' : narrativeProblem(part);
        return [{ path, problem: `contains '${part.whole}', ${problem}` }];
      });
    }),
  );
}

/** RFC 6901 §3. */
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function checkEmbed({ allowedOrigins = [], expiresAt }: EmbedContent): readonly FieldProblem[] {
  return [
    ...allowedOrigins.flatMap((text, index) =>
      isOrigin(text)
        ? []
        : [
            {
              path: `/allowedOrigins/${index}`,
              problem: 'must be an origin such as https://app.example.com, without a path',
            },
          ],
    ),
    ...(expiresAt == null || isInstant(expiresAt)
      ? []
      : [{ path: '/expiresAt', problem: 'must be a time in UTC such as 2026-12-31T23:59:59Z' }]),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function checkStory({ steps, filters }: StoryContent): readonly FieldProblem[] {
  const tileIds = new Set(steps.flatMap(({ tiles = [] }) => tiles));
  return [
    ...repeatedIds(steps, '/steps'),
    ...steps.flatMap((step, index) => checkStepChart(step, `/steps/${index}`)),
    ...steps.flatMap(({ title, narrative, recommendation, values }, index) => [
      ...checkNarrative(title, values, `/steps/${index}/title`),
      ...checkNarrative(narrative, values, `/steps/${index}/narrative`),
      ...checkNarrative(recommendation, values, `/steps/${index}/recommendation`),
    ]),
    ...checkFilters(filters, tileIds),
  ];
}
