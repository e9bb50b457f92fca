import type { MemberSelection } from '@inlay/charts/focus';
import type { Tile } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import type { DeniedFields } from './denied-fields.ts';
import { hasNoQuery } from './usable-tile.ts';
import type { HiddenNames } from './without-hidden-names.ts';

/** A step without what its chart says about fields that are hidden from the reader. */
export function withReadableChart(
  step: StoryStep,
  tile: Tile | undefined,
  hidden: HiddenNames | undefined,
  denied: DeniedFields,
): StoryStep {
  const { chart, ...rest } = step;
  if (!chart) return step;
  if (!tile || !hidden || hasNoQuery(tile)) return rest;
  const { highlight = [], zoom, filters = [], ...others } = chart;
  const isReadable = ({ column }: MemberSelection) =>
    !denied.inQuery(tile.datasetId, { name: column, kind: 'column' });
  const highlighted = highlight.filter(isReadable);
  const filtering = filters.filter(({ column }) => !hidden.column(column));
  return {
    ...rest,
    chart: {
      ...others,
      ...(highlighted.length > 0 && { highlight: highlighted }),
      ...(zoom && isReadable(zoom) && { zoom }),
      ...(filtering.length > 0 && { filters: filtering }),
    },
  };
}
