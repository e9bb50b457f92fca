import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn } from '@inlay/protocol/dataset';

type Column = Pick<DatasetColumn, 'name'>;

/** How many columns came and went when the source was read again. */
export function refreshText(
  before: readonly Column[],
  after: readonly Column[],
  t: DataMessages['columns'],
): string {
  const added = missingFrom(before, after);
  const removed = missingFrom(after, before);
  return added + removed === 0 ? t.unchanged : t.refreshed({ added, removed });
}

const missingFrom = (known: readonly Column[], columns: readonly Column[]): number =>
  columns.filter(({ name }) => !known.some((other) => other.name === name)).length;
