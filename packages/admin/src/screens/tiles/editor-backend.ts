import type { AllowedHosts } from '@inlay/charts/chart-props';
import type { TileContent } from '@inlay/charts/tile';
import { type EditorBackend, EditorRefusal } from '@inlay/editor/editor-backend';
import type { QueryResult } from '@inlay/protocol/result';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { datasetsOfApp } from '../../api/common-queries.ts';
import type { Schemas } from '../../api/operations.ts';
import { loadQuery } from '../../api/query-cache.ts';

/** The tile editor on the public API; with a context, the data is that of the user whose it is. */
export function editorBackend(appId: string, context?: Schemas['UserContext']): EditorBackend {
  const as = context ? { context } : {};
  const calendar = {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    weekStart: 1,
    fiscalYearStart: 1,
  };
  let hosts: Promise<Partial<AllowedHosts>> | undefined;
  const query = (tile: TileContent, signal?: AbortSignal) => {
    const body = { appId, tile: { ...tile, title: tile.title || ' ' }, calendar, ...as };
    return refusing(api.post('/tiles/preview', { body, ...(signal && { signal }) }));
  };
  /** Options decide about the history of the rows, but not about the result. */
  let last: { readonly key: string; readonly history: Promise<QueryResult | undefined> } | undefined;
  const historyOf = (tile: TileContent) => {
    if (!tile.options?.sparklines) return undefined;
    const key = keyOf(tile);
    if (last?.key !== key) last = { key, history: query(tile).then(({ history }) => history) };
    return last.history;
  };
  return {
    datasets: async () => (await refusing(loadQuery(datasetsOfApp(appId)))).data,
    preview: async (tile, signal) => {
      const { result, history } = await query(tile, signal);
      last = { key: keyOf(tile), history: Promise.resolve(history) };
      return result;
    },
    dashboards: async () => {
      const listed = api.get('/dashboards', { query: { limit: 200, app: appId } });
      return (await refusing(listed)).data;
    },
    filtersOf: async (id) => {
      const { filters = [] } = await refusing(api.get('/dashboards/{id}', { path: { id } }));
      return filters;
    },
    values: (datasetId, column, search, signal) => {
      const body = { appId, datasetId, column, ...(search === '' ? {} : { search }), calendar, ...as };
      return refusing(api.post('/tiles/preview/values', { body, signal }));
    },
    render: async (tile, result, size) => {
      const { drawChart } = await import('../../charts/draw-chart.tsx');
      if (tile.options?.links || tile.options?.images) hosts ??= readAllowedHosts();
      return drawChart(tile, result, size, { ...(await hosts), history: await historyOf(tile) });
    },
  };
}

const keyOf = ({ query, options }: TileContent) => JSON.stringify([query, options]);

/** Only administrators read the settings; for others, links and images are previewed as text. */
async function readAllowedHosts(): Promise<Partial<AllowedHosts>> {
  try {
    const settings = await api.get('/tenant-settings');
    return { linkHosts: settings.allowedLinkHosts, imageHosts: settings.allowedImageHosts };
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code = error.code } = (error.details ?? {}) as { readonly code?: string };
    throw new EditorRefusal(code, error.message);
  }
}
