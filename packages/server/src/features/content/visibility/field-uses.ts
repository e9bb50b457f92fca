import { choiceVariants } from '@inlay/charts/choose-in-tile';
import type { OwnTile, TileContent } from '@inlay/charts/tile';
import { tileQuery } from '@inlay/charts/tile-query';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { StoryContent } from '@inlay/content/story';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { QuerySpec } from '@inlay/protocol/query';

/** The fields of a dataset that a part of the content uses. */
export type FieldUse = {
  readonly datasetId: string;
  /** Path of the part. */
  readonly at: string;
  /** While this is unchanged, so are the fields that the part uses. */
  readonly part: unknown;
} & (
  | { readonly query: QuerySpec }
  | {
      readonly columns: readonly string[];
      readonly field: 'column' | 'filters' | 'levels' | 'drillThrough/columns';
      readonly type?: undefined;
    }
  | {
      readonly columns: readonly [string];
      readonly field: `options/${string}`;
      /** The type that it needs to have. */
      readonly type: 'date' | 'text';
    }
);

/** A part that names columns outside of a query. */
export type ColumnsUse = Exclude<FieldUse, { readonly query: unknown }>;

export function pathOfColumn({ at, field, type }: ColumnsUse, index: number): string {
  if (field === 'column' || type) return `${at}/${field}`;
  return `${at}/${field}/${index}${field === 'filters' ? '/column' : ''}`;
}

export function fieldUsesOf(kind: ContentKind, content: ContentByKind[ContentKind]): readonly FieldUse[] {
  if (kind === 'tile') return fieldUsesOfTile(content as TileContent, '');
  if (kind === 'story') return (content as StoryContent).filters?.map(fieldUseOfFilter) ?? [];
  if (kind !== 'dashboard') return [];
  const { items, filters = [], drill = [] } = content as DashboardContent;
  const charts = items.flatMap((item, index): readonly FieldUse[] =>
    'chart' in item ? fieldUsesOfTile(item.chart, `/items/${index}/chart`, item.id) : [],
  );
  return [...charts, ...filters.map(fieldUseOfFilter), ...drill.map(fieldUseOfDrill)];
}

/** Its query and those that viewers can switch to, with the id of the item if the chart belongs to a dashboard. */
export function fieldUsesOfTile(tile: OwnTile, at: string, item?: string): readonly FieldUse[] {
  const { datasetId, drillThrough, options: { sparklines, images = {} } = {} } = tile;
  const place = { datasetId, at };
  const of = { item, datasetId };
  return [
    ...choiceVariants(tile).map((variant) => ({
      ...place,
      part: { ...of, query: variant.query },
      query: tileQuery(variant),
    })),
    ...(sparklines
      ? [
          {
            ...place,
            part: { ...of, sparklines },
            columns: [sparklines.column],
            field: 'options/sparklines/column',
            type: 'date',
          } as const,
        ]
      : []),
    ...Object.entries(images).flatMap(([column, template]) =>
      template === `{${column}}`
        ? [
            {
              ...place,
              part: { ...of, image: column },
              columns: [column],
              field: `options/images/${column}`,
              type: 'text',
            } as const,
          ]
        : [],
    ),
    ...(drillThrough
      ? [
          {
            ...place,
            part: { ...of, drillThrough },
            columns: drillThrough.columns,
            field: 'drillThrough/columns',
          } as const,
        ]
      : []),
  ];
}

export function fieldUseOfFilter(filter: FilterControl, index: number): FieldUse {
  const { datasetId } = filter;
  const place = { datasetId, at: `/filters/${index}`, part: filter };
  return filter.kind === 'hierarchy'
    ? { ...place, columns: filter.levels, field: 'levels' }
    : { ...place, columns: [filter.column], field: 'column' };
}

export function fieldUseOfDrill(
  drill: NonNullable<DashboardContent['drill']>[number],
  index: number,
): FieldUse {
  const { datasetId, levels } = drill;
  return { datasetId, at: `/drill/${index}`, part: drill, columns: levels, field: 'levels' };
}
