import type { DataMessages } from '@inlay/messages/data';
import type { DatasetSource } from '@inlay/protocol/dataset';

/** `Table orders`, `File sales` or `SQL`. */
export function sourceText(source: DatasetSource, t: DataMessages['datasets']): string {
  if (source.kind === 'sql') return t.sourceSql;
  return source.kind === 'file' ? t.sourceFile({ name: source.file }) : t.sourceTable({ name: source.table });
}
