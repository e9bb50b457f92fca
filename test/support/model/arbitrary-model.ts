import type { Aggregation, DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { Filter } from '@inlay/protocol/query';
import type { ColumnCondition, RowRule } from '@inlay/protocol/rule';
import { arbitraryFilter, scalarOf } from './arbitrary-filter.ts';
import { COMPUTED } from './computed-columns.ts';
import type { Random } from './random.ts';
import { columnsOf, EXACT, RELATIONSHIPS, type Shop, TABLE_NAMES, type TableName } from './shop.ts';
import type { Path, ShopDataset, ShopModel, Step } from './shop-model.ts';
import { isNumeric } from './value.ts';
import type { Viewer } from './visible-rows.ts';

/** Two to five related datasets. */
export function arbitraryModel(random: Random, shop: Shop): ShopModel {
  const tables = new Set<TableName>([random.pick(TABLE_NAMES)]);
  const size = 2 + random.integer(4);
  while (tables.size < size) {
    const next = RELATIONSHIPS.filter(({ from, to }) => tables.has(from) && !tables.has(to));
    tables.add(random.pick(next).to);
  }
  const relationships = new Map(
    [...tables].map((table) => [
      table,
      RELATIONSHIPS.filter(
        ({ from, to, name }) =>
          from === table && tables.has(to) && random.chance(name === 'namesake' ? 0.2 : 0.85),
      ),
    ]),
  );
  const columnsOfAll = new Map([...tables].map((table) => [table, arbitraryColumns(random, table)]));
  const order = [...tables];
  return new Map(
    order.map((table, index) => {
      const columns = columnsOfAll.get(table) ?? [];
      const place = { random, shop, table, columns };
      const paths = pathsOver(relationships, table, 3);
      const related = paths.map((path) => ({
        path: path.map(({ name }) => name).join('.'),
        table: path.at(-1)?.to ?? table,
        columns: columnsOfAll.get(path.at(-1)?.to ?? table) ?? [],
        // In one direction only, so that rules do not follow each other.
        canFollow: order.indexOf(path.at(-1)?.to ?? table) > index,
      }));
      const canFollow = (name: string) => related.some((each) => each.path === name && each.canFollow);
      return [
        table,
        {
          ...arbitraryRules({ ...place, related }),
          columns,
          measures: arbitraryMeasures(place),
          relationships: (relationships.get(table) ?? []).map((step) =>
            canFollow(step.name) && random.chance(0.25) ? { ...step, required: true } : step,
          ),
        } satisfies ShopDataset,
      ];
    }),
  );
}

/** Paths of one step or more that lead to one row at most. */
function pathsOver(
  relationships: ReadonlyMap<TableName, readonly Step[]>,
  table: TableName,
  max: number,
): readonly Path[] {
  if (max === 0) return [];
  const steps = (relationships.get(table) ?? []).filter(({ kind }) => kind !== 'one-to-many');
  return steps.flatMap((step) => [
    [step],
    ...pathsOver(relationships, step.to, max - 1).map((rest) => [step, ...rest]),
  ]);
}

interface Place {
  readonly random: Random;
  readonly shop: Shop;
  readonly table: TableName;
  readonly columns: readonly DatasetColumn[];
}

interface RulePlace extends Place {
  readonly related: readonly (Pick<Place, 'table' | 'columns'> & {
    readonly path: string;
    readonly canFollow: boolean;
  })[];
}

function arbitraryColumns(random: Random, table: TableName): readonly DatasetColumn[] {
  const own = columnsOf(table).map(
    ([name, type]): DatasetColumn => ({
      name,
      type,
      ...arbitraryAccess(random, type),
      ...arbitraryAggregations(random, name, type),
    }),
  );
  const some = COMPUTED[table].filter(() => random.chance(0.6));
  // Those that a chosen one uses are there as well.
  const computed = COMPUTED[table].filter(
    (column) => some.includes(column) || some.some(({ uses }) => uses.includes(column.name)),
  );
  return [...own, ...computed.map(({ name, type, expression }) => ({ name, type, expression }))];
}

const GROUPS = ['sales', 'support', 'été'] as const;

export function arbitraryViewer(random: Random, shop: Shop): Viewer {
  const scalars = {
    text: random.pick(textsOf(shop)),
    integer: random.integer(5),
    decimal: random.pick([0, 0.1, 12.34, -7.5]),
    number: random.pick([0, 2.5, -1.75]),
    boolean: random.chance(0.5),
    date: random.pick(['2025-01-01', '2024-12-31']),
    datetime: '2025-01-01T01:30:00+01:00'.replace('+01:00', 'Z'),
    list: random.sample(textsOf(shop), 4),
    integers: [1, 2, 3, 4].filter(() => random.chance(0.6)),
  };
  return {
    username: 'ann@customer.example',
    workspace_id: 'main',
    roles: ['USER'],
    groups: random.some(GROUPS, 0.5),
    attributes: Object.fromEntries(Object.entries(scalars).filter(() => random.chance(0.9))),
  };
}

const textsOf = (shop: Shop) =>
  [
    ...shop.regions.map(({ code }) => String(code)),
    ...shop.orders.map(({ status }) => String(status)),
  ].filter((text) => text !== '' && text !== 'null');

function arbitraryRules(place: RulePlace): Pick<ShopDataset, 'segmented' | 'rowRules' | 'groupRules'> {
  const { random } = place;
  const rule = () => arbitraryRule(place, 2);
  const open = { segmented: false, rowRules: [], groupRules: [] };
  const choice = random.integer(20);
  if (choice < 6) return open;
  if (choice === 6) return { ...open, segmented: true };
  if (choice < 9) return { ...open, rowRules: [{ all: true }] };
  if (choice < 12) {
    const groupRules = random.some(GROUPS, 0.7).map((group) => ({ group, rule: rule() }));
    return { ...open, rowRules: random.chance(0.3) ? [rule()] : [], groupRules };
  }
  return { ...open, segmented: true, rowRules: random.chance(0.3) ? [rule(), rule()] : [rule()] };
}

function arbitraryRule(place: RulePlace, depth: number): RowRule {
  const { random, related } = place;
  const inner = () => arbitraryRule(place, depth - 1);
  if (depth > 0 && random.chance(0.4)) return { or: [inner(), inner(), inner()] };
  if (depth > 0 && random.chance(0.1)) return { and: [inner(), inner()] };
  if (random.chance(0.06)) return { context: 'groups', operator: 'contains', value: random.pick(GROUPS) };
  if (related.length === 0 || random.chance(0.6)) return arbitraryColumnRule(place);
  const { path, canFollow, ...other } = random.pick(related);
  if (canFollow && random.chance(0.5)) return { follow: path };
  const rule = arbitraryColumnRule({ ...place, ...other });
  return { ...rule, column: `${path}.${rule.column}` };
}

function arbitraryColumnRule({ random, shop, table, columns }: Place): ColumnCondition {
  const inexact = COMPUTED[table].filter(({ isExact }) => !isExact).map(({ name }) => name);
  const { name: column, type } = random.pick(columns.filter(({ name }) => !inexact.includes(name)));
  const own = shop[table].map((row) => row[column] ?? null).filter((cell) => cell !== null && cell !== '');
  const attribute = { context: `attributes.${type === 'string' ? 'text' : type}` } as const;
  const constant = () => scalarOf(random.pick(own.length === 0 ? ['1'] : own), type);
  const operand = () => (random.chance(0.4) ? attribute : constant());
  if (own.length === 0 || type === 'json' || random.chance(0.1))
    return { column, operator: random.pick(['is-set', 'is-not-set'] as const) };
  if (random.chance(0.25)) {
    const fromContext = { string: 'list', integer: 'integers' }[type as string];
    const values =
      fromContext !== undefined && random.chance(0.6)
        ? ({ context: `attributes.${fromContext}` } as const)
        : [constant(), operand(), constant()];
    return { column, operator: random.pick(['in', 'not-in'] as const), values };
  }
  if (type !== 'boolean' && random.chance(0.2))
    return { column, operator: 'between', from: operand(), to: operand() };
  const ordered = ['less-or-equal', 'greater-or-equal', 'less', 'greater'] as const;
  const operators =
    type === 'string'
      ? (['equals', 'not-equals', 'contains', ...ordered] as const)
      : type === 'boolean'
        ? (['equals', 'not-equals'] as const)
        : (['equals', 'not-equals', ...ordered] as const);
  return { column, operator: random.pick(operators), value: operand() };
}

function arbitraryMeasures(place: Place): readonly Measure[] {
  const { random, columns } = place;
  const numeric = columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name);
  // An average or a ratio of others would depend on how an engine rounds, and so would the order of rows.
  const rounded = numeric.filter((column) => !EXACT.includes(column));
  const ordered = columns.filter(({ type }) => type !== 'boolean' && type !== 'json').map(({ name }) => name);
  const countable = columns.filter(({ type }) => type !== 'json').map(({ name }) => name);
  const any = columns.map(({ name }) => name);
  const named = (
    kind: 'sum' | 'average' | 'median' | 'min' | 'max' | 'distinct',
    column: string,
  ): Measure => ({
    name: `${kind} ${column}`,
    kind,
    column,
  });
  const pool: readonly Measure[] = [
    ...numeric.map((column) => named('sum', column)),
    ...rounded.flatMap((column) => (['average', 'median'] as const).map((kind) => named(kind, column))),
    ...ordered.flatMap((column) => (['min', 'max'] as const).map((kind) => named(kind, column))),
    ...countable.map((column) => named('distinct', column)),
    ...any.map((column): Measure => ({ name: `count ${column}`, kind: 'count', column })),
    ...rounded.map(
      (column): Measure => ({
        name: `percentile ${column}`,
        kind: 'percentile',
        column,
        percentile: random.pick([0, 12.5, 25, 75, 100]),
      }),
    ),
    ...rounded.map(
      (column): Measure => ({
        name: `weighted ${column}`,
        kind: 'weighted-average',
        column,
        weight: random.pick(rounded),
      }),
    ),
    ...ordered.flatMap((column) =>
      (['first', 'last'] as const).map(
        (kind): Measure => ({ name: `${kind} ${column}`, kind, column, by: random.pick(ordered) }),
      ),
    ),
  ];
  const sums = random.sample(
    rounded.map((column) => named('sum', column)),
    2,
  );
  const wanted: readonly Measure[] = [{ name: 'rows', kind: 'count' }, ...sums, ...random.sample(pool, 9)];
  const chosen = [...new Map(wanted.map((measure) => [measure.name, measure])).values()].map((measure) =>
    random.chance(0.25) ? { ...measure, ...arbitraryConditions(place) } : measure,
  );
  const [first = 'rows', second = 'rows'] = sums.map(({ name }) => name);
  const operator = random.pick(['+', '-', '*', '/']);
  const exactly = (measures: readonly Measure[]) =>
    measures.filter((measure) => isExact(measure, measures, rounded)).map(({ name }) => name);
  const dates = columns.filter(({ type }) => type === 'date' || type === 'datetime').map(({ name }) => name);
  const visible = columns.filter(
    ({ access, expression }) => access === undefined && expression === undefined,
  );
  const within = random.chance(0.5)
    ? {
        within: random.sample(
          visible.map(({ name }) => name),
          2,
        ),
      }
    : {};
  // Numbers that doubles hold, whatever they are computed from.
  const comparable = chosen.flatMap((measure) =>
    'column' in measure && measure.column !== undefined && rounded.includes(measure.column)
      ? [measure.name]
      : [],
  );
  const formulas: readonly Measure[] = [
    { name: 'ratio', kind: 'ratio', numerator: first, denominator: random.pick(['rows', second]) },
    // The product of two large sums has more digits than every engine can hold.
    {
      name: 'formula',
      kind: 'expression',
      expression: `[${first}] ${operator} [${operator === '*' ? 'rows' : second}]`,
    },
    {
      name: 'mixed',
      kind: 'expression',
      expression: arbitraryArithmetic(
        random,
        exactly(chosen).filter((name) => /^(rows$|sum|count|min|max) ?/.test(name)),
      ),
    },
  ];
  const overTime = random
    .sample(dates, 1)
    .flatMap((date) => arbitraryOverTime(random, date, { sum: first, any: comparable }));
  // A share is of rows, not of buckets that are added up.
  const isOfRows = (measure: Measure) =>
    measure.kind === 'difference' && !overTime.some(({ name }) => name === measure.measure);
  const compared = overTime.filter(isOfRows).map(({ name }) => name);
  const simple: readonly Measure[] = [
    ...chosen,
    {
      name: 'share',
      kind: 'share-of-total',
      measure: random.pick(['rows', first, 'ratio', 'mixed', ...compared]),
      ...within,
    },
    {
      name: 'rank',
      kind: 'rank',
      measure: random.pick(['rows', first, 'share', 'mixed', ...overTime.map(({ name }) => name)]),
      direction: random.pick(['asc', 'desc']),
      ...within,
    },
    ...overTime,
    ...formulas,
  ];
  const exact = exactly(simple);
  const windows = exact.filter((name) =>
    ['rank', 'mixed', ...overTime.map((each) => each.name)].includes(name),
  );
  return [
    ...simple,
    {
      name: 'overall',
      kind: 'expression',
      expression: arbitraryArithmetic(random, [...windows, ...windows, ...random.sample(exact, 3)]),
    },
    {
      name: 'scaled',
      kind: 'expression',
      expression: random
        .pick(['1 - [x]', '[x] * 100', '-([x] - 0.5) / 2', '2 + [x] * -4'])
        .replace(
          'x',
          random.pick(
            simple.filter(({ kind }) => kind === 'ratio' || kind === 'growth' || kind === 'share-of-total'),
          ).name,
        ),
    },
    {
      name: 'per',
      kind: 'ratio',
      numerator: random.pick([...windows, first]),
      denominator: random.pick(exact),
    },
  ];
}

/** Whether doubles hold its values, so that equal ones are equal on every engine. */
function isExact(measure: Measure, measures: readonly Measure[], columns: readonly string[]): boolean {
  const isNamed = (name: string) =>
    measures.some((other) => other.name === name && isExact(other, measures, columns));
  switch (measure.kind) {
    case 'count':
    case 'distinct':
    case 'rank':
      return true;
    case 'sum':
    case 'min':
    case 'max':
    case 'first':
    case 'last':
      return columns.includes(measure.column);
    case 'running-total':
    case 'moving-average':
    case 'period-to-date':
    case 'difference':
      return isNamed(measure.measure);
    case 'expression':
      return (
        !measure.expression.includes('/') &&
        Array.from(measure.expression.matchAll(/\[([^\]]+)\]/g), ([, name = '']) => name).every(isNamed)
      );
    default:
      return false;
  }
}

/** Sums, differences and products with numbers, which are divided last: a quotient is rounded, and so would be the order of rows. */
function arbitraryArithmetic(random: Random, names: readonly string[]): string {
  const number = () => random.pick(['2', '3', '0.5', '100']);
  const term = (depth: number, isFirst: boolean): string => {
    if (depth === 0) return !isFirst && random.chance(0.3) ? number() : `[${random.pick(names)}]`;
    const [left, right] = [term(depth - 1, isFirst), term(depth - 1, false)];
    const combined = random.pick([
      `${left} + ${right}`,
      `${left} - ${right}`,
      `${left} * ${number()}`,
      `${left} + -${right}`,
    ]);
    return random.chance(0.6) ? `(${combined})` : combined;
  };
  if (random.chance(0.7)) return term(2, true);
  return `(${term(1, true)}) / (${term(1, false)})${random.pick(['', ' * 100', ' - 1'])}`;
}

/** One of each kind that follows a date; differences and growth also of the others. */
function arbitraryOverTime(
  random: Random,
  date: string,
  { sum, any }: { readonly sum: string; readonly any: readonly string[] },
): readonly Measure[] {
  // Others cannot be added up.
  const addable = any.filter((name) => /^(sum|average|min|max|weighted) /.test(name));
  const rows = () => random.pick(['rows', sum, 'ratio', 'formula', 'mixed', ...addable]);
  const compared = (others: readonly string[]) =>
    random.pick(random.chance(0.6) ? ['rows', sum, 'ratio', 'formula', 'mixed', ...any] : others);
  // Days and months cannot be combined.
  const units = random.pick([['day', 'week'] as const, ['month', 'quarter', 'year'] as const]);
  const offset = () => ({ count: 1 + random.integer(3), unit: random.pick(units) });
  const periods = ['week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'] as const;
  const added = ['running', 'moving', 'to date'];
  const isNested = random.chance(0.2);
  return [
    { name: 'running', kind: 'running-total', measure: isNested ? 'difference' : rows(), date },
    // Doubles hold halves and quarters exactly.
    { name: 'moving', kind: 'moving-average', measure: rows(), date, periods: random.pick([2, 4]) },
    { name: 'to date', kind: 'period-to-date', measure: rows(), date, period: random.pick(periods) },
    {
      name: 'difference',
      kind: 'difference',
      measure: isNested ? rows() : compared(added),
      date,
      offset: offset(),
    },
    {
      name: 'growth',
      kind: 'growth',
      measure: isNested ? rows() : compared([...added, 'difference']),
      date,
      offset: offset(),
    },
  ];
}

/** What authors may compute of the column on their own. */
function arbitraryAggregations(
  random: Random,
  name: string,
  type: DatasetColumn['type'],
): Pick<DatasetColumn, 'aggregations'> {
  const fitting: readonly Aggregation[] = [
    'count',
    ...(type === 'json' ? [] : (['distinct'] as const)),
    ...(type === 'boolean' || type === 'json' ? [] : (['min', 'max'] as const)),
    ...(isNumeric(type) ? (['sum'] as const) : []),
    ...(isNumeric(type) && !EXACT.includes(name) ? (['average', 'median'] as const) : []),
  ];
  return random.chance(0.3) ? { aggregations: random.some(fitting, 0.6) } : {};
}

/** Seldom, because a query that reads such a column is refused. Dates stay, which a running total may name without reading them. */
function arbitraryAccess(random: Random, type: DatasetColumn['type']): Pick<DatasetColumn, 'access'> {
  if (type === 'date' || type === 'datetime' || !random.chance(0.05)) return {};
  const when = random.pick([
    { context: 'groups', operator: 'contains', value: random.pick(GROUPS) },
    { context: 'attributes.boolean', operator: 'equals', value: true },
    { context: 'attributes.text', operator: 'is-set' },
  ] as const);
  const mask = isNumeric(type) ? ({ show: 'range', size: 10 } as const) : ({ show: 'null' } as const);
  return { access: [{ when, show: 'value' }, ...(random.chance(0.5) ? [mask] : [])] };
}

/** Filters of a measure itself. */
function arbitraryConditions({ random, shop, table, columns }: Place) {
  const filter = (): Filter => {
    const { name: own, type } = random.pick(columns);
    return arbitraryFilter(random, shop, { name: own, own, table, type });
  };
  return random.chance(0.7) ? { filters: [filter()] } : { anyOf: [[filter(), filter()]] };
}
