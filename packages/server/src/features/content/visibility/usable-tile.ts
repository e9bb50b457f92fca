import { authoredChoice } from '@inlay/charts/choose-in-tile';
import { ABSENT } from '@inlay/charts/format/write-value';
import type { OwnTile, ViewerChoices } from '@inlay/charts/tile';
import { tileQuery } from '@inlay/charts/tile-query';
import { parseTileTitle, variableOf } from '@inlay/protocol/parse-narrative';
import type { DeniedFields } from './denied-fields.ts';
import { fieldsInQuery } from './fields-in-query.ts';

/**
 * A tile without the names of fields that are denied to its viewer. One that queries such a field keeps its title and
 * kind, and has nothing to query.
 */
export function usableTile<T extends OwnTile>(whole: T, denied: DeniedFields): T {
  const tile = withoutDeniedHistory(whole, denied);
  const { datasetId, drillThrough, choices } = tile;
  // Filters are never sent: a query that filters by a denied field is refused when it runs.
  const shown = { ...tileQuery(tile), filters: [], anyOf: [], having: [] };
  if (fieldsInQuery(shown).some((field) => denied.inQuery(datasetId, field))) return withoutQuery(tile);
  const columns = drillThrough?.columns.filter((name) => !denied.inRows(datasetId, { name, kind: 'column' }));
  const measures = choices?.measures?.filter((name) => !denied.inQuery(datasetId, { name, kind: 'measure' }));
  const isWhole =
    columns?.length === drillThrough?.columns.length && measures?.length === choices?.measures?.length;
  if (isWhole) return tile;
  const { drillThrough: _, choices: __, ...rest } = tile;
  const left = choices && choicesLeft(tile, choices, measures);
  return {
    ...(rest as T),
    ...(columns && columns.length > 0 ? { drillThrough: { columns } } : {}),
    ...(left ? { choices: left } : {}),
  };
}

/** A table without its sparklines if their date is denied: the values stay. */
function withoutDeniedHistory<T extends OwnTile>(tile: T, denied: DeniedFields): T {
  const { sparklines, ...options } = tile.options ?? {};
  if (!sparklines || !denied.inQuery(tile.datasetId, { name: sparklines.column, kind: 'column' }))
    return tile;
  return { ...tile, options };
}

/** Whether a field that the tile queries is denied to its viewer. Authors cannot save a tile without a query. */
export const hasNoQuery = ({ query: { dimensions, measures } }: Pick<OwnTile, 'query'>): boolean =>
  dimensions.length + measures.length === 0;

function withoutQuery<T extends OwnTile>(tile: T): T {
  const { options: _, drillThrough: __, click: ___, choices: ____, ...rest } = tile;
  const { title, description } = tile;
  return {
    ...(rest as T),
    title: withoutValues(title),
    ...(description === undefined ? {} : { description: withoutValues(description) }),
    query: { dimensions: [], measures: [] },
  };
}

/** A title without the names of values of its tile, as a page shows it without data. */
export const withoutValues = (text: string): string =>
  parseTileTitle(text)
    .map((part) => {
      if ('text' in part) return part.text;
      if (!('value' in part) || variableOf(part) === undefined) return ABSENT;
      return `{{ ${part.value}${part.format === undefined ? '' : ` | ${part.format}`} }}`;
    })
    .join('');

/** The choices with these measures, or without any if there is nothing to switch. */
function choicesLeft(
  tile: OwnTile,
  { measures: _, ...others }: ViewerChoices,
  measures: readonly string[] = [],
): ViewerChoices | undefined {
  const { measure } = authoredChoice(tile);
  const all = [...new Set([...(measure === undefined ? [] : [measure]), ...measures])];
  if (measures.length > 0 && all.length > 1)
    return { ...others, measures: measures.length > 1 ? [...measures] : all };
  return others.grains ? others : undefined;
}
