import type { VNode } from 'preact';
import { useQuery } from '../api/use-query.ts';
import { loadNamespaces } from '../messages.ts';
import { firstDataset } from './first-queries.ts';
import { lazy } from './lazy.tsx';

const FirstData = lazy(async () => {
  const [loaded] = await Promise.all([
    import('../screens/data/start/first-data.tsx'),
    loadNamespaces('start', 'data'),
  ]);
  return loaded.FirstData;
}, 3);

/** How to begin in a tenant without data; nothing in all others. */
export function FirstSteps(): VNode | null {
  return useQuery(firstDataset).data?.meta.total === 0 ? <FirstData /> : null;
}
