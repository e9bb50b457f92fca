import { SAMPLE_DATA } from '@inlay/content/sample-data';
import type { VNode } from 'preact';
import { useQuery } from '../api/use-query.ts';
import { loadNamespaces } from '../messages.ts';
import { firstDataset, sampleApp } from './first-queries.ts';
import { lazy } from './lazy.tsx';

const FirstData = lazy(async () => {
  const [{ FirstData: Loaded }] = await Promise.all([
    import('../screens/data/start/first-data.tsx'),
    loadNamespaces('start', 'data'),
  ]);
  return Loaded;
}, 3);
const SampleCard = lazy(async () => {
  const [{ SampleCard: Loaded }] = await Promise.all([
    import('../screens/data/start/sample-card.tsx'),
    loadNamespaces('start'),
  ]);
  return Loaded;
}, 1);

/** How to begin in a tenant without data, or how to remove the sample; nothing in all others. */
export function FirstSteps(): VNode | null {
  const datasets = useQuery(firstDataset).data;
  const apps = useQuery(sampleApp).data;
  if (!datasets || !apps) return null;
  if (apps.data.some(({ id }) => id === SAMPLE_DATA.app)) return <SampleCard />;
  return datasets.meta.total === 0 ? <FirstData /> : null;
}
