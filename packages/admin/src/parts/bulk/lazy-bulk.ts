import type { ComponentType, VNode } from 'preact';
import { loadNamespaces } from '../../messages.ts';
import { lazy } from '../page/lazy.tsx';

/** The bar of a list with what can be done with its selection, which is loaded at the first selection. */
export const lazyBulk = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => VNode) => lazy(async () => (await Promise.all([load(), loadNamespaces('bulk')]))[0], 0);
