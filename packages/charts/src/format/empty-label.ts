import type { Cell } from '@inlay/protocol/result';

interface EmptyTexts {
  readonly noName: string;
  readonly emptyText: string;
}

/** What the missing value and the empty text of a dimension are called: they are two groups (ADR 308). */
export function emptyLabel(cell: Cell, { noName, emptyText }: EmptyTexts): string | undefined {
  if (cell === null) return noName;
  return cell === '' ? emptyText : undefined;
}
