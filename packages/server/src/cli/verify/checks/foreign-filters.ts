import type { QueryResult } from '@inlay/protocol/result';
import {
  type Check,
  counted,
  type Finding,
  nothingCompared,
  placeText,
  quoted,
  unreadable,
  verdictOf,
  type World,
} from '../check.ts';
import { foreignTo } from '../foreign-values.ts';
import { COULD_NOT_PROVE, LEAKS } from '../messages.ts';
import {
  inParallel,
  isEmpty,
  type OpenContent,
  queryTile,
  type TileReading,
  type Viewer,
} from '../survey.ts';

/**
 * Filters each tile by a column that tells whose a row is: with values of others it must be empty, and with those of the
 * viewer unchanged. This also proves totals and KPIs, which show no such column.
 */
export const foreignFiltersCheck: Check = {
  id: 'foreign-filters',
  title: 'Filters of others select nothing, and own ones everything',
  run: async (world) => {
    const tasks = world.surveys.flatMap(({ viewer, contents }) =>
      contents.flatMap((content) => tasksOf(world, viewer, content)),
    );
    const findings = await inParallel(tasks, (task) => tryFilters(world, task));
    const all = world.surveys.flatMap(({ contents }) => contents.flatMap(({ tiles }) => tiles));
    const summary = `${tasks.length} of ${counted(all.length, 'tile result')} could be filtered`;
    return verdictOf(
      tasks.length,
      summary,
      findings.flat(),
      nothingCompared(world, COULD_NOT_PROVE.noOwnerFilter()),
    );
  },
};

interface Task {
  readonly viewer: Viewer;
  readonly content: OpenContent;
  readonly tile: TileReading;
  readonly column: string;
}

function tasksOf({ owners, plan }: World, viewer: Viewer, content: OpenContent): readonly Task[] {
  return content.tiles.flatMap((tile) => {
    if (plan.shared.has(tile.datasetId) || !tile.result) return [];
    const column = [...(content.columns.get(tile.datasetId) ?? [])].find((name) =>
      owners.identifies(tile.datasetId, name),
    );
    return column === undefined ? [] : [{ viewer, content, tile, column }];
  });
}

async function tryFilters(
  world: World,
  { viewer, content, tile, column }: Task,
): Promise<readonly Finding[]> {
  const { instance, owners } = world;
  const { datasetId, place } = tile;
  const path = `${tile.path}/tiles/${encodeURIComponent(tile.id)}`;
  const failed = (message: string, example: string): Finding => ({
    ...place,
    state: 'leak',
    context: viewer.name,
    dataset: datasetId,
    column,
    example,
    message,
  });
  const findings: Finding[] = [];
  const foreign = foreignTo(world, viewer.name, datasetId, column);
  const control = content.filters.find(
    (filter) => filter.kind !== 'hierarchy' && filter.column === column && filter.datasetId === datasetId,
  );
  const attacks =
    foreign.length === 0
      ? []
      : [
          { cross: [{ datasetId, column, value: { in: foreign.slice(0, 100) } }] },
          { filters: { [control?.id ?? column]: foreign.slice(0, 100) } },
          ...content.drill
            .filter(({ levels }) => levels[0] === column && tile.dimensions.includes(column))
            .map(({ id }) => ({ drill: { id, path: [{ in: foreign.slice(0, 100) }] } })),
        ];
  for (const body of attacks) {
    const { result, status } = await queryTile(instance, viewer.token, path, body);
    findings.push(...unreadable(place, status));
    // A control that does not apply to this tile leaves it as it is, which is not a leak.
    if (!result || isEmpty(result) || ('filters' in body && isSame(result, tile.result))) continue;
    findings.push(
      failed(
        LEAKS.foreignFilter(quoted(viewer.name), placeText(place), `${column} ${quoted(foreign[0] ?? '')}`),
        foreign[0] ?? '',
      ),
    );
  }
  const own = owners.allowed(viewer.name, datasetId, column);
  if (own === undefined || own === '*' || own.size === 0 || !tile.result) return findings;
  const body = { cross: [{ datasetId, column, value: { in: [...own].slice(0, 1000) } }] };
  const { result, status } = await queryTile(instance, viewer.token, path, body);
  if (!result)
    findings.push({
      ...place,
      state: 'could-not-prove',
      message: COULD_NOT_PROVE.notFilterable(placeText(place), column, String(status)),
    });
  else if (!isSame(result, tile.result))
    findings.push(
      failed(
        LEAKS.changedByOwnFilter(
          placeText(place),
          quoted(viewer.name),
          `${column} ${quoted([...own][0] ?? '')}`,
        ),
        [...own][0] ?? '',
      ),
    );
  return findings;
}

/** Equal values; sums may differ in the last digits, depending on the order of rows. */
export function isSame(a: QueryResult, b: QueryResult | undefined): boolean {
  return b !== undefined && JSON.stringify(rounded(a)) === JSON.stringify(rounded(b));
}

function rounded({ columns, totals }: QueryResult): unknown {
  const round = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);
  const rows = (columns[0]?.values ?? []).map((_, row) =>
    JSON.stringify(columns.map(({ values }) => round(values[row]))),
  );
  const all = Object.entries(totals ?? {}).map(([name, value]) => [name, round(value)]);
  // Rows of equal rank come in any order.
  return [columns.map(({ name }) => name), rows.sort(), all];
}
