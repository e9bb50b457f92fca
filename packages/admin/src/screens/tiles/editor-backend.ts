import { type EditorBackend, EditorRefusal } from '@inlay/editor/editor-backend';
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
  let linkHosts: Promise<readonly string[]> | undefined;
  return {
    datasets: async () => (await refusing(loadQuery(datasetsOfApp(appId)))).data,
    preview: async (tile, signal) => {
      const body = { appId, tile, calendar, ...as };
      const answer = api.post('/tiles/preview', { body, signal });
      return (await refusing(answer)).result;
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
      if (tile.options?.links) linkHosts ??= readLinkHosts();
      return drawChart(tile, result, size, await linkHosts);
    },
  };
}

/** Only administrators read the settings; for others, links are previewed as text. */
async function readLinkHosts(): Promise<readonly string[]> {
  try {
    return (await api.get('/tenant-settings')).allowedLinkHosts;
  } catch (error) {
    if (error instanceof ApiError) return [];
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
