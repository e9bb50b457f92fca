import { parseTileTitle } from '@inlay/protocol/parse-narrative';
import type { Grain, QuerySpec } from '@inlay/protocol/query';
import { kindOptions } from './chart-kinds.ts';
import type { Sparklines } from './options/chart-option.ts';
import type { OwnTile, TileChoice, TileOptions } from './tile.ts';

/** The granularity and the measure that the author chose, of those that viewers can switch. */
export function authoredChoice({ query: { dimensions, measures } }: Pick<OwnTile, 'query'>): TileChoice {
  const grain = dimensions.find((dimension) => dimension.grain)?.grain;
  const [measure] = measures;
  return { ...(grain && { grain }), ...(measure !== undefined && { measure }) };
}

/** The tile as a viewer switched it. Its title and description stay true (ADR 294). */
export function chooseInTile<T extends OwnTile>(tile: T, choice: TileChoice): T {
  const authored = authoredChoice(tile);
  const { grain = authored.grain, measure = authored.measure } = choice;
  const switched = { grain: grain !== authored.grain, measure: measure !== authored.measure };
  const inGrain = switched.grain ? { ...tile, query: withGrain(tile.query, grain) } : tile;
  const chosen =
    switched.measure && authored.measure !== undefined && measure !== undefined
      ? withMeasure(inGrain, authored.measure, measure)
      : inGrain;
  if (chosen === tile) return tile;
  const { title, description, ...rest } = chosen;
  const isTrue = (text: string) => states(text, switched);
  return {
    ...rest,
    title: isTrue(title) ? title : '{{ measures }} {{ grain }}',
    ...(description !== undefined && isTrue(description) && { description }),
  } as T;
}

/** The tile with each of the choices of its author, and as it is. */
export const choiceVariants = <T extends OwnTile>(tile: T): readonly T[] => [
  tile,
  ...(tile.choices?.grains ?? []).map((grain) => chooseInTile(tile, { grain })),
  ...(tile.choices?.measures ?? []).map((measure) => chooseInTile(tile, { measure })),
];

/** Another title of the same tile, such as that of its place on a dashboard. */
export const titleOfChoice = (title: string, tile: OwnTile, choice: TileChoice): string =>
  chooseInTile({ ...tile, title }, choice).title;

function withGrain(query: QuerySpec, grain: Grain | undefined): QuerySpec {
  const at = query.dimensions.findIndex((dimension) => dimension.grain);
  const dimensions = query.dimensions.map((each, index) =>
    index === at && grain ? { ...each, grain } : each,
  );
  return { ...query, dimensions };
}

function withMeasure<T extends OwnTile>(tile: T, from: string, to: string): T {
  const { query, options, title, description } = tile;
  const renamed = (name: string) => (name === from ? to : name);
  const { sort, top } = query;
  return {
    ...tile,
    title: renameValues(title, from, to),
    ...(description !== undefined && { description: renameValues(description, from, to) }),
    query: {
      ...query,
      measures: [...new Set(query.measures.map(renamed))],
      ...(sort && { sort: sort.map((each) => ({ ...each, by: renamed(each.by) })) }),
      ...(top && { top: { ...top, by: renamed(top.by) } }),
    },
    ...(options && { options: optionsFor(options, from, renamed) }),
  };
}

/** Without what holds for the author's measure only: the ends of axes, targets, thresholds and reference lines. */
function optionsFor(options: TileOptions, from: string, renamed: (name: string) => string): TileOptions {
  const { thresholds, referenceLines, goodDirection: _, ...others } = options;
  const kept = Object.entries(others).flatMap(([name, value]): [string, unknown][] => {
    const { type } = kindOptions.get(name) ?? {};
    if (type === 'amount' || type === 'target') return [];
    if (type === 'column' && typeof value === 'string') return [[name, renamed(value)]];
    if (type === 'columns' && Array.isArray(value)) return [[name, [...new Set(value.map(renamed))]]];
    if (type === 'sparklines') {
      const sparklines = value as Sparklines;
      return [[name, { ...sparklines, measures: [...new Set(sparklines.measures.map(renamed))] }]];
    }
    return [[name, value]];
  });
  const lines = referenceLines?.filter(({ value }) => typeof value !== 'number');
  const tones = thresholds?.filter(({ column }) => column !== undefined && column !== from);
  return {
    ...Object.fromEntries(kept),
    ...(lines && { referenceLines: lines }),
    ...(tones && { thresholds: tones }),
  };
}

/** The format of a value is that of the author's measure, so it is left out. */
function renameValues(text: string, from: string, to: string): string {
  return parseTileTitle(text)
    .map((part) => {
      if ('text' in part) return part.text;
      if ('problem' in part) return part.whole;
      const { value, format } = part;
      if (value === from || value.startsWith(`${from}.`)) return `{{ ${to}${value.slice(from.length)} }}`;
      return `{{ ${value}${format === undefined ? '' : ` | ${format}`} }}`;
    })
    .join('');
}

function states(text: string, switched: { readonly grain: boolean; readonly measure: boolean }): boolean {
  const named = new Set(parseTileTitle(text).flatMap((part) => ('value' in part ? [part.value] : [])));
  return (
    (!switched.grain || named.has('grain')) &&
    (!switched.measure || named.has('measure') || named.has('measures'))
  );
}
