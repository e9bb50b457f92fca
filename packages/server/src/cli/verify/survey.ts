import type { BuilderColumn, BuilderDashboard, BuilderDataset } from '@inlay/content/builder';
import type { PageTile } from '@inlay/content/page-state';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { QueryResult } from '@inlay/protocol/result';
import type { Instance, Reply } from './instance.ts';
import { isNamedAfter } from './is-named-after.ts';
import type { PlannedContext } from './read-plan.ts';

/** One context with its token. */
export interface Viewer {
  readonly name: string;
  readonly planned: PlannedContext;
  /** The current token: it is renewed between checks, because tenants can limit the lifetime of tokens. */
  readonly token: string;
}

/** The place of a response: what a finding names. */
export interface Place {
  readonly embed: string;
  readonly tile?: string;
  readonly filter?: string;
  readonly dashboard?: string;
}

/** Values of one column that a viewer was sent. */
export interface ColumnValues extends Place {
  readonly dataset: string;
  readonly column: string;
  readonly values: ReadonlySet<string>;
  /** Whether the viewer may see more values, which are in exported files. */
  readonly isPartial?: boolean;
  /** The status of the response. */
  readonly status: number;
}

export interface TileReading extends PageTile {
  readonly place: Place;
  /** The path that its routes are below. */
  readonly path: string;
  readonly status: number;
  readonly result: QueryResult | undefined;
}

/** Content that a viewer could open: an embed, or a dashboard of a builder. */
export interface OpenContent {
  readonly place: Place;
  readonly path: string;
  readonly tiles: readonly TileReading[];
  readonly filters: readonly FilterControl[];
  readonly drill: OpenedPage['drill'];
  /** Columns by dataset that viewers can filter by. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface BuilderReading {
  readonly embed: string;
  readonly path: string;
  readonly datasets: readonly BuilderDataset[];
  readonly dashboards: readonly BuilderDashboard[];
}

/** Everything that one viewer got when opening the embeds the usual way. */
export interface Survey {
  readonly viewer: Viewer;
  readonly contents: readonly OpenContent[];
  readonly builders: readonly BuilderReading[];
  readonly refused: ReadonlySet<string>;
  readonly columnValues: readonly ColumnValues[];
  /** Texts that authors wrote, as this viewer gets them. */
  readonly authored: string;
}

const PARALLEL = 4;
const MAX_DASHBOARDS = 50;
const MAX_COLUMNS = 40;

export const embedPath = (embed: string) => `/embed/api/v0/embeds/${encodeURIComponent(embed)}`;

/** Opens every embed as a viewer and reads the data of its tiles, filters and builders. */
export async function surveyEmbeds(
  instance: Instance,
  viewer: Viewer,
  embeds: readonly string[],
): Promise<Survey> {
  const contents: OpenContent[] = [];
  const builders: BuilderReading[] = [];
  const refused = new Set<string>();
  const columnValues: ColumnValues[] = [];
  const authored: string[] = [];
  const { token } = viewer;

  const open = async (place: Place, path: string, page: OpenedPage) => {
    const tiles = await inParallel(page.tiles, async (tile): Promise<TileReading> => {
      const reply = await queryTile(instance, token, `${path}/tiles/${encodeURIComponent(tile.id)}`);
      const reading = { ...tile, place: { ...place, tile: tile.id }, path, ...reply };
      if (reply.result) columnValues.push(...columnValuesIn(reading.place, tile.datasetId, reply.result));
      return reading;
    });
    await inParallel(page.filters, async (filter) => {
      const column = filter.kind === 'hierarchy' ? filter.levels[0] : filter.column;
      const reply = await instance.send({ path: `${path}/filters/${filter.id}/values`, token, json: {} });
      if (column !== undefined)
        columnValues.push({
          ...place,
          filter: filter.id,
          dataset: filter.datasetId,
          column,
          values: filterValues(reply),
          status: reply.status,
        });
    });
    contents.push({ place, path, tiles, filters: page.filters, drill: page.drill, columns: columnsOf(page) });
  };

  for (const embed of embeds) {
    const path = embedPath(embed);
    const content = await instance.send({ path, token });
    if (content.status === 200) {
      authored.push(content.bytes.toString('utf8'));
      await open({ embed }, path, pageOf(content));
      continue;
    }
    const builder = await instance.send({ path: `${path}/builder`, token });
    if (builder.status !== 200) {
      refused.add(embed);
      continue;
    }
    authored.push(builder.bytes.toString('utf8'));
    const datasets = builder.json.datasets as readonly BuilderDataset[];
    const dashboards = (builder.json.dashboards as readonly BuilderDashboard[]).slice(0, MAX_DASHBOARDS);
    builders.push({ embed, path: `${path}/builder`, datasets, dashboards });
    const fields = datasets.flatMap((dataset) => readableFields(viewer, dataset));
    await inParallel(fields, async ({ dataset, column }) => {
      const json = { datasetId: dataset, column };
      const reply = await instance.send({ path: `${path}/builder/preview/values`, token, json });
      columnValues.push({ embed, dataset, column, values: filterValues(reply), status: reply.status });
    });
    for (const { id } of dashboards) {
      const at = `${path}/builder/dashboards/${encodeURIComponent(id)}`;
      const view = await instance.send({ path: `${at}/view`, token, json: { width: 800 } });
      const document = await instance.send({ path: at, token });
      if (view.status !== 200 || document.status !== 200) continue;
      authored.push(document.bytes.toString('utf8'));
      const state = view.json.state as OpenedPage;
      await open({ embed, dashboard: id }, at, { ...state, drill: state.drill ?? [] });
    }
  }
  return { viewer, contents, builders, refused, columnValues, authored: searchable(authored.join('\n')) };
}

/** Own columns, and related ones that may tell whose a row is: by the name of an attribute, or under `expect`. */
function readableFields({ planned }: Viewer, { id, columns, related = [] }: BuilderDataset) {
  const attributes = Object.keys(planned.context.attributes ?? {});
  const expected = new Set(Object.keys(planned.expect));
  const mayIdentify = ({ name }: BuilderColumn) =>
    attributes.some((attribute) => isNamedAfter(name, attribute)) ||
    [name, `${id}/${name}`].some((key) => expected.has(key));
  const others = related.flatMap((group) => group.columns).filter(mayIdentify);
  return [columns, others].flatMap((list) =>
    list
      .filter(({ type }) => type === 'string' || type === 'integer')
      .slice(0, MAX_COLUMNS)
      .map(({ name }) => ({ dataset: id, column: name })),
  );
}

interface OpenedPage {
  readonly tiles: readonly PageTile[];
  readonly filters: readonly FilterControl[];
  readonly drill: readonly {
    readonly id: string;
    readonly datasetId: string;
    readonly levels: readonly string[];
  }[];
}

function pageOf({ json }: Reply): OpenedPage {
  const content = json.content as Partial<OpenedPage> | null;
  return {
    tiles: json.tiles as readonly PageTile[],
    filters: content?.filters ?? [],
    drill: content?.drill ?? [],
  };
}

function columnsOf({ tiles, filters, drill }: OpenedPage): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, Set<string>>();
  const add = (dataset: string, names: readonly string[]) => {
    const known = columns.get(dataset) ?? new Set();
    columns.set(dataset, known);
    for (const name of names) known.add(name);
  };
  for (const { datasetId, dimensions } of tiles) add(datasetId, dimensions);
  for (const filter of filters)
    add(filter.datasetId, filter.kind === 'hierarchy' ? filter.levels : [filter.column]);
  for (const { datasetId, levels } of drill) add(datasetId, levels);
  return columns;
}

export async function isSignedIn(instance: Instance, token: string): Promise<boolean> {
  return (await instance.send({ path: '/embed/api/v0/session', token })).status === 200;
}

export async function queryTile(
  instance: Instance,
  token: string,
  path: string,
  json: object = {},
): Promise<{ readonly status: number; readonly result: QueryResult | undefined }> {
  const reply = await instance.send({ path, token, json });
  const result = reply.status === 200 ? (reply.json.result as QueryResult) : undefined;
  return { status: reply.status, result };
}

/** The values of each dimension of a result, including those that a pivot turned into columns. */
export function columnValuesIn(
  place: Place,
  dataset: string,
  { columns, subtotals = [], truncated }: QueryResult,
): readonly ColumnValues[] {
  const values = new Map<string, Set<string>>();
  const add = (column: string, found: readonly unknown[]) => {
    const known = values.get(column) ?? new Set();
    values.set(column, known);
    for (const value of found) if (value !== null) known.add(String(value));
  };
  for (const column of [...columns, ...subtotals.flatMap((subtotal) => subtotal.columns)]) {
    if (column.pivot && column.pivot.grain === undefined) add(column.pivot.dimension, [column.pivot.value]);
    else if (column.role === 'dimension' && column.grain === undefined && column.type !== 'boolean')
      add(column.name, column.values);
  }
  return [...values].map(([column, found]) => ({
    ...place,
    dataset,
    column,
    values: found,
    isPartial: truncated,
    status: 200,
  }));
}

function filterValues({ status, json }: Reply): ReadonlySet<string> {
  const values = status === 200 ? (json.values as readonly { readonly value: unknown }[]) : [];
  return new Set(values.flatMap(({ value }) => (value === null ? [] : [String(value)])));
}

/** Whether a result has no data: no rows, or one row of a total over none. */
export function isEmpty({ columns, rowCount }: QueryResult): boolean {
  return (
    rowCount === 0 ||
    (columns.every(({ role }) => role === 'measure') &&
      columns.every(({ values }) => values.every((value) => value === null || value === 0)))
  );
}

/** Markup and JSON with their escapes resolved, so that a value can be found in it as it is. */
export function searchable(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(["\\/])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:#0?39|#x27|apos);/g, "'")
    .replaceAll('&amp;', '&');
}

/** Runs a few at a time, in order of the list. */
export async function inParallel<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await run(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, work));
  return results;
}
