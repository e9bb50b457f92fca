import type { DatasetSource } from '@inlay/protocol/dataset';
import { labelOfName } from '@inlay/protocol/label-of-name';

/** The name of a new dataset: `order_lines` becomes `Order lines`. */
export function nameSource(source: DatasetSource | undefined): string {
  if (!source || source.kind === 'sql') return '';
  return labelOfName(source.kind === 'file' ? source.file : source.table);
}
