import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Dialect } from './dialect.ts';
import type { Sql } from './sql.ts';

/** What has to be equal in two tables for their rows to be related by this column. */
export function joinKeys(
  { type }: DatasetColumn,
  column: Sql,
  isEnforced: boolean,
  dialect: Dialect,
): readonly Sql[] {
  return type === 'string' ? dialect.textJoinKeys(column, isEnforced) : [column];
}
