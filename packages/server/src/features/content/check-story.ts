import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { StoryContent } from '@inlay/protocol/story';
import { checkFilters } from './check-filters.ts';
import { checkNarrative } from './check-narrative.ts';
import { repeatedIds } from './repeated-ids.ts';

export function checkStory({ steps, filters }: StoryContent): readonly FieldProblem[] {
  const shown = new Set(steps.flatMap(({ tiles = [] }) => tiles));
  return [
    ...repeatedIds(steps, '/steps'),
    ...steps.flatMap(({ title, narrative, recommendation, values }, index) => [
      ...checkNarrative(title, values, `/steps/${index}/title`),
      ...checkNarrative(narrative, values, `/steps/${index}/narrative`),
      ...checkNarrative(recommendation, values, `/steps/${index}/recommendation`),
    ]),
    ...checkFilters(filters, shown),
  ];
}
