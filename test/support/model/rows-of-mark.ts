import type { ChosenValue } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import type { QueryCase } from './evaluate-query.ts';
import { Fraction, ZERO } from './fraction.ts';
import type { Random } from './random.ts';
import { resolveMeasure } from './resolve-field.ts';
import { nameAt } from './shop-model.ts';
import { isSame, toValue } from './value.ts';

/** A cell of a result whose rows add up to it, because its measure counts or sums. */
interface Mark {
  readonly mark: Readonly<Record<string, ChosenValue>>;
  readonly measure: string;
  /** What is added up, or of a count just a column. */
  readonly columns: readonly string[];
  readonly isCount: boolean;
  readonly value: Fraction;
}

/** Nothing where the result has no such cell. */
export function arbitraryMark(random: Random, queryCase: QueryCase, result: QueryResult): Mark | undefined {
  const { model, root, query } = queryCase;
  if (query.pivot !== undefined || query.having !== undefined || result.truncated || result.rowCount === 0)
    return undefined;
  const cells = query.measures.flatMap((name) => {
    const { path, dataset, name: own } = resolveMeasure(model, root, name);
    const measure = dataset.measures.find((candidate) => candidate.name === own);
    if (measure?.kind !== 'count' && measure?.kind !== 'sum') return [];
    const visible = dataset.columns.find(({ access, type }) => access === undefined && type !== 'json');
    const column = measure.column ?? visible?.name ?? '';
    const isCount = measure.kind === 'count';
    return [name, `${name}:previous`].flatMap((shown) =>
      result.columns.some((each) => each.name === shown)
        ? [{ measure: shown, columns: [nameAt(path, column)], isCount }]
        : [],
    );
  });
  if (cells.length === 0) return undefined;
  const row = random.integer(result.rowCount);
  const cell = random.pick(cells);
  const { values = [], type = 'integer' } = result.columns.find(({ name }) => name === cell.measure) ?? {};
  const value = toValue(values[row] ?? null, type);
  return {
    ...cell,
    mark: markOf(row, result),
    value: value instanceof Fraction ? value : ZERO,
  };
}

function markOf(row: number, { columns }: QueryResult): Readonly<Record<string, ChosenValue>> {
  return Object.fromEntries(
    columns
      .filter(({ role }) => role === 'dimension')
      .map(({ name, values, others = [] }): [string, ChosenValue] => {
        const listed = values.filter((_, index) => !others.includes(index)).map((cell) => cell ?? null);
        return [name, others.includes(row) ? { notIn: [...new Set(listed)] } : (values[row] ?? null)];
      }),
  );
}

/** How the rows of a mark differ from its value, or nothing. */
export function rowsProblem(
  { isCount, value, mark, measure }: Mark,
  { result, total }: { readonly result: QueryResult; readonly total: number },
): string | undefined {
  const [{ values = [], type = 'integer' } = {}] = result.columns;
  const sum = values
    .map((cell) => toValue(cell, type))
    .reduce<Fraction>((all, cell) => (cell instanceof Fraction ? all.plus(cell) : all), ZERO);
  const found = isCount ? new Fraction(BigInt(total)) : sum;
  return isSame(found, value)
    ? undefined
    : `mark ${JSON.stringify(mark)}: the rows of ${measure} add up to ${found} instead of ${value}`;
}
