import { chartOf } from '@inlay/charts/chart-kinds';
import type { OwnTile } from '@inlay/charts/tile';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { suggestName } from '../visibility/suggest-name.ts';

/** What the cells of a table show besides their values must be of columns that the tile queries. */
export function checkCells({ kind, query, options = {} }: OwnTile, at: string): readonly FieldProblem[] {
  // A tile keeps the options of other kinds.
  if (!Object.hasOwn(chartOf(kind).options, 'sparklines')) return [];
  const { images = {}, sparklines } = options;
  const path = `${at}/options/sparklines`;
  return [
    ...Object.entries(images).flatMap(([name, template]) => imageProblems(name, template, query, at)),
    ...(sparklines?.measures ?? []).flatMap((name, index) =>
      query.measures.includes(name)
        ? []
        : [unknownName(`${path}/measures/${index}`, 'measure', name, query.measures)],
    ),
    ...(sparklines && query.pivot ? [{ path, problem: 'cannot be combined with a pivot' }] : []),
    ...(sparklines &&
    query.dimensions.some(({ column, grain }) => column === sparklines.column && grain === sparklines.grain)
      ? [{ path: `${path}/grain`, problem: 'must not be that of the rows of the table' }]
      : []),
  ];
}

function imageProblems(
  name: string,
  template: string,
  { dimensions, measures }: OwnTile['query'],
  at: string,
): readonly FieldProblem[] {
  const columns = [...dimensions.map(({ column }) => column), ...measures];
  const path = `${at}/options/images/${name}`;
  const named = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, column = '']) => column);
  return [name, ...named]
    .flatMap((each) =>
      // Two granularities of a date are `date:month` and `date:year`.
      columns.includes(each) || each.includes(':') ? [] : [unknownName(path, 'column', each, columns)],
    )
    .slice(0, 1);
}

const unknownName = (path: string, noun: string, name: string, known: readonly string[]): FieldProblem => ({
  path,
  problem: `refers to a ${noun} that this tile does not have: “${name}”${suggestName(
    name,
    known.map((each) => ({ name: each })),
  )}`,
});
