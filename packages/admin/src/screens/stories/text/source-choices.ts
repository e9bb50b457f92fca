import type { ContentMessages } from '@inlay/messages/content';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { SelectOption } from '@inlay/ui/controls/select';
import type { TextContext } from './text-context.ts';
import { fieldLabel } from './value-label.ts';

type ValueTexts = ContentMessages['stories']['values'];

/** The row of a value, as one choice. */
export type RowChoice = NonNullable<ValueSource['row']> | 'member';

/** What an author can choose for a value of a tile. */
export interface SourceChoices {
  readonly fields: readonly SelectOption[];
  readonly dimensions: readonly SelectOption[];
  /** Measures that decide which row is the highest. */
  readonly measures: readonly SelectOption[];
  /** None where the tile has one row only. */
  readonly rows: readonly SelectOption<RowChoice>[];
  readonly shows: readonly SelectOption<NonNullable<ValueSource['show']> | 'value'>[];
  /** Shares would be offered if the tile had totals. */
  readonly lacksTotals: boolean;
}

export function sourceChoices(context: TextContext, source: ValueSource, t: ValueTexts): SourceChoices {
  const query = context.tiles.find(({ id }) => id === source.tile)?.query;
  const { dimensions = [], measures = [], totals = false } = query ?? {};
  const result = context.results.get(source.tile);
  const named = (name: string): SelectOption => ({
    value: name,
    label:
      result?.columns.find((column) => column.name === name)?.label ?? fieldLabel(context, source.tile, name),
  });
  const grouped = dimensions.map(({ column }) => column);
  const ofResult = result?.columns.map(({ name }) => name) ?? [...measures, ...grouped];
  const isMeasure = !grouped.includes(source.column);
  const isOne = grouped.length === 0;
  const rows: readonly RowChoice[] = isOne
    ? []
    : [
        'first',
        'last',
        ...(measures.length > 0 ? (['highest', 'lowest'] as const) : []),
        ...(totals && isMeasure ? (['total'] as const) : []),
        'member',
      ];
  const shows = [
    'value' as const,
    ...(isMeasure && totals && !isOne ? (['share'] as const) : []),
    ...(isMeasure && !isOne ? (['rank'] as const) : []),
    ...(isOne ? [] : (['count'] as const)),
  ];
  return {
    fields: [...new Set([...ofResult, source.column])].map(named),
    dimensions: grouped.map(named),
    measures: measures.map(named),
    rows: rows.map((value) => ({ value, label: t.rows[value] })),
    shows: shows.map((value) => ({ value, label: t.shows[value] })),
    lacksTotals: isMeasure && !isOne && !totals,
  };
}

export const rowOf = ({ row = 'first', where }: ValueSource): RowChoice => (where ? 'member' : row);

/** Only what another row, field or kind of value still needs. */
export function withRow(
  { by, where: _, row: __, ...source }: ValueSource,
  row: RowChoice,
  member: ValueSource['where'],
): ValueSource {
  if (row === 'member') return { ...source, ...(member && { where: member }) };
  const isRanked = row === 'highest' || row === 'lowest';
  return { ...source, row, ...(isRanked && by !== undefined && { by }) };
}

export function withShow(source: ValueSource, show: NonNullable<ValueSource['show']> | 'value'): ValueSource {
  const { show: _, ...rest } = source;
  if (show === 'value') return rest;
  // The number of rows is that of all rows, and a total is all of itself.
  if (show === 'count') return { tile: rest.tile, column: rest.column, show };
  return { ...(rest.row === 'total' ? withRow(rest, 'highest', undefined) : rest), show };
}
