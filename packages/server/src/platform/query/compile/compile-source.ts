import type { DatasetSource } from '@inlay/protocol/dataset';
import { type BoundTemplate, bindTemplate, splitTemplate } from '../text/bind-template.ts';
import type { Dialect } from '../text/dialect.ts';
import { type CompiledStatement, render, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';

/** The operand of FROM: a table's quoted name, or the dataset's SQL in parentheses. */
export function compileSource(
  source: DatasetSource,
  template: BoundTemplate | undefined,
  dialect: Dialect,
): Sql {
  if (template !== undefined) return sql`(\n${bindTemplate(template, dialect)}\n)`;
  return trusted(
    tableNames(source)
      .map((part) => dialect.quote(part))
      .join('.'),
  );
}

/**
 * The first rows of a source as it is, for administrators who describe it. No rule applies, so nothing that a viewer
 * reaches may run this.
 */
export function compileSample(
  source: DatasetSource,
  template: BoundTemplate | undefined,
  dialect: Dialect,
  rows: number,
): CompiledStatement {
  const from = compileAnySource(source, template, dialect);
  return render(sql`SELECT * FROM ${from} AS s LIMIT ${trusted(String(rows))}`, dialect);
}

/** The operand of FROM for administrators, with or without a viewer. */
export const compileAnySource = (
  source: DatasetSource,
  template: BoundTemplate | undefined,
  dialect: Dialect,
): Sql => compileSource(source, template ?? withoutValues(source), dialect);

/** Without a viewer every placeholder is NULL: enough to learn the columns. */
function withoutValues(source: DatasetSource): BoundTemplate | undefined {
  if (source.kind !== 'sql') return undefined;
  const parts = splitTemplate(source.sql).map((part) =>
    typeof part === 'string' ? part : { ...part, literals: [] },
  );
  return { parts, denials: [] };
}

function tableNames(source: DatasetSource): readonly string[] {
  if (source.kind === 'file') return [source.file];
  if (source.kind === 'sql') throw new Error('A SQL dataset was compiled without its template.');
  return [source.catalog, source.schema, source.table].filter((part) => part !== undefined);
}
