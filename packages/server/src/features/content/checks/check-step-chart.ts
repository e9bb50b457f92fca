import type { MemberSelection } from '@inlay/charts/focus';
import type { StoryStep } from '@inlay/content/story';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** What a step changes in its first tile. */
export function checkStepChart({ chart, tiles = [] }: StoryStep, at: string): readonly FieldProblem[] {
  if (!chart) return [];
  const { highlight = [], zoom } = chart;
  return [
    ...(tiles.length === 0
      ? [{ path: `${at}/chart`, problem: 'changes a chart, but the step has none: add a tile to the step' }]
      : []),
    ...highlight.flatMap((selection, index) => checkSelection(selection, `${at}/chart/highlight/${index}`)),
    ...(zoom ? checkSelection(zoom, `${at}/chart/zoom`) : []),
  ];
}

function checkSelection({ values, from, to }: MemberSelection, path: string): readonly FieldProblem[] {
  const isRange = from !== undefined || to !== undefined;
  if (values && isRange) return [{ path, problem: "must have either 'values' or a range, not both" }];
  if (!values && !isRange) return [{ path, problem: "must have 'values', or a range with 'from' or 'to'" }];
  const isBackward = from !== undefined && to !== undefined && typeof from === typeof to && from > to;
  return isBackward ? [{ path: `${path}/to`, problem: "must not be before 'from'" }] : [];
}
