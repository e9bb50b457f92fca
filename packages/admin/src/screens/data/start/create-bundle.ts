import { api } from '../../../api/api.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { type Accepted, bundleOf } from './bundle-of.ts';

/** Creates all of it or nothing. */
export async function createBundle(accepted: Accepted): Promise<void> {
  await api.post('/bundles', { body: bundleOf(accepted) });
  for (const path of ['/datasets', '/apps', '/dashboards']) invalidate(path);
}
