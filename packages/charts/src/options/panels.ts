import type { ChartOptions, ChoiceOption, ColumnOption } from './chart-option.ts';

/** Small multiples: a panel with the same chart for each value of a dimension. */
const panels = {
  type: 'column',
  of: 'dimension',
  absent: 'none',
  description: 'Dimension whose values get a panel each, all with the same chart (small multiples).',
} satisfies ColumnOption;

const panelScales = {
  type: 'choice',
  default: 'shared',
  choices: ['shared', 'free'],
  when: ({ panel }) => panel !== undefined,
  description:
    'Whether panels share the range of values and the categories, so that they compare in size, or each has its own. Panels always share time.',
} satisfies ChoiceOption<'shared' | 'free'>;

export const panelOptions = { panels, panelScales } satisfies ChartOptions;
