import type { MemberSelection } from '@inlay/charts/focus';
import { formatRow, isOthers } from '@inlay/charts/format/format-cell';
import type { Locale } from '@inlay/charts/format/locale';
import type { StepChart, StoryContent } from '@inlay/content/story';
import { scenesOf } from '@inlay/content/unfold-story';
import { isComplete } from '@inlay/editor/model/finish-tile';
import { patch, undefinedIfEmpty } from '@inlay/editor/model/patch';
import type { Scalar } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { ShownTile } from '../../api/content.ts';

/** Pure functions about what a step changes in its first chart. */

export interface Member {
  readonly value: Scalar;
  readonly label: string;
}

/** The members of a dimension in the order of a result; those without a value and the rest of a top N have no name. */
export function membersOf(
  result: QueryResult | undefined,
  name: string,
  locale: Locale,
): readonly Member[] | undefined {
  const column = result?.columns.find((each) => each.name === name);
  if (!result || !column) return result && [];
  const members = new Map<Scalar, string>();
  for (let row = 0; row < result.rowCount; row += 1) {
    const value = column.values[row] ?? null;
    if (value === null || isOthers(column, row) || members.has(value)) continue;
    members.set(value, formatRow(row, column, column.format, locale));
  }
  return Array.from(members, ([value, label]) => ({ value, label }));
}

/** Without parts that have no value yet, and undefined if nothing is left. */
export function finishChart({ highlight, zoom, annotations, filters }: StepChart): StepChart | undefined {
  return undefinedIfEmpty(
    patch<StepChart>(
      {},
      {
        highlight: undefinedIfEmpty((highlight ?? []).filter(isChosen)),
        zoom: zoom && isChosen(zoom) ? zoom : undefined,
        annotations: undefinedIfEmpty((annotations ?? []).filter(({ at }) => at !== '')),
        filters: undefinedIfEmpty((filters ?? []).filter(isComplete)),
      },
    ),
  );
}

const isChosen = ({ values, from, to }: MemberSelection): boolean =>
  (values?.length ?? 0) > 0 || from !== undefined || to !== undefined;

/** What still has a meaning after another tile was chosen: selections of a dimension that it has, filters of its dataset. */
export function fittingChart(
  { highlight, zoom, annotations, filters }: StepChart,
  before: ShownTile | undefined,
  after: ShownTile | undefined,
): StepChart | undefined {
  if (!after) return undefined;
  const isOfOneDataset = before?.datasetId === after.datasetId;
  const isKnown = ({ column }: { readonly column: string }) =>
    isOfOneDataset && after.query.dimensions.some((dimension) => dimension.column === column);
  const along = after.query.dimensions[0]?.column;
  const isAlongTheSame = isOfOneDataset && along === before.query.dimensions[0]?.column;
  return undefinedIfEmpty(
    patch<StepChart>(
      {},
      {
        highlight: undefinedIfEmpty((highlight ?? []).filter(isKnown)),
        zoom: zoom && isKnown(zoom) ? zoom : undefined,
        annotations: isAlongTheSame ? annotations : undefined,
        filters: isOfOneDataset ? filters : undefined,
      },
    ),
  );
}

/** The first and last step, counted from 1, of those beside a step that show the same chart. */
export function stepsInView(
  { steps }: StoryContent,
  id: string,
): { readonly from: number; readonly to: number } | undefined {
  const scenes = scenesOf(steps);
  const scene = scenes[steps.findIndex((step) => step.id === id)];
  const from = scenes.indexOf(scene ?? -1) + 1;
  const to = scenes.lastIndexOf(scene ?? -1) + 1;
  return from === to ? undefined : { from, to };
}
