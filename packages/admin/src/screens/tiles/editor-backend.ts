import {
  type EditorBackend,
  type EditorDataset,
  EditorRefusal,
  type ValuesAnswer,
} from '@inlay/editor/editor-backend';
import type { QueryResult } from '@inlay/protocol/result';
import type { TenantSettings } from '@inlay/protocol/tenant-settings';
import { takeAnswer } from '../../api/ahead.ts';
import { ApiError, ask } from '../../api/ask.ts';

/** The tile editor on the public API; with a context, the data is that of the user whose it is. */
export function editorBackend(appId: string, context?: object): EditorBackend {
  const as = context ? { context } : {};
  const calendar = {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    weekStart: 1,
    fiscalYearStart: 1,
  };
  let linkHosts: Promise<readonly string[]> | undefined;
  return {
    datasets: async () => {
      const path = `apps/${encodeURIComponent(appId)}/datasets`;
      return (await refusing(takeAnswer<{ readonly data: readonly EditorDataset[] }>(path))).data;
    },
    preview: async (tile, signal) => {
      const body = { appId, tile, calendar, ...as };
      const answer = ask<{ readonly result: QueryResult }>('POST', 'tiles/preview', body, {}, signal);
      return (await refusing(answer)).result;
    },
    values: (datasetId, column, search, signal) => {
      const body = { appId, datasetId, column, ...(search === '' ? {} : { search }), calendar, ...as };
      return refusing(ask<ValuesAnswer>('POST', 'tiles/preview/values', body, {}, signal));
    },
    draw: async (tile, result, size) => {
      const { drawChart } = await import('../../charts/draw-chart.tsx');
      if (tile.options?.links) linkHosts ??= readLinkHosts();
      return drawChart(tile, result, size, await linkHosts);
    },
  };
}

/** Only administrators read the settings; for others, links are previewed as text. */
async function readLinkHosts(): Promise<readonly string[]> {
  try {
    return (await ask<TenantSettings>('GET', 'tenant-settings')).allowedLinkHosts;
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
