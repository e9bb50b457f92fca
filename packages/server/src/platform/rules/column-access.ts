import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ContextReader } from './context-reading.ts';
import { evaluateVisibility } from './evaluate-visibility.ts';

/** What a viewer sees of a column: its values, the values masked, or no such column. */
export type ColumnView =
  | { readonly show: 'value' | 'null' | 'hash' | 'last-four' }
  | { readonly show: 'range'; readonly size: number }
  | 'denied';

/** The first entry that certainly applies decides. A condition that cannot be evaluated does not apply. */
export function columnAccess({ access }: Pick<DatasetColumn, 'access'>, reader: ContextReader): ColumnView {
  if (access === undefined) return { show: 'value' };
  const entry = access.find(({ when }) => when === undefined || evaluateVisibility(when, reader) === 'true');
  if (entry === undefined) return 'denied';
  return entry.show === 'range' ? { show: 'range', size: entry.size } : { show: entry.show };
}

/** Whether the viewer may group, filter, sort, join and aggregate by the column. */
export function isFullAccess(view: ColumnView): boolean {
  return view !== 'denied' && view.show === 'value';
}
