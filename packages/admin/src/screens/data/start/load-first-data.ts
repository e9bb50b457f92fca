import type { ComponentType } from 'preact';
import { loadNamespaces } from '../../../messages.ts';
import { FirstData } from './first-data.tsx';

/** With its messages, because it is shown on screens that have others. */
export async function loadFirstData(): Promise<ComponentType> {
  await loadNamespaces('start', 'data');
  return FirstData;
}
