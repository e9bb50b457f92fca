import { isDeepStrictEqual } from 'node:util';
import { choiceVariants } from '@inlay/charts/choose-in-tile';
import type { OwnTile, TileContent } from '@inlay/charts/tile';
import { tileQuery } from '@inlay/charts/tile-query';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { StoryContent } from '@inlay/content/story';
import type { NamedValues, ValueSource } from '@inlay/protocol/narrative';
import { parseTileTitle, titleOutline, valueInTitle, variableOf } from '@inlay/protocol/parse-narrative';
import type { QuerySpec } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { previousName } from '../../../platform/query/result/to-result.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findItems } from '../store/items.ts';
import { suggestName } from '../visibility/suggest-name.ts';

interface Content {
  readonly kind: ContentKind;
  readonly content: ContentByKind[ContentKind];
  readonly before?: ContentByKind[ContentKind];
}

/** Values in texts and titles that the result of their tile does not have: viewers would read a dash. */
export async function valueProblems(
  queries: Queries,
  tenantId: TenantId,
  { kind, content, before }: Content,
): Promise<readonly FieldProblem[]> {
  const titles = titleProblems(titledOf(kind, content), before ? titledOf(kind, before) : []);
  const texts = textsOf(kind, content);
  const ids = texts.flatMap(({ values }) => Object.values(values).map(({ tile }) => tile));
  if (ids.length === 0) return titles;
  const tiles = new Map<string, OwnTile>(
    (await findItems(queries, tenantId, 'tile', [...new Set(ids)])).map(({ id, draft }) => [
      id,
      JSON.parse(draft) as TileContent,
    ]),
  );
  for (const { id, tile } of titledOf(kind, content)) tiles.set(id, tile);
  const former = new Map((before ? textsOf(kind, before) : []).map(({ id, values }) => [id, values]));
  const unknown = texts.flatMap(({ id, path, values }) =>
    Object.entries(values).flatMap(([name, source]) => {
      const tile = tiles.get(source.tile);
      if (!tile || isDeepStrictEqual(former.get(id)?.[name], source)) return [];
      return sourceProblems(source, tile).map((problem) => ({
        ...problem,
        path: `${path}/values/${name}${problem.path}`,
      }));
    }),
  );
  return [...titles, ...unknown];
}

/** Why a tile does not have a value, whatever its data is. */
function sourceProblems(source: ValueSource, tile: OwnTile): readonly FieldProblem[] {
  const { column, row, by, where, show } = source;
  const fields = resultFields(tile);
  const title = titleOutline(tile.title);
  const missing = (path: string, noun: string, name: string | undefined, known?: readonly string[]) =>
    name === undefined || !known || known.includes(name)
      ? []
      : [
          {
            path,
            problem: `refers to a ${noun} that the tile “${title}” does not return: “${name}”${suggested(name, known)}`,
          },
        ];
  const ranks = show === 'rank' || (!where && (row === 'highest' || row === 'lowest'));
  return [
    ...missing('/column', 'column', column, resultColumns(tile)),
    ...missing('/by', 'measure', by, fields?.measures),
    ...missing('/where/column', 'dimension', where?.column, fields?.dimensions),
    ...(ranks && tile.query.dimensions.length === 0
      ? [
          {
            path: show === 'rank' ? '/show' : '/row',
            problem: `compares rows, but the tile “${title}” has only one: add a dimension to it`,
          },
        ]
      : []),
    ...(show === 'rank' && row === 'total' && !where
      ? [{ path: '/row', problem: 'must be a row that has a rank: totals have none' }]
      : []),
    ...(show === 'share' && !tileQuery(tile).totals
      ? [
          {
            path: '/show',
            problem: `needs the total of the tile “${title}”: turn on totals in its settings`,
          },
        ]
      : []),
  ];
}

interface OwnedText {
  readonly id: string;
  readonly path: string;
  readonly values: NamedValues;
}

function textsOf(kind: ContentKind, content: ContentByKind[ContentKind]): readonly OwnedText[] {
  if (kind === 'story')
    return (content as StoryContent).steps.map(({ id, values = {} }, index) => ({
      id,
      path: `/steps/${index}`,
      values,
    }));
  if (kind !== 'dashboard') return [];
  return (content as DashboardContent).items.flatMap((item, index) =>
    'text' in item ? [{ id: item.id, path: `/items/${index}`, values: item.values ?? {} }] : [],
  );
}

interface TitledTile {
  readonly id: string;
  readonly path: string;
  readonly tile: OwnTile;
}

function titledOf(kind: ContentKind, content: ContentByKind[ContentKind]): readonly TitledTile[] {
  if (kind === 'tile') return [{ id: '', path: '', tile: content as TileContent }];
  if (kind !== 'dashboard') return [];
  return (content as DashboardContent).items.flatMap((item, index) =>
    'chart' in item ? [{ id: item.id, path: `/items/${index}/chart`, tile: item.chart }] : [],
  );
}

/** What titles may name besides columns. */
const CHOICES = ['measure', 'measures', 'grain'];

function titleProblems(
  titled: readonly TitledTile[],
  before: readonly TitledTile[],
): readonly FieldProblem[] {
  const former = new Map(before.map(({ id, tile }) => [id, tile]));
  return titled.flatMap(({ id, path, tile }) => {
    const columns = resultColumns(tile);
    if (!columns) return [];
    return (['title', 'description'] as const).flatMap((field) => {
      const text = tile[field] ?? '';
      if (text === former.get(id)?.[field]) return [];
      return parseTileTitle(text).flatMap((part): readonly FieldProblem[] => {
        if (!('value' in part) || variableOf(part) !== undefined || CHOICES.includes(part.value)) return [];
        if (valueInTitle(part.value, columns)) return [];
        const problem = `contains a value that this tile does not return: “${part.value}”`;
        return [
          {
            path: `${path}/${field}`,
            problem: `${problem}${suggested(part.value.replace(/\.(?:first|last|total)$/, ''), columns)}`,
          },
        ];
      });
    });
  });
}

export const suggested = (name: string, columns: readonly string[]): string =>
  suggestName(
    name,
    columns.map((column) => ({ name: column })),
  );

interface ResultFields {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
}

/** The names of the columns that a tile's result has, however viewers switch it; undefined if its data decides. */
function resultFields(tile: OwnTile): ResultFields | undefined {
  const queries = choiceVariants(tile).map((variant) => tileQuery(variant));
  if (queries.some(({ pivot }) => pivot)) return undefined;
  return {
    measures: [
      ...new Set(
        queries.flatMap(({ measures, comparison }) => [
          ...measures,
          ...(comparison ? measures.map(previousName) : []),
        ]),
      ),
    ],
    dimensions: dimensionNames(queries),
  };
}

/** A column that is grouped by periods can be named with or without them. */
const dimensionNames = (queries: readonly QuerySpec[]): readonly string[] => [
  ...new Set(
    queries.flatMap(({ dimensions }) =>
      dimensions.flatMap(({ column, grain }) => (grain ? [column, `${column}:${grain}`] : [column])),
    ),
  ),
];

/** The dimensions of a tile, also where its data decides on the columns of its result. */
export const dimensionsOfTile = (tile: OwnTile): readonly string[] =>
  dimensionNames(choiceVariants(tile).map((variant) => tileQuery(variant)));

function resultColumns(tile: OwnTile): readonly string[] | undefined {
  const fields = resultFields(tile);
  return fields && [...fields.measures, ...fields.dimensions];
}
