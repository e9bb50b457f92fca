import type { Dataset } from './dataset.ts';

/** An attribute, and the column it is compared with, if any. */
export interface ReadAttribute {
  readonly key: string;
  readonly column: string | undefined;
}

type Reading = Pick<Dataset, 'rowRules' | 'groupRules' | 'source'>;

/** The attributes that the rules and SQL of a dataset use; a trial needs a value for each. */
export function readAttributes({ rowRules, groupRules, source }: Reading): readonly ReadAttribute[] {
  const found = new Map<string, string | undefined>();
  collect(rowRules, undefined, found);
  collect(groupRules, undefined, found);
  if (source.kind === 'sql')
    for (const [, key] of source.sql.matchAll(/\{\{\s*attributes\.([^\s{}]+)/g))
      if (key && !found.has(key)) found.set(key, undefined);
  return [...found].map(([key, column]) => ({ key, column }));
}

function collect(part: unknown, column: string | undefined, found: Map<string, string | undefined>): void {
  if (typeof part !== 'object' || part === null) return;
  const own = 'column' in part && typeof part.column === 'string' ? part.column : column;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'context' && typeof value === 'string' && value.startsWith('attributes.')) {
      const key = value.slice('attributes.'.length);
      if (found.get(key) === undefined) found.set(key, own);
    } else collect(value, own, found);
  }
}
