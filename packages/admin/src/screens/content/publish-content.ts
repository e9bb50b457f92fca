import type { PublishTogether, RefusedItem } from '@inlay/content/publish-together';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { invalidate } from '../../api/query-cache.ts';

/** Publishes all items or none; returns those that were refused. */
export async function publishContent(
  appId: string,
  request: PublishTogether,
): Promise<readonly RefusedItem[]> {
  try {
    await api.post('/apps/{id}/publish', { path: { id: appId }, body: request });
  } catch (error) {
    const { refused } = (error instanceof ApiError ? (error.details ?? {}) : {}) as {
      readonly refused?: readonly RefusedItem[];
    };
    if (!refused) throw error;
    return refused;
  }
  for (const path of ['/tiles', '/stories', '/dashboards']) invalidate(path);
  return [];
}
