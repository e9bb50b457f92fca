import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import type { DataShape } from '@inlay/charts/data-shape';
import type { OwnTile } from '@inlay/charts/tile';
import type { StartMessages } from '@inlay/messages/start';
import { canGroup } from '@inlay/protocol/can-group';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Grain } from '@inlay/protocol/query';
import { slugOf } from '@inlay/protocol/slug-of';
import { wordsOfName } from '../datasets/measures/words-of-name.ts';
import type { DraftDataset } from './draft-dataset.ts';

export interface ProposedTile {
  readonly id: string;
  readonly role: 'headline' | 'trend' | 'ranking' | 'table';
  readonly chart: OwnTile;
}

export interface ProposedDashboard {
  readonly title: string;
  readonly tiles: readonly ProposedTile[];
  readonly filters: readonly FilterControl[];
}

const MAX_KPIS = 4;
const MAX_TABLE_FIELDS = 4;
const RANKED = 10;

/**
 * A KPI row, a trend, a ranking and a table, as far as the columns allow. `fixed` are columns with one value per viewer,
 * because row rules compare them: a ranking by them would have one bar.
 */
export function proposeDashboard(
  drafts: readonly DraftDataset[],
  fixed: (dataset: string) => readonly string[],
  t: StartMessages['proposal'],
): ProposedDashboard | undefined {
  const main = mainDataset(drafts);
  if (!main || main.measures.length === 0) return undefined;
  const measures = byImportance(main.measures);
  const [first] = measures as [Measure];
  const date = dateColumn(main.columns);
  const names = nameFields(main, drafts, fixed(main.id));
  const grain = date && grainFor(main.facts.spans?.[date.name]);
  const tile = (role: ProposedTile['role'], id: string, chart: Omit<OwnTile, 'datasetId'>): ProposedTile => ({
    id,
    role,
    chart: { ...chart, datasetId: main.id },
  });
  const over = date && grain ? [{ column: date.name, grain }] : [];
  const kpis = measures.slice(0, MAX_KPIS).map((measure, at) =>
    tile('headline', `kpi-${at + 1}`, {
      title: labelOf(measure),
      kind: kindForRole.headline,
      query: { dimensions: over, measures: [measure.name], ...(over.length > 0 && { totals: true }) },
    }),
  );
  const trend = date && grain ? [trendTile(tile, first, date, grain, t)] : yearTile(tile, main, first, t);
  const rankings = names.slice(0, trend.length > 0 ? 1 : 2).map((field, at) =>
    tile('ranking', `ranking-${at + 1}`, {
      title: t.by({ measure: labelOf(first), column: field.label }),
      kind: kindForRole.ranking,
      query: {
        dimensions: [{ column: field.name }],
        measures: [first.name],
        sort: [{ by: first.name, direction: 'desc' }],
        limit: RANKED,
      },
    }),
  );
  const details = names.slice(0, MAX_TABLE_FIELDS).map(({ name }) => ({ column: name }));
  const rows = details.length > 0 ? details : over;
  const table = tile('table', 'table', {
    title: t.details({ dataset: main.name }),
    kind: kindForRole.table,
    query: {
      dimensions: rows,
      measures: measures.slice(0, MAX_TABLE_FIELDS).map(({ name }) => name),
      sort: [{ by: first.name, direction: 'desc' }],
      limit: 100,
    },
  });
  return {
    title: main.name,
    tiles: [...kpis, ...trend, ...rankings, ...(rows.length > 0 ? [table] : [])],
    filters: filtersOf(main, date, names, t),
  };
}

type MakeTile = (role: ProposedTile['role'], id: string, chart: Omit<OwnTile, 'datasetId'>) => ProposedTile;

function trendTile(
  tile: MakeTile,
  measure: Measure,
  date: DatasetColumn,
  grain: Grain,
  t: StartMessages['proposal'],
): ProposedTile {
  return tile('trend', 'trend', {
    title: t.trend({ measure: labelOf(measure) }),
    kind: kindForRole.trend,
    query: { dimensions: [{ column: date.name, grain }], measures: [measure.name] },
    choices: { grains: [...GRAINS_AROUND[grain]] },
  });
}

/** Without dates, years are the next best. */
function yearTile(
  tile: MakeTile,
  { columns }: DraftDataset,
  measure: Measure,
  t: StartMessages['proposal'],
): readonly ProposedTile[] {
  const year = columns.find(
    ({ name, type }) => type === 'integer' && /^(year|jahr)$/.test(wordsOfName(name).at(-1) ?? ''),
  );
  if (!year) return [];
  return [
    tile('trend', 'trend', {
      title: t.trend({ measure: labelOf(measure) }),
      kind: kindForRole.years,
      query: {
        dimensions: [{ column: year.name }],
        measures: [measure.name],
        sort: [{ by: year.name, direction: 'asc' }],
      },
    }),
  ];
}

/** The table with the events: dates, amounts, and keys of other tables. */
function mainDataset(drafts: readonly DraftDataset[]): DraftDataset | undefined {
  const score = ({ columns, measures, relationships }: DraftDataset) =>
    (measures.some(({ kind }) => kind === 'sum') ? 4 : 0) +
    (dateColumn(columns) ? 3 : 0) +
    relationships.filter(({ kind }) => kind === 'many-to-one').length * 2;
  return drafts.toSorted((one, other) => score(other) - score(one))[0];
}

const MONEY = /^(amount|revenue|sales|turnover|total|mrr|arr|gmv|profit|spend|umsatz|betrag)$/;

/** Money says most, then other sums, the number of rows, and averages. */
function byImportance(measures: readonly Measure[]): readonly Measure[] {
  const rank = (measure: Measure) => {
    if (measure.kind !== 'sum') return measure.kind === 'count' ? 3 : 4;
    if (measure.format?.kind === 'currency') return 0;
    return wordsOfName(measure.column).some((word) => MONEY.test(word)) ? 1 : 2;
  };
  return measures.toSorted((one, other) => rank(one) - rank(other));
}

const labelOf = ({ name, label }: { readonly name: string; readonly label?: string }): string =>
  label ?? name;

const EVENTS =
  /^(date|day|ordered|order|created|booked|invoice|invoiced|signed|sold|sale|posted|event|started|datum|timestamp|time)$/;
const OTHER_TIMES =
  /^(updated|modified|changed|deleted|birth|birthday|born|due|valid|expires|expiry|expiration|until|end|ended|last)$/;

/** The date that events have, rather than the one of their last change. */
function dateColumn(columns: readonly DatasetColumn[]): DatasetColumn | undefined {
  const score = ({ name }: DatasetColumn) => {
    const words = wordsOfName(name);
    if (words.some((word) => OTHER_TIMES.test(word))) return 0;
    return words.some((word) => EVENTS.test(word)) ? 2 : 1;
  };
  return columns
    .filter(({ type }) => type === 'date' || type === 'datetime')
    .toSorted((one, other) => score(other) - score(one))[0];
}

const GRAINS_AROUND: Readonly<Record<Grain, readonly Grain[]>> = {
  hour: ['hour', 'day'],
  day: ['day', 'week', 'month'],
  week: ['day', 'week', 'month'],
  month: ['week', 'month', 'quarter'],
  quarter: ['month', 'quarter', 'year'],
  year: ['month', 'quarter', 'year'],
  'fiscal-quarter': ['month', 'fiscal-quarter'],
  'fiscal-year': ['fiscal-quarter', 'fiscal-year'],
};

/** So that a line has some ten to sixty points. */
function grainFor(span: { readonly from: string; readonly to: string } | undefined): Grain {
  if (!span) return 'month';
  const days = (Date.parse(span.to) - Date.parse(span.from)) / 86_400_000;
  if (!(days >= 0)) return 'month';
  if (days <= 45) return 'day';
  if (days <= 240) return 'week';
  if (days <= 366 * 5) return 'month';
  return days <= 366 * 15 ? 'quarter' : 'year';
}

interface NameField {
  readonly name: string;
  readonly label: string;
  readonly isOwn: boolean;
  readonly score: number;
  readonly distinct: number | undefined;
}

const NAMES =
  /^(name|title|region|country|city|state|category|product|channel|segment|type|status|plan|source|customer|client|company|brand|department|team|store|branch|kategorie|produkt|kunde|land|stadt|kanal)$/;
const TEXTS =
  /^(id|key|uuid|guid|hash|token|url|uri|link|email|mail|phone|fax|description|comment|comments|note|notes|text|body|address|street|zip|postcode|plz|iban|ip|path|number|nr|no|code|sku|password|image|avatar|first|last)$/;

/** Columns to rank and list by: those of the dataset, then those of related ones, the most telling first. */
function nameFields(
  main: DraftDataset,
  drafts: readonly DraftDataset[],
  fixed: readonly string[],
): readonly NameField[] {
  const own = fieldsOf(main, { prefix: '', isOwn: true, fixed });
  const related = main.relationships
    .filter(
      ({ kind, columns }) => kind !== 'one-to-many' && !columns.some((pair) => fixed.includes(pair.own)),
    )
    .flatMap(({ name, dataset }) => {
      const other = drafts.find(({ id }) => id === dataset);
      return other ? fieldsOf(other, { prefix: `${name}.`, isOwn: false, fixed: [] }).slice(0, 2) : [];
    });
  return [...own, ...related].toSorted((one, other) => other.score - one.score);
}

function fieldsOf(
  { columns, facts, name: dataset }: DraftDataset,
  {
    prefix,
    isOwn,
    fixed,
  }: { readonly prefix: string; readonly isOwn: boolean; readonly fixed: readonly string[] },
): readonly NameField[] {
  return columns.flatMap((column) => {
    const { name, type } = column;
    if ((type !== 'string' && type !== 'boolean') || !canGroup(column) || fixed.includes(name)) return [];
    const distinct = facts.distinct?.[name];
    const score = scoreOf(wordsOfName(name), distinct, facts.rows) - (type === 'boolean' ? 2 : 0);
    if (score < 0) return [];
    // The name of a customer is called after the customer.
    const label =
      !isOwn && wordsOfName(name).length === 1 ? `${dataset}: ${labelOf(column)}` : labelOf(column);
    return [{ name: `${prefix}${name}`, label, isOwn, score, distinct }];
  });
}

function scoreOf(words: readonly string[], distinct: number | undefined, rows: number | undefined): number {
  if (words.some((word) => TEXTS.test(word))) return -1;
  const named = words.some((word) => NAMES.test(word)) ? 3 : 0;
  if (distinct === undefined) return named + 1;
  if (distinct < 2) return -1;
  if (distinct <= 30) return named + (distinct <= 12 ? 5 : 4);
  // A different value in almost every row is a text or a key, unless it is called a name.
  if (rows !== undefined && rows > 30 && distinct > rows * 0.8) return named > 0 ? 0 : -1;
  return named + 2;
}

const MAX_FILTERED = 50;

function filtersOf(
  { id: datasetId }: DraftDataset,
  date: DatasetColumn | undefined,
  names: readonly NameField[],
  t: StartMessages['proposal'],
): readonly FilterControl[] {
  const chosen = names
    .filter(({ isOwn, distinct }) => isOwn && (distinct === undefined || distinct <= MAX_FILTERED))
    .slice(0, 2);
  const ids = new Set<string>(['period']);
  const selects = chosen.map(({ name, label }): FilterControl => {
    const slug = slugOf(name) || 'filter';
    let id = slug;
    for (let count = 2; ids.has(id); count += 1) id = `${slug}-${count}`;
    ids.add(id);
    return { id, label: label.slice(0, 128), datasetId, column: name, kind: 'multi-select' };
  });
  const period: FilterControl[] = date
    ? [{ id: 'period', label: t.period, datasetId, column: date.name, kind: 'date-range' }]
    : [];
  return [...period, ...selects];
}

const one: DataShape = { times: 0, names: 0, ordered: 0, measures: 1, alike: true };

/** The kinds of charts that a proposed dashboard is made of, by what they show. */
const kindForRole = {
  headline: usualKind(one),
  trend: usualKind({ ...one, times: 1, ordered: 1 }),
  years: usualKind({ ...one, names: 1, ordered: 1 }),
  // One that lists names, because the tile is narrow.
  ranking: firstKind(
    ({ isRanking, hasOthers, isGrid, isWhole }) => isRanking && hasOthers && !isGrid && !isWhole,
  ),
  table: firstKind(({ isTable }) => isTable),
} as const;

function usualKind(shape: DataShape): TileKind {
  return firstKind(({ fit }) => fit(shape) === 3);
}

function firstKind(fits: (traits: (typeof chartKinds)[number]) => boolean | undefined): TileKind {
  const found = chartKinds.find(fits);
  if (!found) throw new Error('No kind of chart fits.');
  return found.kind;
}
