import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import { markChoices } from '../click/mark-choices.ts';

/** What selects the rows behind a mark or a cell. */
export interface RowsOf {
  readonly mark: Readonly<Record<string, ChosenValue>>;
  readonly measure?: string;
}

/** From the data in the chart: the values that the result rows of a mark have in each dimension, and its measure. */
export function rowsOfMark(
  data: MarkRows,
  rows: readonly number[],
  name: string | undefined,
): RowsOf | undefined {
  const choices = markChoices(data, rows);
  if (!choices) return undefined;
  const measure = data.columns.find(({ role, label }) => role === 'measure' && label === name)?.name;
  return {
    mark: Object.fromEntries(choices.map((choice) => [choice.name, choice.value])),
    ...(measure !== undefined && { measure }),
  };
}
