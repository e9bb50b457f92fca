import { divergeTokens, rampTokens, seriesTokens, type Token } from '@inlay/charts/theme/tokens';

interface TokenGroup {
  readonly title: string;
  readonly hint: string;
  readonly tokens: readonly (readonly [token: Token, name: string])[];
  /** Most people change these and no others. */
  readonly first?: boolean;
}

const numbered = (tokens: readonly Token[], name: string) =>
  tokens.map((token, at) => [token, `${name} ${at + 1}`] as const);

/** The colors of a theme, named for the person who chooses them. */
export const tokenGroups: readonly TokenGroup[] = [
  {
    title: 'Page and words',
    hint: 'The ground of each tile, and what is written on it.',
    first: true,
    tokens: [
      ['surface', 'Ground'],
      ['text', 'Words'],
      ['text-muted', 'Quiet words'],
      ['accent', 'Links and choices'],
    ],
  },
  {
    title: 'Series',
    hint: 'Lines, bars and slices take them in this order.',
    first: true,
    tokens: numbered(seriesTokens, 'Series'),
  },
  {
    title: 'Lines and quiet marks',
    hint: 'What carries a chart without being its message.',
    tokens: [
      ['grid', 'Grid lines'],
      ['axis', 'Axes'],
      ['track', 'Grounds of bars and chips'],
      ['neutral', 'Marks without a meaning'],
    ],
  },
  {
    title: 'Good, warning and bad',
    hint: 'Words of a change, and the soft grounds behind them.',
    tokens: [
      ['good', 'Good'],
      ['good-soft', 'Behind good'],
      ['warning', 'Warning'],
      ['warning-soft', 'Behind a warning'],
      ['bad', 'Bad'],
      ['bad-soft', 'Behind bad'],
    ],
  },
  {
    title: 'Scale of one colour',
    hint: 'From little to much, in heatmaps.',
    tokens: numbered(rampTokens, 'Step'),
  },
  {
    title: 'Scale of two colours',
    hint: 'From below to above a middle.',
    tokens: numbered(divergeTokens, 'Step'),
  },
];
