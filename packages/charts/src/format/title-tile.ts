import type { Variables } from '@inlay/protocol/frame-messages';
import { parseTileTitle, type ValueFormat, valueInTitle, variableOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { TileContent } from '../tile.ts';
import { listFormat } from './list-format.ts';
import type { Locale } from './locale.ts';
import { readVariable } from './read-value.ts';
import { ABSENT, writeCell, writeValue } from './write-value.ts';

type Titled = Pick<TileContent, 'title' | 'description' | 'options'>;

/**
 * Replaces the variables in title and description with values of the tile's result and of the host page. Values that do
 * not exist become a dash.
 */
export function titleTile<T extends Titled>(
  tile: T,
  result: QueryResult | undefined,
  variables: Variables,
  locale: Locale,
): T {
  const write = (text: string) =>
    parseTileTitle(text)
      .map((part) => {
        if ('text' in part) return part.text;
        if (!('value' in part)) return '';
        const variable = variableOf(part);
        return variable === undefined
          ? writeOwn(part.value, part.format, tile, result, locale)
          : writeVariable(variables, variable, part.format, locale);
      })
      .join('');
  const { title, description } = tile;
  return { ...tile, title: write(title).trim(), ...(description && { description: write(description) }) };
}

function writeOwn(
  name: string,
  format: ValueFormat | undefined,
  { options }: Titled,
  result: QueryResult | undefined,
  locale: Locale,
): string {
  const columns = result?.columns ?? [];
  const source = valueInTitle(
    name,
    columns.map((column) => column.name),
  );
  if (!source && (name === 'measure' || name === 'measures' || name === 'grain'))
    return writeChoice(name, columns, locale);
  // A total over no rows is meaningless.
  if (!source || !result || result.rowCount === 0) return ABSENT;
  const { column, row = result.totals?.[column] == null ? 'first' : 'total' } = source;
  const own = options?.formats?.[column];
  const formatted = own
    ? columns.map((each) => (each.name === column ? { ...each, format: own } : each))
    : columns;
  return writeValue({ tile: '', column, row }, { ...result, columns: formatted }, format, locale);
}

/** What viewers can switch: the measure or all measures, and the granularity of time, if there is one. */
function writeChoice(
  name: 'measure' | 'measures' | 'grain',
  columns: readonly ResultColumn[],
  { language, messages }: Locale,
): string {
  if (name === 'grain') {
    const grain = columns.find((column) => column.grain !== undefined)?.grain;
    return grain === undefined ? '' : messages.grains[grain];
  }
  const labels = columns
    .filter(({ role, comparisonOf }) => role === 'measure' && !comparisonOf)
    .map(({ label, pivot }) => (pivot ? (pivot.measureLabel ?? pivot.measure) : label));
  const shown = [...new Set(labels)].slice(0, name === 'measure' ? 1 : undefined);
  return shown.length === 0 ? ABSENT : listFormat(language).format(shown);
}

/** Formats a variable of the host page. */
export function writeVariable(
  variables: Variables,
  name: string,
  format: ValueFormat | undefined,
  locale: Locale,
): string {
  const found = readVariable(variables, name, format);
  return found ? writeCell(found.cell, found.column, format, locale) : ABSENT;
}
